/**
 * Tricky questions from RFC 9309 and from Google's documents, each with the section that answers it, through both entries
 * of the library. test/vectors/README.md says how Google's own parser answered.
 */
import robotsParser from 'robots-parser'
import { describe, expect, it } from 'vitest'
import { robots, robotsOf } from '../src/robots.ts'
import { robots as fullRobots, robotsOf as fullRobotsOf } from '../src/robots-full.ts'
import files from './vectors/tricky-questions.json' with { type: 'json' }

/** `otherwise`: why Google's parser answers the opposite. */
type TrickyQuestion = readonly [
  userAgent: string,
  path: string,
  may: boolean,
  cites: string,
  otherwise?: string,
]
const SITE = 'https://www.example.com'
const questions = files.flatMap(({ robots: text, questions: asked }) =>
  (asked as unknown as readonly TrickyQuestion[]).map((each) => [text, ...each] as const),
)

it('are 125, of which Google’s parser answers 6 otherwise', () => {
  const otherwise = questions.filter(([, , , , , why]) => why !== undefined)
  expect([questions.length, otherwise.length]).toEqual([125, 6])
})

describe.each([
  ['acap-edge/robots', robots],
  ['acap-edge/robots/full', fullRobots],
])('%s', (_, read) => {
  it.each(files)('$robots', ({ robots: text, questions: asked }) => {
    const file = read(text)
    const rows = asked as unknown as readonly TrickyQuestion[]
    const answers = rows.map(([userAgent, path, , cites]) => {
      return [
        userAgent,
        path,
        file.mayFetch({ userAgent, url: SITE + path, dialect: 'rep' }),
        cites,
      ]
    })
    expect(answers).toEqual(rows.map((row) => row.slice(0, 4)))
  })
})

it.each([
  [200, false, '2.3.1.1'],
  [206, false, '2.3.1.1'],
  [301, true, '2.3.1.2, after the redirects that were followed'],
  [404, true, '2.3.1.3'],
  [403, true, '2.3.1.3'],
  [500, false, '2.3.1.4'],
  [503, false, '2.3.1.4'],
  [null, false, '2.3.1.4'],
])('after a status %s a page may be fetched: %s (RFC 9309, %s)', (status, may, _cites) => {
  const body = 'User-agent: *\nDisallow: /\n'
  const question = { userAgent: 'AnyBot', url: `${SITE}/a` }
  for (const answer of [robotsOf, fullRobotsOf])
    expect(answer(status, body).mayFetch(question)).toBe(may)
})

it('robots-parser, beside it, answers 116 so', () => {
  const agreed = questions.filter(([text, userAgent, path, may]) => {
    const peer = robotsParser(`${SITE}/robots.txt`, text)
    return (peer.isAllowed(SITE + path, userAgent) ?? true) === may
  })
  expect(agreed.length).toBe(116)
})

/**
 * The public vectors for conventional robots.txt (test/vectors/) through both evaluators, as a crawler reads them that
 * knows no ACAP (C3).
 */
import { describe, expect, it } from 'vitest'
import { readText } from '../src/language/site/read-site.ts'
import { type Answering, ENGINE, REFERENCE, ROBOTS } from './support/decide/evaluators.ts'
import {
  type ExtensionVector,
  extensionValues,
  STATED_DIFFERENCES,
} from './support/decide/extension-vectors.ts'
import { readVectors, robotsOf, targetOf, type Vector } from './support/decide/vectors.ts'

/** The one row on which docs/semantics.md goes another way than the vector: P2 keeps reserved characters apart. */
const OTHERWISE = ['rfc9309/2.2.2/enc-reserved-in-query']

describe.each(['rep-consensus.json', 'rfc9309.json'])('%s', (file) => {
  const vectors = readVectors(file)

  it.each([REFERENCE, ENGINE, ROBOTS])('$name agrees on every row', ({ prepare }) => {
    const answers = new Map<string, Answering>()
    const wrong = vectors.filter((vector) => {
      const key = vector.robotsBase64 ?? vector.robots
      const answer = answers.get(key) ?? prepare(read(vector))
      answers.set(key, answer)
      return isAllowed(answer, vector) !== vector.expectAllowed
    })
    expect(wrong.map(({ id }) => id)).toEqual(
      vectors.map(({ id }) => id).filter((id) => OTHERWISE.includes(id)),
    )
  })
})

it('only a contested row is decided otherwise', () => {
  const rows = readVectors('rfc9309.json').filter(({ id }) => OTHERWISE.includes(id))
  expect(rows.map(({ contested }) => contested)).toEqual([
    expect.stringContaining('keep reserved octets as written'),
  ])
})

function read(vector: Vector) {
  return { policy: readText(robotsOf(vector)).policy, files: { 'robots.txt': vector.robots } }
}

/** The vectors know no visiting times: a deferral counts as allowed. */
function isAllowed(answer: Answering, { userAgent, url }: Vector): boolean {
  const question = {
    userAgent,
    target: targetOf(url),
    now: Date.parse('2026-01-15T12:00:00Z'),
    dialect: 'rep',
  } as const
  return answer(question).outcome !== 'prohibited'
}

describe('extension-directives.json', () => {
  const vectors = readVectors<ExtensionVector>('extension-directives.json')

  it('the fields of the 1996 standard bind as crawler-commons and protego read them, but for what is stated', () => {
    const different = vectors.flatMap((vector) => {
      const { theirs, ours } = extensionValues(vector)
      return theirs === ours ? [] : [[vector.id, ours] as const]
    })
    expect(Object.fromEntries(different)).toEqual(
      Object.fromEntries(Object.entries(STATED_DIFFERENCES).map(([id, { ours }]) => [id, ours])),
    )
  })
})

/**
 * The public vectors for conventional robots.txt (test/vectors/) through both evaluators, as a crawler reads them that
 * knows no ACAP (C3).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readText } from '../src/language/read-site.ts'
import { type Answering, ENGINE, REFERENCE } from './support/evaluators.ts'
import { type ExtensionVector, extensionValues, STATED_DIFFERENCES } from './support/extension-vectors.ts'

/** A row of rep-consensus.json or rfc9309.json. */
interface Vector {
  readonly id: string
  readonly robots: string
  readonly robotsBase64?: string
  readonly userAgent: string
  readonly url: string
  readonly expectAllowed: boolean
  /** Why readers of RFC 9309 dispute it. */
  readonly contested?: string
}

function read<Row>(file: string): readonly Row[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'vectors', file), 'utf8')) as readonly Row[]
}

/** The one row on which docs/semantics.md goes another way than the vector: P2 keeps reserved characters apart. */
const OTHERWISE = ['rfc9309/2.2.2/enc-reserved-in-query']

describe.each(['rep-consensus.json', 'rfc9309.json'])('%s', (file) => {
  const vectors = read<Vector>(file)

  it.each([REFERENCE, ENGINE])('$name agrees on every row', ({ prepare }) => {
    const answers = new Map<string, Answering>()
    const wrong = vectors.filter((vector) => {
      const key = vector.robotsBase64 ?? vector.robots
      const answer = answers.get(key) ?? prepare(readRobots(vector))
      answers.set(key, answer)
      return isAllowed(answer, vector) !== vector.expectAllowed
    })
    expect(wrong.map(({ id }) => id)).toEqual(vectors.map(({ id }) => id).filter((id) => OTHERWISE.includes(id)))
  })
})

it('only a contested row is decided otherwise', () => {
  const rows = read<Vector>('rfc9309.json').filter(({ id }) => OTHERWISE.includes(id))
  expect(rows.map(({ contested }) => contested)).toEqual([expect.stringContaining('keep reserved octets as written')])
})

function readRobots({ robots, robotsBase64 }: Vector) {
  const bytes = robotsBase64 === undefined ? robots : new Uint8Array(Buffer.from(robotsBase64, 'base64'))
  return { policy: readText(bytes).policy, files: { 'robots.txt': robots } }
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

/** Path and query of an absolute URL or of what is one already. */
function targetOf(url: string): string {
  const behind = url.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/, '')
  return behind.startsWith('/') ? behind : `/${behind}`
}

describe('extension-directives.json', () => {
  const vectors = read<ExtensionVector>('extension-directives.json')

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

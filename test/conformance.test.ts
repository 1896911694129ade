/**
 * Every case of test/conformance/, and of our own in test/conformance-ours/, through both evaluators: the reference, and the engine with its program as compiled
 * and as it comes back from a bundle, and `robots` of the library.
 */
import { describe, expect, it } from 'vitest'
import { generateRobots } from '../src/author/served/generate-robots.ts'
import type { Policy } from '../src/language/policy/policy.ts'
import { readSite, readText } from '../src/language/site/read-site.ts'
import { knownCrawlers } from '../src/registry.ts'
import { complaints, type Exhibit, questionOf, readExhibits } from './support/decide/conformance.ts'
import { type Answering, BUNDLED, ENGINE, REFERENCE, ROBOTS } from './support/decide/evaluators.ts'

/** Cases believed wrong or not yet covered, `exhibit#number` from 1, and why. One that passes after all fails its test. */
const EXCEPTIONS: Readonly<Record<string, string>> = {}

const FILES = [...readExhibits('conformance'), ...readExhibits('conformance-ours')]

describe.each([REFERENCE, ENGINE, BUNDLED, ROBOTS])('$name', ({ name, prepare }) => {
  // `robots` reads a text alone.
  const isRead = ({ site }: Exhibit) => site === undefined || name !== ROBOTS.name
  const files = FILES.filter(({ exhibits }) => exhibits.some(isRead))
  describe.each(files)('$file', ({ exhibits }) => {
    for (const exhibit of exhibits.filter(isRead)) {
      it(`[${exhibit.cites.join(', ')}] ${exhibit.id}: ${exhibit.note}`, async () => {
        const policy = policyOf(exhibit)
        const answer = await prepare({ policy, files: { 'robots.txt': exhibit.policy } })
        expect(contradictions(exhibit, answer), `the policy is\n${exhibit.policy}`).toEqual([])
      })
    }
  })
})

/** The policy of a text, or of a site with what is generated for its categories (I6). */
function policyOf({ policy, site }: Exhibit): Policy {
  if (site === undefined) return readText(policy).policy
  const files = Object.entries({ 'robots.txt': policy, 'site.toml': site })
  const encoder = new TextEncoder()
  const bytes = new Map(files.map(([path, text]) => [path, encoder.encode(text)]))
  return generateRobots(readSite('a.test', bytes), CRAWLERS).policy
}

const CRAWLERS = { crawlers: knownCrawlers().crawlers }

/** What the answers have against the cases, less the exceptions; and exceptions that hold no longer. */
function contradictions({ id, cases }: Exhibit, answer: Answering): string[] {
  return cases.flatMap((one, i) => {
    const found = complaints(one, answer(questionOf(one)))
    const reason = EXCEPTIONS[`${id}#${i + 1}`]
    if (reason === undefined) return found
    return found.length > 0
      ? []
      : [`case ${i + 1} passes, take it off the list of exceptions (${reason})`]
  })
}

it('every exception names a case', () => {
  const exhibits = new Map(FILES.flatMap((file) => file.exhibits.map((each) => [each.id, each])))
  const unknown = Object.keys(EXCEPTIONS).filter((key) => {
    const [id = '', number] = key.split('#')
    return exhibits.get(id)?.cases[Number(number) - 1] === undefined
  })
  expect(unknown).toEqual([])
})

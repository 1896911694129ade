/**
 * Every case of test/conformance/, and of our own in test/conformance-ours/, through both evaluators: the reference, and the engine with its program as compiled
 * and as it comes back from a bundle, and `robots` of the library.
 */
import { describe, expect, it } from 'vitest'
import { readText } from '../src/language/site/read-site.ts'
import { complaints, type Exhibit, questionOf, readExhibits } from './support/conformance.ts'
import { type Answering, BUNDLED, ENGINE, REFERENCE, ROBOTS } from './support/evaluators.ts'

/** Cases believed wrong or not yet covered, `exhibit#number` from 1, and why. One that passes after all fails its test. */
const EXCEPTIONS: Readonly<Record<string, string>> = {}

const FILES = [...readExhibits('conformance'), ...readExhibits('conformance-ours')]

describe.each([REFERENCE, ENGINE, BUNDLED, ROBOTS])('$name', ({ prepare }) => {
  describe.each(FILES)('$file', ({ exhibits }) => {
    for (const exhibit of exhibits) {
      it(`[${exhibit.cites.join(', ')}] ${exhibit.id}: ${exhibit.note}`, async () => {
        const { policy } = readText(exhibit.policy)
        const answer = await prepare({ policy, files: { 'robots.txt': exhibit.policy } })
        expect(contradictions(exhibit, answer), `the policy is\n${exhibit.policy}`).toEqual([])
      })
    }
  })
})

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

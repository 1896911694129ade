/** A made-up site with one planted fault of each kind → each is found, and nothing else. */
import { describe, expect, it } from 'vitest'
import { auditOf, type Fault, PLANTED } from '../../support/author/sound-site.ts'
import { isLong, someOf } from '../../support/runs.ts'

/**
 * What a fault hides: where the reader is refused, the page counts no more; with other rules for GPTBot, another crawler is the first
 * that is refused, whose spellings are asked.
 */
const HIDES: Readonly<Record<number, readonly number[]>> = {
  15: [9, 10, 11, 16, 23],
  20: [12, 13, 14],
}

/** A site with two faults. One hides the other where both answer the same question. */
function bothFaults(one: Fault, two: Fault) {
  let isHidden = false
  const site: Fault = (question, path) => {
    const [first, second] = [one(question, path), two(question, path)]
    isHidden ||= first !== null && second !== null
    return first ?? second
  }
  return { site, isHidden: () => isHidden }
}

describe('acap audit finds each planted fault, and nothing else', () => {
  it.each(PLANTED)('kind $id', async (planted) => {
    const { contradictions } = await auditOf(planted)
    expect([...new Set(contradictions.map(({ id }) => id))]).toEqual([planted.id])
  })

  it('finds two faults at once, unless one hides the other', async () => {
    const pairs = PLANTED.flatMap((one, i) =>
      PLANTED.slice(i + 1).map((two) => [one, two] as const),
    )
    let together = 0
    const others: string[] = []
    for (const [one, two] of someOf(pairs, 10)) {
      if ((one.robots ?? two.robots) && (one.policy ?? two.policy)) continue
      if (one.policy !== undefined && two.policy !== undefined) continue
      if (HIDES[one.id]?.includes(two.id) || HIDES[two.id]?.includes(one.id)) continue
      const { site, isHidden } = bothFaults(one.site, two.site)
      const { contradictions } = await auditOf({ ...one, ...two, site })
      if (isHidden()) continue
      together++
      const found = [...new Set(contradictions.map(({ id }) => id))]
      if (found.join() !== `${one.id},${two.id}`) others.push(`${one.id}+${two.id}: ${found}`)
    }
    expect(others).toEqual([])
    expect(together).toBeGreaterThan(isLong ? 100 : 2)
  })
})

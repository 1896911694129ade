/**
 * Long tests in blocks: each block draws from the seed and its number, so a run that was ended goes on where it was.
 * ACAP_SOAK_STATE names the folder that remembers how far each test has come; ACAP_SEED repeats a run. ACAP_SHARD=2/8 runs
 * the second of eight parts of the blocks: with one seed, all parts together are the whole run.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'

const { ACAP_LONG, ACAP_SEED, ACAP_SHARD = '1/1', ACAP_SOAK_STATE } = process.env
const [PART = 1, PARTS = 1] = ACAP_SHARD.split('/').map(Number)

/** The examples of a property that are one block. */
const EXAMPLES = 1000

export interface Block {
  readonly number: number
  /** Its own. */
  readonly seed: number
}

interface State {
  readonly seed: number
  /** Blocks that are done. */
  readonly blocks: number
}

/** The blocks that are left of a test; each counts as done when the next one is asked for. */
export function* blocksOf(test: string, count: number): Iterable<Block> {
  const path =
    ACAP_SOAK_STATE === undefined
      ? null
      : join(
          ACAP_SOAK_STATE,
          `${test.replaceAll(/\W+/g, '-')}${PARTS > 1 ? `-${PART}-of-${PARTS}` : ''}.json`,
        )
  const { seed, blocks } = stateIn(path, count)
  if (ACAP_LONG) console.log(`${test}: seed ${seed}, from block ${blocks} of ${count} on`)
  for (let number = blocks; number < count; number++) {
    if (number % PARTS !== PART - 1) continue
    yield { number, seed: seed + number }
    if (path !== null)
      writeFileSync(path, JSON.stringify({ seed, blocks: number + 1 } satisfies State))
  }
}

/** Checks a property so many times. @throws Error with the example for which it does not hold. */
export function assertInBlocks<T>(test: string, property: fc.IProperty<T>, times: number): void {
  const count = Math.ceil(times / EXAMPLES)
  for (const { seed } of blocksOf(test, count))
    fc.assert(property, { numRuns: Math.ceil(times / count), seed })
}

/** Where a test goes on; from the beginning, with another seed, where it was through. */
function stateIn(path: string | null, count: number): State {
  if (path !== null) {
    mkdirSync(ACAP_SOAK_STATE!, { recursive: true })
    const state = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as State) : null
    if (state !== null && state.blocks < count) return state
  }
  return { seed: Number(ACAP_SEED ?? (ACAP_LONG ? Date.now() % 0x7fffffff : 9309)), blocks: 0 }
}

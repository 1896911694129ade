/**
 * A rate and whose it is → whether this document may go now (X3). Asks the crawler's Pacer, within a budget; where it
 * does not answer the document goes: a counter that is down must not keep a permitted crawler out.
 */
import type { PaceStore } from './platform.ts'

/** Whose documents are counted together. */
export interface Counted {
  readonly site: string
  /** The crawler's name, else its product token. */
  readonly crawler: string
  readonly assurance: string
}

const BUDGET_MS = 1000

/** Seconds until the next document conforms, rounded up; 0 where this one does. Throws where the Pacer does not answer. */
export async function pace(paces: PaceStore, who: Counted, seconds: number): Promise<number> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the pace store did not answer within ${BUDGET_MS} ms`)), BUDGET_MS)
  })
  try {
    const key = JSON.stringify([who.site, who.crawler, who.assurance])
    return Math.ceil((await Promise.race([paces.admit(key, seconds * 1000), late])) / 1000)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Two patterns → how they stand to each other (L3), by the keys that the compiler orders.
 */
import { compareKeys, type Order, orderKey } from '../../../src/words/pattern-relations.ts'

/** Where pattern `a` stands to pattern `b`. */
export function comparePatterns(a: string, b: string): Order {
  return compareKeys(orderKey(a), orderKey(b))
}

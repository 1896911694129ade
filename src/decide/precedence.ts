/**
 * Orders matching conventional rules: the longest in octets decides, and on a tie an Allow (C1).
 */

/** The greatest weight wins. `length` is the pattern's length in the form of P2. */
export function ruleWeight(length: number, isAllow: boolean): number {
  return length * 2 + (isAllow ? 1 : 0)
}

export function permits(weight: number): boolean {
  return weight % 2 === 1
}

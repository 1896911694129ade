/** C1: which of the rules that match a target decides: the longest in octets, and of equal ones an Allow. */

/** The greatest weight wins. `length`: that of the pattern in the form of P2. */
export function ruleWeight(length: number, isAllow: boolean): number {
  return length * 2 + (isAllow ? 1 : 0)
}

export function permits(weight: number): boolean {
  return weight % 2 === 1
}

/**
 * How people are shown the name of a crawler, which the engine knows in lower case: as the files of
 * the policy write it, else as its operator does.
 */
import { operatorsSpelling } from '../../crawlers/policy-tokens.ts'
import { writtenNames } from '../../language/policy/chosen-groups.ts'
import type { Tree } from '../../language/text/tree.ts'

export type DisplayName = (name: string) => string

export function displayNames(trees: Iterable<Tree>): DisplayName {
  const written = writtenNames(trees)
  return (name) => {
    const own = written(name)
    return own === name ? operatorsSpelling(name) : own
  }
}

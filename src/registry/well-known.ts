/**
 * Product tokens that robots.txt files name most often, and names of several words or with a dot that operators or ai.robots.txt
 * publish for robots.txt, as they write them: what a misspelt name probably means, and how a name is written in a group.
 * Recognising crawlers is the task of the lists, which know many more.
 */
import { foldCase } from '../grammar/path-form.ts'
import tokens from './data/well-known.json' with { type: 'json' }
import { POLICY_TOKENS } from './policy-tokens.ts'

export const WELL_KNOWN_CRAWLERS: readonly string[] = tokens

const BY_NAME: ReadonlyMap<string, string> = new Map(
  [...tokens, ...POLICY_TOKENS.map(({ token }) => token)].map((name) => [foldCase(name), name]),
)

/** A name in lower case as its operator writes it, as far as that is known. */
export function operatorsSpelling(name: string): string {
  return BY_NAME.get(name) ?? name
}

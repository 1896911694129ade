/** `User-agent: GPTBot, CCBot`: one line that means several crawlers, and names the first alone. */
import { WELL_KNOWN_CRAWLERS } from '../../crawlers/policy-tokens.ts'
import { productToken } from '../../words/name-token.ts'
import { foldCase } from '../../words/path-form.ts'
import { joinedField } from '../text/joined-field.ts'
import { type Check, linesWith } from './context.ts'

/** Between names. A slash between blanks is no version's. */
const SEPARATORS = /[ \t]*(?:[,;|&]|[ \t][+/][ \t]|[ \t](?:and|und|et|y|or)[ \t]|\\[nrt])+[ \t]*/i
/** Names contain none of these; `RepoMonkey Bait & Tackle` is a name. */
const LIST = /[,;|]/
/** What is no part of a name, and words that join names. */
const BETWEEN_WORDS = /(?:[^\w*-]|\b(?:and|und|et|y|or)\b)+/i
/** A whole header, and a remark, are written with these. */
const PROSE = /[()"]|^(?:mozilla|opera)\b/i
const KNOWN: ReadonlySet<string> = new Set(WELL_KNOWN_CRAWLERS.map(foldCase))

export const joinedNames: Check = (context, report) => {
  for (const { value, at } of linesWith(context, 'crawler', 'token')) {
    // Another check says more of these.
    if (joinedField(value, true) !== null) continue
    const [, ...others] = namesIn(value)
    if (others.length > 0) report(at, 'joined-names', [value, others])
  }
}

/** The names that a value means; of names with other signs between them only those that are well known. */
function namesIn(value: string): readonly string[] {
  const names = PROSE.test(value) ? [] : value.split(SEPARATORS).filter((each) => each !== '')
  const isMeant = LIST.test(value) || names.slice(1).some(isWellKnown)
  if (names.length > 1 && isMeant && names.every(isName)) return names
  const words = value.split(BETWEEN_WORDS).filter((each) => /\w|\*/.test(each))
  return new Set(words).size > 1 && words.every(isWellKnown) ? words : []
}

function isWellKnown(word: string): boolean {
  return word === '*' || KNOWN.has(foldCase(productToken(word) ?? ''))
}

function isName(text: string): boolean {
  return text === '*' || (/^[a-z]/i.test(text) && !text.includes('//') && !text.includes('@'))
}

/** Several crawlers on one line (`User-agent: GPTBot, CCBot`), of which only the first counts. */
import { WELL_KNOWN_CRAWLERS } from '../../crawlers/policy-tokens.ts'
import { productToken } from '../../words/name-token.ts'
import { foldCase } from '../../words/path-form.ts'
import { joinedField } from '../text/joined-field.ts'
import { eachLine } from './context.ts'

/** Separators between names. A slash needs blanks around it, because versions have one. */
const SEPARATOR = /[,;|&]|[ \t](?:[+/]|and|und|et|y|or)(?=[ \t])|\\[nrt]/i
/** Names contain none of these. `&` is not here: `RepoMonkey Bait & Tackle` is a name. */
const LIST = /[,;|]/
/** Characters outside names, and words that join names. */
const BETWEEN_WORDS = /(?:[^\w*-]|\b(?:and|und|et|y|or)\b)+/i
/** Signs of a whole header or a remark. */
const PROSE = /[()"]|^(?:mozilla|opera)\b/i
const KNOWN: ReadonlySet<string> = new Set(WELL_KNOWN_CRAWLERS.map(foldCase))

export const joinedNames = eachLine(['crawler', 'token'], 'joined-names', ({ value }) => {
  // Joined fields have a check of their own.
  const [, ...others] = joinedField(value, true) === null ? namesIn(value) : []
  return others.length > 0 ? [value, others] : null
})

/** The names in a value. With other signs between them, only well-known names count. */
function namesIn(value: string): readonly string[] {
  const parts = PROSE.test(value) ? [] : value.split(SEPARATOR).map((each) => each.trim())
  const names = parts.filter((each) => each !== '')
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

/**
 * Classifies targets before any rule: the first matching form, else plain. A plain target has one
 * spelling (P6), so the longest pattern decides. An odd one has several: it is closed if a closing
 * pattern matches any of them. A foul one is sent by no crawler: it is closed if anything is.
 */
import type { SiteProgram } from '../../../program/program.ts'
import { literal, type Row } from '../expressions.ts'
import type { TargetRule } from './deciding-rule.ts'

type TargetForm = 'open' | 'plain' | 'foul' | 'odd' | 'exempt'
export type FormRow = Row<TargetForm>

const IN_PATH = '^[^?]*'
const SLASH = '(?:/|%2[fF])'
const DOT = '(?:[.]|%2[eE])'
const SEGMENT_END = '(?:[/?;]|%2[fF]|%3[bB]|$)'

/** Most targets: told by one expression, where no path is exempt. */
const SEGMENT = '[A-Za-z0-9_-](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?'
const USUAL = `^(?:/${SEGMENT})*/?(?:[?][A-Za-z0-9_=&-]*)?$`

const FOUL = [
  '[^\\x21-\\x7e]|[#\\x5c]',
  '^[^/]',
  // Letters and digits, encoded.
  '%(?:3[0-9]|[46][1-9a-fA-F]|[57][0-9aA])',
  `${IN_PATH}(?:%5[cC]|%00)`,
  `${IN_PATH}${SLASH}${DOT}${DOT}?${SEGMENT_END}`,
]

const FOLDED = {
  case: [],
  'double-encoding': [`${IN_PATH}%25`],
  'full-width': [`${IN_PATH}%[89a-fA-F]`],
  'segment-dots': [`${IN_PATH}(?:${DOT}|%20)${SEGMENT_END}`],
}

const ODD = [
  '%(?:2[dDeE]|5[fF]|7[eE])',
  '[\\x22<>\\x5e\\x60\\x7b-\\x7d]',
  `${IN_PATH}%(?:2[1678bBcC9]|3[aAbBdD]|40|5[bBdD])`,
]

/** Unless the origin keeps them apart. */
const KEPT_APART = { params: ';', slashes: '//', 'encoded-slash': '%2[fF]' } as const

export function formRows(
  { config, files }: Pick<SiteProgram, 'config' | 'files'>,
  rules: readonly TargetRule[],
  patternsEncode: boolean,
): readonly FormRow[] {
  const byPatterns = formsByPatterns(rules, patternsEncode)
  const odd = [
    ...ODD,
    ...Object.entries(KEPT_APART)
      .filter(([step]) => !config.distinct.some((each) => each === step))
      .map(([, text]) => IN_PATH + text),
    ...byPatterns.odd,
  ]
  const served = new Set(['robots.txt', ...files.map(({ path }) => path)])
  return [
    ...[...served].map((path): FormRow => [`^/${literal(path)}(?:[?]|$)`, 'open']),
    ...(config.exempt.length === 0 ? [[USUAL, 'plain'] as const] : []),
    ...[...FOUL, ...byPatterns.foul, ...config.folds.flatMap((fold) => FOLDED[fold])].map(
      (each): FormRow => {
        return [each, 'foul']
      },
    ),
    ...odd.map((each): FormRow => [each, 'odd']),
    ['^/[.]well-known/', 'exempt'],
    ...config.exempt.map((path): FormRow => {
      const isOpenEnd = path.endsWith('*')
      const own = isOpenEnd ? `${literal(path.slice(0, -1))}[^?]*` : literal(path)
      return [`^${own}(?:[?]|$)`, 'exempt']
    }),
  ]
}

const ENCODED_RESERVED = /%(?:2[16789BC]|3[ABD]|40|5[BD])/
const RESERVED = /[!&'()+,:;=@[\]]/
/** Reserved characters as they are, where a path that has one has two spellings. */
export const RESERVED_IN_PATH = `${IN_PATH}[!&'()+,:;=@\\x5b\\x5d]`

/** What patterns such as `*2d` could read as a triple's end. */
export const SPLITTING = '[*$\\x22<>\\x5e\\x60\\x7b-\\x7d]'

/** What more is odd or foul because of what the patterns hold. */
function formsByPatterns(rules: readonly TargetRule[], patternsEncode: boolean) {
  // A pattern such as `*2d` matches the digits of a percent triple. An expression does not decode
  // `%2d` to `-`, nor write the digits in upper case, as P2 does.
  const splits = rules.some(({ pattern }) => /\*[0-9A-Fa-f]/.test(pattern))
  // With encoded characters in the policy, a literal one has an encoded spelling (P6).
  const isReserved = rules.some(({ pattern, effect }) => {
    return ENCODED_RESERVED.test(pattern) || (effect === 'allow' && RESERVED.test(pattern))
  })
  return {
    odd: [
      ...(splits ? ['%(?:[a-f]|[0-9A-Fa-f][a-f])'] : []),
      ...(patternsEncode && isReserved ? [RESERVED_IN_PATH] : []),
    ],
    // P2 writes `"` as `%22`, which `*22` matches. An expression sees the target as received,
    // without these digits. It cannot decide, so these targets are foul.
    foul: splits ? [SPLITTING, ...(patternsEncode ? [RESERVED_IN_PATH] : [])] : [],
  }
}

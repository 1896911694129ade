/**
 * Writes a group's rules as tests of the raw target. A target with other spellings (P6) is closed
 * if the group closes anything: without regular expressions, no test can compare its spellings.
 */
import type { DoorGroup, DoorPlan } from '../plan.ts'
import type { TargetRule } from '../targets/deciding-rule.ts'
import { layersOf } from '../targets/layers.ts'
import { RESERVED_IN_PATH, SPLITTING } from '../targets/target-forms.ts'
import { quoted, RAW_PATH, RAW_TARGET, wildcard } from './expressions.ts'

/** Targets for which one test holds and no exception does. */
export interface TargetTests {
  readonly any: readonly string[]
  readonly not: readonly string[]
}

/**
 * What has other spellings, in any letter case: encoded letters, digits and reserved characters,
 * dot segments, parameters.
 */
const ODD_TESTS: readonly string[] = [
  ...['/.', '//', ';', '\\', '%3', '%4', '%5', '%6', '%7', '%00'].map((part) => {
    return `${RAW_PATH} contains ${quoted(part)}`
  }),
  ...['1', '6', '7', '8', '9', 'b', 'c', 'd', 'e', 'f'].map((digit) => {
    return `lower(${RAW_PATH}) contains "%2${digit}"`
  }),
]

/** The same in a query, where patterns read it. */
const ODD_QUERY: readonly string[] = [
  ...['%3', '%4', '%5', '%6', '%7'].map((part) => `${RAW_TARGET} contains ${quoted(part)}`),
  ...['d', 'e'].map((digit) => `lower(${RAW_TARGET}) contains "%2${digit}"`),
  ...['?&', '?=', '??'].map((part) => `${RAW_TARGET} contains ${quoted(part)}`),
  wildcard(RAW_TARGET, '*?', false),
]
/** As they are, where patterns distinguish them from their triples. */
const RESERVED: readonly string[] = [..."!&'()+,:=@[]"].map((sign) => {
  return `${RAW_PATH} contains ${quoted(sign)}`
})
/** What a pattern such as `*2d` reads as a triple's end. */
const WILDCARDS: readonly string[] = ['*', '$', '"', '<', '>', '^', '`', '{', '|', '}'].map(
  (sign) => {
    return `${RAW_TARGET} contains ${quoted(sign)}`
  },
)
export const ODD_TARGETS: ReadonlySet<string> = new Set([
  ...ODD_TESTS,
  ...ODD_QUERY,
  ...RESERVED,
  ...WILDCARDS,
])

/** Empty: everything is closed. */
export function targetTests({ forms }: DoorPlan, { rules }: DoorGroup): readonly TargetTests[] {
  const layers = layersOf(rules)
  const [first] = layers
  const isAll = ({ pattern }: TargetRule) => pattern === '/'
  if (layers.length === 1 && first!.rules.some(isAll)) return []
  const closing = rules.filter(({ effect }) => effect === 'disallow')
  const expressions = new Set(forms.map(([expression]) => expression))
  const readsQuery = rules.some(({ pattern }) => /[?*$]/.test(pattern))
  const odd = [
    ...ODD_TESTS,
    ...(readsQuery ? ODD_QUERY : []),
    ...(expressions.has(RESERVED_IN_PATH) ? RESERVED : []),
    ...(expressions.has(SPLITTING) ? WILDCARDS : []),
  ]
  const found: TargetTests[] = closing.length === 0 ? [] : [{ any: odd, not: [] }]
  const open: string[] = []
  for (const { effect, rules } of layers) {
    const tests = rules.flatMap(ruleTests)
    if (effect === 'allow') open.push(...tests)
    else found.push({ any: tests, not: [...open] })
  }
  return found
}

function ruleTests({ pattern, effect, folds }: TargetRule): readonly string[] {
  const isEnd = pattern.endsWith('$')
  const text = textOf(isEnd ? pattern.slice(0, -1) : pattern)
  const isClosing = effect === 'disallow'
  const texts = isClosing ? closingTexts(text, isEnd) : [text]
  // The digits of a triple have two letter cases, and `*` may end inside of one.
  const isCaseless = folds || (isClosing && /%(?:[A-F]|[0-9][A-F])|[*][0-9A-F]*[A-F]/.test(text))
  return texts.map((each) => {
    const field = /[?*]/.test(each) || isEnd ? RAW_TARGET : RAW_PATH
    const test = wildcard(field, isEnd ? each : endedByStar(each), isCaseless)
    return !isClosing && /[*][0-9A-F]/i.test(text)
      ? `(${test} and not ${RAW_TARGET} contains "%")`
      : test
  })
}

/**
 * A Disallow also matches its target without the last `/`, with an empty query, and with octets
 * beyond ASCII as they are (P6).
 */
function closingTexts(text: string, isEnd: boolean): readonly string[] {
  // What a request may hold encoded or as it is.
  const loose = text.replace(/%(?:2[24A]|3[CE]|5[CE]|60|7[BCD])/g, '*').replace(/[*]+/g, '*')
  const readable = decodePercent(loose)
  return [...new Set([loose, ...(readable === null ? [] : [readable])])].flatMap((each) => {
    return [...new Set([each, each.replace('?', '/?'), ...(isEnd ? [`${each}/`] : [])])]
  })
}

function decodePercent(text: string): string | null {
  if (!/%[89A-F]/.test(text)) return null
  return text.replace(/(?:%[89A-F][0-9A-F])+/g, (triples) => {
    const octets = Buffer.from(triples.replaceAll('%', ''), 'hex')
    const own = octets.toString()
    return own.includes('\ufffd') ? '*' : own
  })
}

function endedByStar(text: string): string {
  return text.endsWith('*') ? text : `${text}*`
}

/** Triples in upper case; a run of stars is one. */
function textOf(pattern: string): string {
  const text = pattern.replace(/%[0-9a-f]{2}/gi, (triple) => triple.toUpperCase())
  return text.replace(/[*]+/g, '*').replaceAll('\\', '%5C')
}

/**
 * Converts a site to a robots.txt with ACAP records for the same crawl decisions. The engine
 * decides which rules win.
 */

import { cached } from '../../base/cached.ts'
import { isReadersName } from '../../crawlers/reader-words.ts'
import { finding } from '../../language/findings/diagnostic.ts'
import { writtenNames } from '../../language/policy/chosen-groups.ts'
import {
  allFields,
  type ConventionalGroup,
  type ConventionalRule,
  type Policy,
} from '../../language/policy/policy.ts'
import type { SiteReading } from '../../language/site/read-site.ts'
import {
  fieldSpan,
  fieldText,
  fieldValue,
  parse,
  type Tree,
  versionComment,
} from '../../language/text/tree.ts'
import { compileAsWritten } from '../../program/compile/compile.ts'
import { identifiesAlone, phrasesOf } from '../../program/compile/name-trie.ts'
import { writtenPattern } from '../../words/path-form.ts'
import { added, authorLine, paragraphs, type ServedLine } from '../served/served-line.ts'
import { versionOf } from '../served/token-reading.ts'
import { globsOf, patternOf } from './common-patterns.ts'
import type { Convert } from './conversion.ts'
import { convertCrawl } from './crawl-conversion.ts'
import { CrawlDecisions, type MeantRule, MeantRules, UNNAMED } from './meant-rules.ts'

const ACAP = 'ACAP'
/** ACAP Part 1, 2.8: what is converted uses nothing of a later version. */
const VERSION = '1.1'

type SourceRule = Pick<ConventionalRule, 'pattern' | 'raw' | 'origin'>

interface CrawlField extends Pick<MeantRule, 'effect' | 'pattern'> {
  /** The rule that it comes from; null where it comes from how groups are read. */
  readonly rule: SourceRule | null
}

interface ConvertedToken {
  readonly token: string
  /** The names that stand for it, where these are several words (C1). */
  readonly names: readonly string[]
  readonly groups: readonly ConventionalGroup[]
  readonly meant: MeantRules
  /** The rules of its groups that decide inside their patterns, by pattern. */
  readonly own: ReadonlyMap<string, ConventionalRule>
}

export const toAcap: Convert = (reading, { originals, now }) => {
  const tree = reading.trees.get('robots.txt') ?? parse('')
  const policy = { ...reading.policy, routes: [] }
  const program = (each: Policy) => compileAsWritten(each, reading.trees)
  const tokens = convertedTokens(policy, new CrawlDecisions(program(policy), now))
  const globs = new Set(tokens.flatMap(({ token, groups }) => globsOf(groups, token)))
  return convertCrawl({
    reading,
    now,
    vocabulary: ACAP,
    looser: 'converted-more-loosely',
    caseless: 'actual',
    agents: agentsOf(policy),
    policy,
    program,
    rules: tokens.map(({ meant }) => meant),
    lines: () => servedLines(tree, policy, recordLines(tokens, reading, originals)),
    lineEnd: lineEndOf(tree),
    missing: [...globs].map(({ origin: { line, text } }) =>
      finding(fieldSpan(tree, tree.lines[line - 1]!), 'not-expressible', [text, ACAP, null]),
    ),
  })
}

/**
 * Crawlers of every name, also of the first of several words where it stands behind another name
 * (C1).
 */
function agentsOf(policy: Policy): readonly string[] {
  const phrases = phrasesOf(policy)
  const names = new Set([
    ...policy.groups.flatMap(({ tokens }) =>
      tokens.flatMap((token) => [token, ...(phrases.get(token) ?? [])]),
    ),
    ...policy.records.flatMap((each) => each.names),
  ])
  names.delete('*')
  return [...names, UNNAMED, ...[...phrases.keys()].map((token) => `x ${token}`)]
}

function convertedTokens(policy: Policy, expected: CrawlDecisions): readonly ConvertedToken[] {
  const namesInWords = phraseNames(policy)
  return [...tokensToConvert(policy, namesInWords)].flatMap((token) => {
    const names = namesInWords.get(token) ?? [token]
    const groups = policy.groups.filter(
      ({ scope, tokens }) => scope === null && tokens.includes(token),
    )
    const version = versionOf(groups, token)
    if (groups.length === 0 || version === 'experimental') return []
    const meant = new MeantRules(expected, [token === '*' ? UNNAMED : names[0]!])
    const own = new Map<string, ConventionalRule>()
    for (const rule of groups.flatMap(({ rules }) => rules)) {
      const pattern = patternOf(rule, version)
      const decided = pattern === null || own.has(pattern) ? null : meant.ruleFor(pattern)
      // Of an Allow and a Disallow with one pattern only the Allow decides (C1).
      if (decided?.effect !== rule.effect) continue
      own.set(decided.pattern, rule)
      meant.add(decided)
    }
    return [{ token, names, groups, meant, own }]
  })
}

/** The crawlers of conventional groups whose crawl no ACAP record addresses, by name or by `*`. */
function tokensToConvert(
  { ignoresConventional, version, groups, records }: Policy,
  namesInWords: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const addressed = new Set(
    records.flatMap((record) =>
      allFields(record).some(({ usage }) => usage === 'crawl') ? record.names : [],
    ),
  )
  if (ignoresConventional || version.reading === 'none' || addressed.has('*')) return new Set()
  const isAddressed = (token: string) =>
    (namesInWords.get(token) ?? [token]).some((name) => addressed.has(name))
  return new Set(groups.flatMap(({ tokens }) => tokens.filter((token) => !isAddressed(token))))
}

/** C1: tokens of several words of which readers send the first. */
function phraseNames(policy: Policy): ReadonlyMap<string, readonly string[]> {
  const known = [...phrasesOf(policy)].filter(
    ([token, rows]) => isReadersName(token) && rows.length > 0,
  )
  return new Map(
    known.map(([token, rows]) => [token, identifiesAlone(token) ? [token, ...rows] : rows]),
  )
}

/** The records, in the order of the groups: names share one where it says the same. */
function recordLines(
  tokens: readonly ConvertedToken[],
  reading: SiteReading,
  originals: boolean,
): ServedLine[][] {
  const { policy, trees } = reading
  const written = writtenNames(trees.values())
  const empty = emptyRules(policy, trees.get('robots.txt'))
  const beside = (text: string | undefined) => (originals && text !== undefined ? ` # ${text}` : '')
  const records = new Map<
    string,
    { readonly names: ServedLine[]; readonly fields: readonly ServedLine[] }
  >()
  for (const each of tokens) {
    const fields = fieldsOf(each, empty)
    if (fields.length === 0) continue
    // R7: `*` addresses everybody, no matter what stands beside it.
    const says = fields.map(({ effect, pattern }) => [effect, pattern])
    const key = JSON.stringify([each.token === '*', policy.groups.indexOf(each.groups[0]!), says])
    const lines = () => fields.map((field) => fieldLine(field, beside(field.rule?.origin.text)))
    const { names } = cached(records, key, () => ({ names: [], fields: lines() }))
    names.push(
      ...each.names.map((name) =>
        added(`ACAP-crawler: ${written(name)}${beside(`User-agent: ${written(name)}`)}`),
      ),
    )
  }
  return [...records.values()].map(({ names, fields }) => [...names, ...fields])
}

function fieldLine(field: CrawlField, beside: string): ServedLine {
  const text = `ACAP-${field.effect}-crawl: ${resourceOf(field)}${beside}`
  return field.rule === null ? added(text) : authorLine(text, field.rule.origin.line)
}

/**
 * C1: a crawler's own group stands for all others, and an ACAP record only where one of its fields
 * matches (L1). So it says what holds where no rule matches. An empty Disallow says the same
 * explicitly.
 */
function fieldsOf(
  { token, groups, meant, own }: ConvertedToken,
  emptyOf: ReadonlyMap<ConventionalGroup, SourceRule>,
): readonly CrawlField[] {
  const { effect } = meant.ruleFor('/')
  const empty =
    effect === 'allow' ? groups.flatMap((group) => emptyOf.get(group) ?? [])[0] : undefined
  const isStated = meant.all.some(({ pattern }) => pattern === '/')
  const isNeeded = !isStated && (token !== '*' || effect === 'disallow' || empty !== undefined)
  const rules = groups.flatMap((group) => group.rules)
  const fields = meant.all.map(({ effect, pattern, fields }): CrawlField => {
    const source = () => rules.find(({ origin }) => fields.some(({ line }) => line === origin.line))
    return { effect, pattern, rule: own.get(pattern) ?? source() ?? null }
  })
  return isNeeded ? [{ effect, pattern: '/', rule: empty ?? null }, ...fields] : fields
}

/**
 * The empty Disallow of each group that has one. The groups of the robots.txt are the policy's
 * first.
 */
function emptyRules(
  { groups }: Policy,
  tree = parse(''),
): ReadonlyMap<ConventionalGroup, SourceRule> {
  const nodes = tree.blocks.filter((block) => block.kind === 'group')
  const found = nodes.flatMap(({ fields }, i) => {
    const empty = fields.find(
      ({ line }) => line.field?.name === 'Disallow' && fieldValue(tree, line) === '',
    )?.line
    if (empty === undefined) return []
    const origin = { source: tree.source.file, line: empty.number, text: fieldText(tree, empty) }
    return [[groups[i]!, { pattern: '', raw: '', origin }] as const]
  })
  return new Map(found)
}

/** The pattern as the author wrote it, where that is one word and means the same. */
function resourceOf({ pattern, rule }: CrawlField): string {
  return rule !== null && rule.pattern === pattern && !/\s/.test(rule.raw)
    ? rule.raw
    : writtenPattern(pattern)
}

/**
 * The author's lines, with the records in front of those that are there: a name at the end would
 * join them (R4).
 */
function servedLines(tree: Tree, policy: Policy, records: readonly ServedLine[][]): ServedLine[] {
  const author = tree.lines.map((line) =>
    authorLine(tree.source.text.slice(line.start, line.end), line.number),
  )
  if (records.length === 0) return author
  const speaksAcap = tree.lines.some(({ field }) => field?.dialect === 'acap')
  const first = tree.lines.findIndex(({ field }) => field?.value === 'crawler')
  const at = first < 0 ? author.length : first
  const hasComment = tree.lines.some((line) => versionComment(tree, line) !== null)
  const own = paragraphs([speaksAcap ? [] : [added(`ACAP-version: ${VERSION}`)], ...records])
  const isApart = author[at - 1]?.text === '' || at === 0
  return [
    ...(hasComment
      ? []
      : [added(`##ACAP version=${speaksAcap ? policy.version.declared : VERSION}`)]),
    ...author.slice(0, at),
    ...(isApart ? [] : [added('')]),
    ...own,
    ...(at === author.length ? [] : [added('')]),
    ...author.slice(at),
  ]
}

/** Lines end as those of the author do. */
function lineEndOf({ source, lines: [first] }: Tree): string {
  return first === undefined || first.end === first.next
    ? '\n'
    : source.text.slice(first.end, first.next)
}

/**
 * A site → its robots.txt with ACAP records beside the conventional groups, which say the same of the crawl. The lines
 * that are there stay as they are, because crawlers that know no ACAP read them. A crawler whose crawl an ACAP record
 * addresses already gets none.
 */

import { compileAsWritten } from '../compile/compile.ts'
import { phrasesOf } from '../compile/name-trie.ts'
import { writtenPattern } from '../grammar/path-form.ts'
import { finding } from '../language/findings/diagnostic.ts'
import { writtenNames } from '../language/policy/chosen-groups.ts'
import type { Policy } from '../language/policy/policy.ts'
import { fieldSpan, parse, type Tree, versionComment } from '../language/text/tree.ts'
import { added, authorLine, paragraphs, type ServedLine } from '../publish/served-line.ts'
import { acapRecords, type CrawlField, type CrawlRecord, convertedTokens, inexpressibleGlobs } from './acap-records.ts'
import type { Convert } from './conversion.ts'
import { type CrawlDraft, convertCrawl } from './crawl-conversion.ts'
import { CrawlDecisions, UNNAMED } from './crawl-decisions.ts'

/** What ACAP is called in findings. */
const ACAP = 'ACAP'
/**
 * ACAP Part 1, 2.8: what is converted uses nothing of a later version, and nothing is there that it could switch on.
 */
const VERSION = '1.1'

/** Writes the records. */
export const toAcap: Convert = (reading, { originals, now }) => {
  const tree = reading.trees.get('robots.txt') ?? parse('')
  const policy = { ...reading.policy, routes: [] }
  const program = (each: Policy) => compileAsWritten(each, reading.trees)
  const tokens = convertedTokens(policy, new CrawlDecisions(program(policy), now))
  const written = writtenNames(reading.trees.values())
  const draft: CrawlDraft = {
    vocabulary: ACAP,
    caseless: 'actual',
    letters: 'exact',
    agents: agentsOf(policy),
    policy,
    program,
    rules: tokens.map(({ meant }) => meant),
    lines: () => servedLines(tree, policy, recordLines(acapRecords(tokens, policy, tree), written, originals)),
    textOf: (lines) => textOf(tree, lines),
    missing: inexpressibleGlobs(tokens).map(({ origin: { line, text } }) =>
      finding(fieldSpan(tree, tree.lines[line - 1]!), 'not-expressible', [text, ACAP, null]),
    ),
  }
  return convertCrawl(reading, draft, now)
}

/** Crawlers of every name, also of the first of several words where it stands behind another name (C1). */
function agentsOf(policy: Policy): readonly string[] {
  const phrases = phrasesOf(policy)
  const names = new Set([
    ...policy.groups.flatMap(({ tokens }) => tokens.flatMap((token) => [token, ...(phrases.get(token) ?? [])])),
    ...policy.records.flatMap((each) => each.names),
  ])
  names.delete('*')
  return [...names, UNNAMED, ...[...phrases.keys()].map((token) => `x ${token}`)]
}

/** The author's lines, with the records in front of those that are there: a name at the end would join them (R4). */
function servedLines(tree: Tree, policy: Policy, records: readonly ServedLine[][]): ServedLine[] {
  const author = tree.lines.map((line) => authorLine(tree.source.text.slice(line.start, line.end), line.number))
  if (records.length === 0) return author
  const speaksAcap = tree.lines.some(({ field }) => field?.dialect === 'acap')
  const first = tree.lines.findIndex(({ field }) => field?.value === 'crawler')
  const at = first < 0 ? author.length : first
  const hasComment = tree.lines.some((line) => versionComment(tree, line) !== null)
  const own = paragraphs([speaksAcap ? [] : [added(`ACAP-version: ${VERSION}`)], ...records])
  const isApart = author[at - 1]?.text === '' || at === 0
  return [
    ...(hasComment ? [] : [added(`##ACAP version=${speaksAcap ? policy.version.declared : VERSION}`)]),
    ...author.slice(0, at),
    ...(isApart ? [] : [added('')]),
    ...own,
    ...(at === author.length ? [] : [added('')]),
    ...author.slice(at),
  ]
}

function recordLines(
  records: readonly CrawlRecord[],
  written: (token: string) => string,
  originals: boolean,
): ServedLine[][] {
  const beside = (text: string | undefined) => (originals && text !== undefined ? ` # ${text}` : '')
  return records.map(({ names, fields }) => [
    ...names.map((name) => added(`ACAP-crawler: ${written(name)}${beside(`User-agent: ${written(name)}`)}`)),
    ...fields.map((field) => {
      const text = `ACAP-${field.effect}-crawl: ${resourceOf(field)}${beside(field.rule?.origin.text)}`
      return field.rule === null ? added(text) : authorLine(text, field.rule.origin.line)
    }),
  ])
}

/** The pattern as the author wrote it, where that is one word and means the same. */
function resourceOf({ pattern, rule }: CrawlField): string {
  return rule !== null && rule.pattern === pattern && !/\s/.test(rule.raw) ? rule.raw : writtenPattern(pattern)
}

/** Lines end as those of the author do. */
function textOf(tree: Tree, lines: readonly ServedLine[]): string {
  const { text } = tree.source
  const [first] = tree.lines
  const end = first === undefined || first.end === first.next ? '\n' : text.slice(first.end, first.next)
  return lines.map((line) => line.text + end).join('')
}

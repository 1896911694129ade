/**
 * Drafts a site's files from an existing robots.txt: a text with the same decisions, a site.toml,
 * and cases of today's decisions.
 */

import { compileSite } from '../../author/files/load-programs.ts'
import { sharedParts } from '../../author/files/policy-lists.ts'
import { type Hosts, withHosts } from '../../author/files/presets.ts'
import { type ReadSite, readFiles } from '../../author/files/read-policies.ts'
import type { SourceText } from '../../author/files/source-text.ts'
import { UsageError } from '../../base/faults.ts'
import { printableJson } from '../../base/printable.ts'
import { judge, type SiteContext, siteContextsOf } from '../../decide/judge.ts'
import { readPlace } from '../../decide/read-place.ts'
import type { Finding } from '../../language/findings/diagnostic.ts'
import { parse } from '../../language/text/tree.ts'
import { patternsOf } from '../../program/compile/trie-builder.ts'
import { SLOTS } from '../../program/program.ts'
import { USAGES, type Usage } from '../../words/usages.ts'
import { templateText } from './starter.ts'

export function draftSite({ text, additions }: SourceText, hosts: Hosts) {
  const site = withHosts(templateText('site.toml'), hosts)
  // The file is kept, unlike the output of `acap init`, so it repeats the suggestions.
  const offers = additions.map(
    ({ line, rule }) => [line, `browsers send UTF-8; the same for them is ${rule}`] as const,
  )
  const robots = keepLines(
    withComments(text, new Map(offers)),
    (each) => readDraft(each, site).findings,
  )
  // Misspelt fields are spelt right in what will be served, and remain right once the author fixes
  // them.
  const program = compileSite(readDraft(robots.text, site))
  const [context] = siteContextsOf({ sites: [program], ...sharedParts('', null) })
  const cases = draftCases(context!, new Date())
  const texts = new Map([
    ['robots.txt', robots.text],
    ['site.toml', site],
    ['cases.toml', cases],
  ])
  return { texts, kept: robots.lines }
}

function readDraft(robots: string, site: string): ReadSite {
  const files = new Map([
    ['robots.txt', Buffer.from(robots)],
    ['site.toml', Buffer.from(site)],
  ])
  return readFiles({ site: '', folder: '', files, boundary: null })
}

/** The most cases that people still read in one file. */
const MOST_CASES = 100
/** The User-Agent in cases for crawlers that have no rules of their own. */
const ANY_CRAWLER = 'AnyBot/1.0'

interface Candidate {
  readonly userAgent: string
  readonly usage: Usage
  readonly url: string
}

interface Draft {
  /** Equal for rules that are alike except for the crawler. */
  readonly rule: string
  readonly text: string
}

function draftCases(context: SiteContext, now: Date): string {
  const noon = `${now.toISOString().slice(0, 10)}T12:00:00Z`
  const drafts = distinctFirst(draftsOf(context, Date.parse(noon)))
  const left = drafts.length - MOST_CASES
  const more =
    left > 0
      ? `\n# ${left} more rules decide something, and have no case here: \`acap test --coverage\` lists them.\n`
      : ''
  return `# What this policy does today. \`acap test\` runs these cases; fix those that are not what you mean, add your own.
# AnyBot stands for any crawler that is known; an unknown name that does not call itself a bot is a reader.

at = ${noon}
${drafts
  .slice(0, MOST_CASES)
  .map(({ text }) => text)
  .join('')}${more}`
}

function distinctFirst(drafts: readonly Draft[]): readonly Draft[] {
  const first = new Set([
    ...new Map([...drafts].reverse().map((draft) => [draft.rule, draft])).values(),
  ])
  return [
    ...drafts.filter((draft) => first.has(draft)),
    ...drafts.filter((draft) => !first.has(draft)),
  ]
}

function draftsOf(context: SiteContext, now: number): readonly Draft[] {
  const distinct = new Map(
    candidates(context).map((candidate) => [JSON.stringify(candidate), candidate]),
  )
  return [...distinct.values()].flatMap((candidate) => draftCase(context, candidate, now))
}

function candidates({ site }: SiteContext): readonly Candidate[] {
  return [...site.names, site.any].flatMap(({ name, groups, classes }) => {
    const userAgent = name === '*' ? ANY_CRAWLER : name
    const at = (usage: Usage, root: number) =>
      patternsOf(site.trie, root).map(({ pattern }) => {
        return { userAgent, usage, url: pattern.replace(/\$$/, '').replaceAll('*', 'x') }
      })
    return [
      ...groups.flatMap(({ id }) => at('crawl', site.groups[id]!.root)),
      ...classes.flatMap(({ id }) =>
        USAGES.flatMap((usage, slot) => at(usage, site.roots[id * SLOTS + slot]!)),
      ),
    ]
  })
}

function draftCase(
  context: SiteContext,
  { userAgent, usage, url }: Candidate,
  now: number,
): readonly Draft[] {
  const request = {
    ...readPlace(url, context.home),
    userAgent,
    usage,
    from: null,
    now,
    method: 'GET',
  }
  const { kind, ruling } = judge(context, request)
  const { outcome } = ruling
  const [field] = ruling.fields
  // Exempt paths (P7) are served to everybody, so a case could not test the rule.
  if (field === undefined || kind === 'exempt') return []
  const lines = [
    '\n[[case]]',
    `as = ${quoted(userAgent)}`,
    ...(usage === 'crawl' ? [] : [`usage = ${quoted(usage)}`]),
    `url = ${quoted(request.target)}`,
    `expect = ${quoted(outcome)}`,
    ...(ruling.fields.length === 1 ? [`field = ${quoted(field.text)}`] : []),
  ]
  const rule = JSON.stringify([usage, outcome, ruling.fields.map(({ text }) => text.toLowerCase())])
  return [{ rule, text: `${lines.join('\n')}\n` }]
}

/** A TOML string. JSON's are TOML's, except for control characters beyond ASCII. */
function quoted(text: string): string {
  return printableJson(JSON.stringify(text))
}

const REASON = 'kept by acap init as it was'
/**
 * Comments may bring findings to light that a worse one had hidden. Each round silences at least
 * one code.
 */
const MOST_ROUNDS = 8

export interface KeptLine {
  readonly line: number
  readonly codes: readonly string[]
  readonly text: string
  /** What is wrong with it, and the fix, a sentence for each code. */
  readonly faults: readonly string[]
}

/**
 * Adds the comments. `findingsOf` reads a text as a site's robots.txt. Throws UsageError where a
 * finding cannot be silenced.
 */
function keepLines(text: string, findingsOf: (text: string) => readonly Finding[]) {
  const codes = new Map<number, Map<string, string>>()
  let kept = text
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const errors = findingsOf(kept).filter(({ severity }) => severity === 'error')
    if (errors.length === 0) return { text: kept, lines: toLines(text, codes) }
    // A comment was there for it already, and silenced nothing: it is about the whole file, or
    // about what is served of it.
    const lasting = errors.find(({ line, code }) => codes.get(line)?.has(code))
    if (lasting !== undefined) throw notKept(lasting)
    for (const { line, code, message, help } of errors) {
      codes.set(
        line,
        (codes.get(line) ?? new Map()).set(code, help === null ? message : `${message}; ${help}`),
      )
    }
    const ignores = [...codes].map(
      ([at, own]) => [at, `acap-ignore ${[...own.keys()].join(', ')} ${REASON}`] as const,
    )
    kept = withComments(text, new Map(ignores))
  }
  throw notKept(findingsOf(kept)[0]!)
}

function notKept({ message, code, line }: Finding): UsageError {
  return new UsageError(`line ${line}: ${message}`, `acap explain ${code}`)
}

function toLines(
  text: string,
  codes: ReadonlyMap<number, ReadonlyMap<string, string>>,
): readonly KeptLine[] {
  const { source, lines } = parse(text)
  const textOf = (line: number) =>
    source.text.slice(lines[line - 1]!.start, lines[line - 1]!.end).trim()
  return [...codes]
    .map(([line, each]) => ({
      line,
      codes: [...each.keys()],
      text: textOf(line),
      faults: [...each.values()],
    }))
    .sort((a, b) => a.line - b.line)
}

/**
 * Adds comments to lines by their numbers, each at the end of its line, behind one that is there
 * already.
 */
function withComments(text: string, comments: ReadonlyMap<number, string>): string {
  const { source, lines } = parse(text)
  const written = lines.map(({ number, start, end, next }) => {
    const own = comments.get(number)
    const line = source.text.slice(start, end)
    return line + (own === undefined ? '' : ` # ${own}`) + source.text.slice(end, next)
  })
  return (source.bom ? '\ufeff' : '') + written.join('')
}

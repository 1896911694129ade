/**
 * A site → a robots.txt for crawlers that know no ACAP (RFC 9309): a group for `*`, and one for every name with other
 * decisions, with the crawl of the whole policy as Allow and Disallow. RFC 9309 cannot express other usages.
 */

import { compile } from '../compile/compile.ts'
import { writtenPattern } from '../grammar/path-form.ts'
import { finding } from '../language/findings/diagnostic.ts'
import { boundFields, chosenTokens, tokenGroups } from '../language/policy/chosen-groups.ts'
import type { Policy } from '../language/policy/policy.ts'
import { writtenNames } from '../language/policy/written-names.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import { formatLine } from '../language/text/format.ts'
import { parse } from '../language/text/parse.ts'
import type { Tree } from '../language/text/tree.ts'
import { crawlRoutesOnly } from '../publish/policy-pairs.ts'
import { type GeneratedRobots, generateRobots } from '../publish/robots.ts'
import { added, authorLine, paragraphs, type ServedLine } from '../publish/served-line.ts'
import { versionOf } from '../publish/token-reading.ts'
import { ConventionalGroups, globRules } from './conventional-groups.ts'
import type { Convert } from './conversion.ts'
import { type CrawlDraft, convertCrawl } from './crawl-conversion.ts'
import { crawlDecisionsOf } from './crawl-decisions.ts'
import { inexpressible } from './inexpressible.ts'
import type { MeantRule } from './meant-rules.ts'

/** What the language of RFC 9309 is called in findings. */
const CONVENTIONAL = 'conventional records'

/** Writes the groups. */
export const toConventional: Convert = (reading, { originals, now, ...known }) => {
  const generated = generateRobots(reading, known)
  const policy = crawlRoutesOnly(generated.policy)
  const expected = crawlDecisionsOf(compile(policy, generated), now)
  const groups = new ConventionalGroups(policy, reading.trees, expected)
  const agents = new Set([
    ...policy.records.flatMap(({ names }) => names),
    ...[...groups.tokens.values()].flatMap((token) => [...token.agents]),
  ])
  agents.delete('*')
  const draft = {
    vocabulary: CONVENTIONAL,
    caseless: 'expected',
    agents: [...agents],
    expected,
    policy,
    patterns: takenDown(policy),
    globs: globRules(policy, [...agents]).map(({ raw }) => raw),
    lines: () => servedLines(reading, generated, groups, originals),
    textOf: (lines: readonly ServedLine[]) => lines.map(({ text }) => `${text}\n`).join(''),
    refine: (actual) => groups.refine(actual),
    settle: () => groups.settle(),
    missing: inexpressible(reading).map(({ at, text, help }) =>
      finding(at, 'not-expressible', [text, CONVENTIONAL, help]),
    ),
  } satisfies CrawlDraft
  return convertCrawl(reading, draft, now)
}

/** T1: paths that no pattern of a rule finds. */
function takenDown({ records }: Policy): string[] {
  return records.flatMap(({ actions }) => actions.map(({ path }) => `${path}$`))
}

/**
 * What the author wrote for crawlers that know no ACAP, as it is served, with the rules that are meant. Tokens share a group
 * where it is the same; each stands in one, because a header may name two crawlers (I2).
 */
function servedLines(
  reading: SiteReading,
  generated: GeneratedRobots,
  drafted: ConventionalGroups,
  originals: boolean,
): ServedLine[] {
  const served = parse(generated.files[0]!.text)
  const settings = settingsIn(served, reading.policy)
  const spelling = writtenNames(reading.trees.values())
  const groups = new Map<string, { names: ServedLine[]; lines: ServedLine[] }>()
  for (const [token, { written }] of drafted.tokens) {
    const [rules, set] = [drafted.rules(token), settings(token)]
    const key = JSON.stringify([rules.map(({ effect, pattern }) => [effect, pattern]), set.map(({ text }) => text)])
    const own = rules.length > 0 ? rules.map((rule) => ruleLine(rule, originals)) : [added('Disallow:')]
    const group = groups.get(key) ?? { names: [], lines: [...own, ...set] }
    groups.set(key, group)
    group.names.push(...written.map((name) => added(`User-agent: ${spelling(name)}`)))
  }
  return paragraphs([...[...groups.values()].map(({ names, lines }) => [...names, ...lines]), fileLines(served)])
}

function ruleLine({ effect, pattern, fields }: MeantRule, originals: boolean): ServedLine {
  const text = `${effect === 'allow' ? 'Allow' : 'Disallow'}: ${writtenPattern(pattern)}`
  const others = [...new Set(fields.map((field) => field.text))].filter((each) => each !== text)
  const beside = originals && others.length > 0 ? ` # ${others.join(', ')}` : ''
  const own = fields.find(({ source }) => source === 'robots.txt')
  return own?.line === undefined ? added(text + beside) : authorLine(text + beside, own.line)
}

/**
 * What holds without rules: hours, pace, directives, signals. X1: the rules that were written are none of the 1996
 * standard's.
 */
function settingsIn(served: Tree, { groups, ignoresConventional }: Policy): (token: string) => ServedLine[] {
  const isRead = (token: string) =>
    versionOf(
      groups.filter((each) => each.tokens.includes(token)),
      token,
    ) !== 'experimental'
  const known = tokenGroups(served)
  const left = ignoresConventional ? ['signals', 'preferences'] : null
  return (token) =>
    boundFields(known, chosenTokens(known, token, isRead))
      .filter(({ field }) => field?.owner !== 'rule' && field?.value !== 'robot-version')
      .filter(({ field }) => left === null || left.includes(field!.value))
      .map((line) => added(formatLine(served, line)))
}

/** Sitemaps, licences and hosts stand for no group. */
function fileLines(served: Tree): ServedLine[] {
  const lines = served.lines.filter(({ field }) => field?.dialect === 'conventional' && field.owner === 'file')
  return lines.map((line) => added(formatLine(served, line)))
}

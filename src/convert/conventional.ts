/**
 * A site → a robots.txt for crawlers that know no ACAP (RFC 9309): a group for `*`, and one for every name with other
 * decisions, with the crawl of the whole policy as Allow and Disallow. RFC 9309 cannot express other usages.
 */

import { compile } from '../compile/compile.ts'
import { writtenPattern } from '../grammar/path-form.ts'
import { finding, inOrder } from '../language/findings/diagnostic.ts'
import { boundFields, chosenTokens, tokenGroups } from '../language/policy/chosen-groups.ts'
import type { Policy } from '../language/policy/policy.ts'
import { writtenNames } from '../language/policy/written-names.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import { formatLine } from '../language/text/format.ts'
import { parse } from '../language/text/parse.ts'
import type { Tree } from '../language/text/tree.ts'
import { type GeneratedRobots, generateRobots, sizeFindings } from '../publish/robots.ts'
import { added, authorLine, paragraphs, type ServedLine } from '../publish/served-line.ts'
import { versionOf } from '../publish/token-reading.ts'
import { crawlRoutesOnly, rereadPolicy } from '../publish/views.ts'
import { ConventionalGroups, globRules, type MeantRule } from './conventional-groups.ts'
import type { Convert } from './conversion.ts'
import { crawlDecisions, crawlDecisionsOf } from './crawl-decisions.ts'
import { crawlPatterns, purposesOf } from './crawl-patterns.ts'
import { differences } from './differences.ts'
import { inexpressible } from './inexpressible.ts'
import { pointsOf } from './points.ts'

/** What the language of RFC 9309 is called in findings. */
const CONVENTIONAL = 'conventional records'
/** Rules for paths on which others meet can meet others. */
const MOST_ROUNDS = 3

/** Writes the groups. */
export const toConventional: Convert = (reading, { originals, now, ...known }) => {
  const generated = generateRobots(reading, known)
  const policy = crawlRoutesOnly(generated.policy)
  const expected = crawlDecisionsOf(compile(policy, generated), now)
  const draft = new ConventionalGroups(policy, reading.trees, expected)
  const write = (rulesFor: RulesFor) => servedLines(reading, generated, draft.written, rulesFor, originals)
  const reread = (lines: readonly ServedLine[]) => rereadPolicy(reading, textOf(lines), now)
  const decisionsOf = (policy: Policy) => crawlDecisions(policy, reading.trees, now)
  const drafted = () => decisionsOf(reread(write((token) => draft.drafted(token))))
  for (let round = 0; round < MOST_ROUNDS && draft.refine(drafted()); round++);
  const lines = write((token) => draft.rules(token))
  const read = reread(lines)
  const agents = new Set([
    ...policy.records.flatMap(({ names }) => names),
    ...[...draft.agents.values()].flatMap((each) => [...each]),
  ])
  agents.delete('*')
  const differing = differences({
    reading,
    expected,
    actual: decisionsOf(read),
    lines,
    vocabulary: CONVENTIONAL,
    caseless: 'expected',
    agents: [...agents],
    points: pointsOf(
      ['/', ...crawlPatterns(policy), ...takenDown(policy), ...crawlPatterns(read)],
      globRules(policy, [...agents]).map(({ raw }) => raw),
    ),
    purposes: purposesOf(policy),
  })
  const missing = inexpressible(reading).map(({ at, text, help }) =>
    finding(at, 'not-expressible', [text, CONVENTIONAL, help]),
  )
  const text = textOf(lines)
  return { text, findings: [...inOrder([...missing, ...differing]), ...sizeFindings(text)] }
}

/** T1: paths that no pattern of a rule finds. */
function takenDown({ records }: Policy): string[] {
  return records.flatMap(({ actions }) => actions.map(({ path }) => `${path}$`))
}

type RulesFor = (token: string) => readonly MeantRule[]

/** A token's group, and what distinguishes it from others. */
interface Body {
  readonly key: string
  readonly lines: readonly ServedLine[]
}

/** What the author wrote for crawlers that know no ACAP, as it is served, with the rules that are meant. */
function servedLines(
  reading: SiteReading,
  generated: GeneratedRobots,
  names: ConventionalGroups['written'],
  rulesFor: RulesFor,
  originals: boolean,
): ServedLine[] {
  const served = parse(generated.files[0]!.text)
  const settings = settingsIn(served, reading.policy)
  const bodies = new Map(
    [...names.keys()].map((token): [string, Body] => {
      const [rules, set] = [rulesFor(token), settings(token)]
      const key = JSON.stringify([rules.map(({ effect, pattern }) => [effect, pattern]), set.map(({ text }) => text)])
      const lines = rules.map((rule) => ruleLine(rule, originals))
      return [token, { key, lines: [...(lines.length > 0 ? lines : [added('Disallow:')]), ...set] }]
    }),
  )
  const written = writtenNames(reading.trees.values())
  const groups = sharedBy(bodies).map((tokens) => [
    ...tokens.flatMap((token) => names.get(token)!.map((name) => added(`User-agent: ${written(name)}`))),
    ...bodies.get(tokens[0]!)!.lines,
  ])
  return paragraphs([...groups, fileLines(served)])
}

/** The tokens that share a group. Each stands in one: a header may name two crawlers (I2). */
function sharedBy(bodies: ReadonlyMap<string, Body>): string[][] {
  const groups = new Map<string, string[]>()
  for (const [token, { key }] of bodies) groups.set(key, [...(groups.get(key) ?? []), token])
  return [...groups.values()]
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

function textOf(lines: readonly ServedLine[]): string {
  return lines.map(({ text }) => `${text}\n`).join('')
}

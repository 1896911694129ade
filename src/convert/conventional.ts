/**
 * A site → a robots.txt for crawlers that know no ACAP (RFC 9309): a group for `*`, and one for every name with other
 * decisions, with the crawl of the whole policy as Allow and Disallow. RFC 9309 cannot express other usages.
 */

import { cached } from '../compile/cached.ts'
import { compile } from '../compile/compile.ts'
import { writtenPattern } from '../grammar/path-form.ts'
import { finding } from '../language/findings/diagnostic.ts'
import { boundFields, chosenTokens, fileFields, tokenGroups, writtenNames } from '../language/policy/chosen-groups.ts'
import type { Policy } from '../language/policy/policy.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import { formatLine } from '../language/text/format.ts'
import { parse, type Tree } from '../language/text/tree.ts'
import { crawlRoutesOnly } from '../publish/policy-pairs.ts'
import { type GeneratedRobots, generateRobots } from '../publish/robots.ts'
import { added, authorLine, paragraphs, type ServedLine } from '../publish/served-line.ts'
import { versionOf } from '../publish/token-reading.ts'
import { type RuledToken, ruledTokens, withoutIdle } from './conventional-groups.ts'
import type { Convert } from './conversion.ts'
import { type CrawlDraft, convertCrawl } from './crawl-conversion.ts'
import { CrawlDecisions } from './crawl-decisions.ts'
import { inexpressible } from './inexpressible.ts'
import type { MeantRule } from './meant-rules.ts'

/** What the language of RFC 9309 is called in findings. */
const CONVENTIONAL = 'conventional records'

/** Writes the groups. */
export const toConventional: Convert = (reading, { originals, now, ...known }) => {
  const generated = generateRobots(reading, known)
  const policy = crawlRoutesOnly(generated.policy)
  const program = (each: Policy) => compile(each, generated)
  const tokens = ruledTokens(policy, reading.trees, new CrawlDecisions(program(policy), now))
  const names = policy.records.flatMap(({ names }) => names).filter((name) => name !== '*')
  const draft: CrawlDraft = {
    vocabulary: CONVENTIONAL,
    caseless: 'expected',
    letters: 'folded',
    agents: [...new Set([...names, ...tokens.flatMap(({ agents }) => [...agents])])],
    policy,
    program,
    rules: tokens.map(({ meant }) => meant),
    lines: () => servedLines(reading, generated, tokens, originals),
    textOf: (lines) => lines.map(({ text }) => `${text}\n`).join(''),
    missing: inexpressible(reading).map(({ at, text, help }) =>
      finding(at, 'not-expressible', [text, CONVENTIONAL, help]),
    ),
  }
  return convertCrawl(reading, draft, now)
}

/**
 * What the author wrote for crawlers that know no ACAP, as it is served, with the rules that are meant. Tokens share a group
 * where it is the same; each stands in one, because a header may name two crawlers (I2).
 */
function servedLines(
  reading: SiteReading,
  generated: GeneratedRobots,
  tokens: readonly RuledToken[],
  originals: boolean,
): ServedLine[] {
  const served = parse(generated.files[0]!.text)
  const settings = settingsIn(served, reading.policy)
  const spelling = writtenNames(reading.trees.values())
  const groups = new Map<string, { names: ServedLine[]; lines: ServedLine[] }>()
  for (const { token, written, meant } of tokens) {
    const [rules, set] = [withoutIdle(meant.all), settings(token)]
    const key = JSON.stringify([rules.map(({ effect, pattern }) => [effect, pattern]), set.map(({ text }) => text)])
    const own = rules.length > 0 ? rules.map((rule) => ruleLine(rule, originals)) : [added('Disallow:')]
    const { names } = cached(groups, key, () => ({ names: [], lines: [...own, ...set] }))
    names.push(...written.map((name) => added(`User-agent: ${spelling(name)}`)))
  }
  // R4: behind a group, a licence would be that group's alone.
  const ofFile = fileFields(served).map((line) => added(formatLine(served, line)))
  return paragraphs([ofFile, ...[...groups.values()].map(({ names, lines }) => [...names, ...lines])])
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
  const left = ignoresConventional ? ['signals', 'preferences', 'uri'] : null
  return (token) =>
    boundFields(known, chosenTokens(known, token, isRead))
      .filter(({ field }) => field?.owner !== 'rule' && field?.value !== 'robot-version')
      .filter(({ field }) => left === null || left.includes(field!.value))
      .map((line) => added(formatLine(served, line)))
}

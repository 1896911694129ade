/** Writes the rules for each name as lines of a robots.txt, each with its sources. */
import { cached } from '../../base/cached.ts'
import {
  boundFields,
  chosenTokens,
  fileFields,
  tokenGroups,
  writtenNames,
} from '../../language/policy/chosen-groups.ts'
import type { Policy } from '../../language/policy/policy.ts'
import type { SiteReading } from '../../language/site/read-site.ts'
import { formatLine } from '../../language/text/format.ts'
import { parse, type Tree } from '../../language/text/tree.ts'
import { writtenPattern } from '../../words/path-form.ts'
import type { GeneratedRobots } from '../served/generate-robots.ts'
import { added, authorLine, paragraphs, type ServedLine } from '../served/served-line.ts'
import { versionOf } from '../served/token-reading.ts'
import { type MeantRule, type MeantRules, withoutIdle } from './meant-rules.ts'

export interface RuledToken {
  readonly token: string
  /** The policy's names whose crawlers read the group for this token (C1). */
  readonly agents: ReadonlySet<string>
  /** The names to write: names of several words where only those identify the crawler (C1). */
  readonly written: readonly string[]
  readonly meant: MeantRules
}

/**
 * Writes the conventional part of robots.txt, with the computed rules. Tokens with equal lines
 * share a group. A token is never in two groups, because a header may name two crawlers (I2).
 */
export function conventionalLines(
  reading: SiteReading,
  generated: GeneratedRobots,
  tokens: readonly RuledToken[],
  originals: boolean,
): ServedLine[] {
  const served = parse(generated.files[0]!.text)
  const settings = settingsIn(served, generated.lines, reading.policy)
  const spelling = writtenNames(reading.trees.values())
  const groups = new Map<string, { names: ServedLine[]; lines: ServedLine[] }>()
  for (const { token, written, meant } of tokens) {
    const [rules, set] = [withoutIdle(meant.all), settings(token)]
    const key = JSON.stringify([
      rules.map(({ effect, pattern }) => [effect, pattern]),
      set.map(({ text }) => text),
    ])
    const own =
      rules.length > 0
        ? rules.map((rule) => ruleLine(rule, originals, generated.lines))
        : [added('Disallow:')]
    const { names } = cached(groups, key, () => ({ names: [], lines: [...own, ...set] }))
    names.push(...written.map((name) => added(`User-agent: ${spelling(name)}`)))
  }
  // R4: behind a group, a licence would be that group's alone.
  const ofFile = fileFields(served).map((line) => added(formatLine(served, line)))
  return paragraphs([
    ofFile,
    ...[...groups.values()].map(({ names, lines }) => [...names, ...lines]),
  ])
}

function ruleLine(
  { effect, pattern, fields }: MeantRule,
  originals: boolean,
  lines: GeneratedRobots['lines'],
): ServedLine {
  const text = `${effect === 'allow' ? 'Allow' : 'Disallow'}: ${writtenPattern(pattern)}`
  const others = [...new Set(fields.map((field) => field.text))].filter((each) => each !== text)
  const beside = originals && others.length > 0 ? ` # ${others.join(', ')}` : ''
  const own = fields.find(({ source }) => source === 'robots.txt') ?? fields[0]
  return { ...placeOf(own, lines), text: text + beside }
}

const GENERATED_SOURCES = ['robots.txt', 'route', 'site.toml']

/** The place of the field that a rule comes from, so that a refusal by the rule cites it. */
function placeOf(
  field: MeantRule['fields'][number] | undefined,
  lines: GeneratedRobots['lines'],
): ServedLine {
  const { source, line, servedLine } = field ?? {}
  if (servedLine !== undefined && GENERATED_SOURCES.includes(source!)) return lines[servedLine - 1]!
  return source === undefined || line === undefined
    ? added('')
    : { ...authorLine('', line), source }
}

/**
 * Hours, pace, directives, signals. X1: the rules that were written are none of the 1996
 * standard's.
 */
function settingsIn(
  served: Tree,
  lines: GeneratedRobots['lines'],
  { groups, ignoresConventional }: Policy,
): (token: string) => ServedLine[] {
  const known = tokenGroups(served)
  const left = ignoresConventional ? ['signals', 'preferences', 'uri'] : null
  const isRead = (token: string) => versionOf(groups, token) !== 'experimental'
  return (token) =>
    boundFields(known, chosenTokens(known, token, isRead))
      .filter(({ field }) => field?.owner !== 'rule' && field?.value !== 'robot-version')
      .filter(({ field }) => left === null || left.includes(field!.value))
      .map((line) => ({ ...lines[line.number - 1]!, text: formatLine(served, line) }))
}

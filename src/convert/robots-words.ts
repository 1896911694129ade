/**
 * A policy → the words of robots META and X-Robots-Tag by path, for those who put them on pages without the edge: the
 * words that the edge would write. Silence permits in this vocabulary, so an unqualified permission needs no word.
 */
import { writtenPattern, writtenTarget } from '../grammar/path-form.ts'
import { writeQualifier } from '../grammar/write-meta.ts'
import type { Policy } from '../language/policy/policy.ts'
import type { Qualifier } from '../vocabulary/restriction.ts'
import { USAGES, type Usage } from '../vocabulary/usages.ts'
import type { Convert } from './conversion.ts'
import { UNNAMED } from './crawl-decisions.ts'
import { type Evidence, FieldReport, type Lost } from './field-report.ts'
import { memoize } from './memoize.ts'
import { placesOf } from './places.ts'
import { pathsOf } from './points.ts'
import { keyOf, type SourceField, sourceFields } from './source-fields.ts'
import { type TermRule, termRules, wordOrigin } from './term-rules.ts'
import { usageEngine } from './usage-engine.ts'

/** A way to write rules down. */
export interface RobotsForm {
  readonly name: string
  readonly write: (rules: readonly TermRule[]) => string
  /** Whether it has a form for a pattern. */
  readonly canSay: (pattern: string) => boolean
  /** Whether its readers look at the query of a page's URL. */
  readonly readsQueries: boolean
}

/** Makes the conversion to a form. */
export function robotsWords({ name, write, canSay, readsQueries }: RobotsForm): Convert {
  const alike = readsQueries ? itself : withAndWithoutQuery
  return (reading, { now }) => {
    const { policy } = reading
    const { patterns, paths } = placesOf(policy)
    const engine = usageEngine(reading)
    const wordsAt = memoize((path) => engine.terms.about(writtenTarget(path)).words)
    const termsAt = (path: string) => ({ words: [...new Set(alike(path).flatMap(wordsAt))], detail: null })
    const rules = termRules(patterns.filter(canSay), termsAt, true)
    const report = new FieldReport()
    const keysAt = (path: string, usage: Usage) =>
      engine.decide({ userAgent: UNNAMED, target: writtenTarget(path), usage, now }).fields.map(keyOf)
    const sourceAt = (path: string, word: string) =>
      alike(path).find((each) => wordsAt(each).includes(word)) ??
      wordOrigin(rules, alike(path)[0], paths, (each) => wordsAt(each).includes(word))
    const readingAt = (path: string): Reading => {
      const read = rules.at(alike(path)[0]).at(-1)?.words ?? []
      return { path, expected: wordsAt(path), read }
    }
    for (const path of paths) compare(report, readingAt(path), keysAt, sourceAt)
    const unread = readsQueries ? [] : patterns.filter(canSay).flatMap(queryPaths)
    for (const path of unread) compareQuery(report, readingAt(path), keysAt)
    const fields = sourceFields(reading)
    for (const field of fields) admit(report, field, policy)
    const lostOf = (field: SourceField, evidence: Evidence) => {
      const lost = lostIn(field, evidence, policy)
      return lost !== null && evidence.missing.has(QUERIES) ? [...lost, QUERIES] : lost
    }
    const findings = report.findings(fields, { vocabulary: name, lostOf, helpFor })
    return { text: rules.all.length === 0 ? '' : write(rules.all), findings }
  }
}

function itself(path: string): readonly [string] {
  return [path]
}

/** The paths that are one to who looks at no query; first the one that such a reader sees. */
function withAndWithoutQuery(path: string): readonly [string, string] {
  return [path.replace(/\?.*/, ''), path.replace(/\?.*|$/, '?~w')]
}

const QUERIES = 'queries'

/** Paths of a pattern where a `*` of it stands for the beginning of a query. */
function queryPaths(pattern: string): readonly string[] {
  return pattern.includes('*') ? pathsOf(pattern.replace('*', '?')) : []
}

/** What a word is about. */
const WORDS: readonly { readonly form: RegExp; readonly usage: Usage }[] = [
  { form: /^(?:noindex$|unavailable_after)/, usage: 'index' },
  { form: /^nofollow$/, usage: 'follow' },
  { form: /^noarchive$/, usage: 'preserve' },
  { form: /^(?:nosnippet$|max-snippet)/, usage: 'present-snippet' },
  { form: /^max-image-preview/, usage: 'present-thumbnail' },
  { form: /^notranslate$/, usage: 'present' },
]

function usageOf(word: string): Usage {
  return WORDS.find(({ form }) => form.test(word))!.usage
}

/** The words that the policy has for a path, and those that readers of the rules find. */
interface Reading {
  readonly path: string
  readonly expected: readonly string[]
  readonly read: readonly string[]
}

function compare(
  report: FieldReport,
  { path, expected, read }: Reading,
  keysAt: (path: string, usage: Usage) => readonly string[],
  sourceAt: (path: string, word: string) => string | undefined,
): void {
  for (const word of new Set([...expected, ...read])) {
    const usage = usageOf(word)
    const keys = keysAt(path, usage)
    if (!expected.includes(word)) {
      const own = keys.length > 0 ? keys : keysAt(sourceAt(path, word) ?? path, usage)
      report.stricter(own, `\`${path}\` gets \`${word}\`, too`)
      continue
    }
    report.see(keys, word, read.includes(word))
    if (!read.includes(word)) report.looser(keys, `\`${path}\` does not get \`${word}\``)
  }
}

/** What readers lose who look at no query. */
function compareQuery(
  report: FieldReport,
  { path, expected, read }: Reading,
  keysAt: (path: string, usage: Usage) => readonly string[],
): void {
  const missing = expected.filter((word) => !read.includes(word))
  for (const word of missing) report.see(keysAt(path, usageOf(word)), QUERIES, false)
}

/** Usages whose prohibition has a word of its own. */
const WORDED: readonly Usage[] = ['index', 'follow', 'present-snippet', 'present-thumbnail']

/** Words that say more than the field does. */
function admit(
  report: FieldReport,
  { key, usage, effect, qualifiers, general }: SourceField,
  { config }: Policy,
): void {
  if (!general) return
  if (usage === 'preserve' && effect === 'disallow' && config.embed.noarchive) {
    report.stricter([key], 'to some crawlers `noarchive` also prohibits answers and training')
  }
  const length = qualifiers.find((each) => each.type === 'max-length')
  if (usage === 'present-snippet' && length?.unit === 'words')
    report.stricter([key], 'each of its words counts as five characters')
}

function lostIn(field: SourceField, { expressed }: Evidence, { config }: Policy): Lost {
  const { usage, effect, qualifiers, general } = field
  if (usage === null || !general) return null
  if (effect === 'allow') return qualifiers.filter((each) => !isWorded(usage, each)).flatMap(writeQualifier)
  if (WORDED.includes(usage)) return []
  if (usage === 'preserve') return config.embed.noarchive ? [] : null
  if (usage === 'present') return USAGES.filter((each) => each.startsWith('present-') && !WORDED.includes(each))
  // L4: where no other field addresses a usage that has a word.
  return usage === 'other' && expressed.size > 0 ? ['usages that have no word'] : null
}

function helpFor({ usage, effect, general }: SourceField): string | null {
  if (usage !== 'preserve' || effect !== 'disallow' || !general) return null
  return 'set `noarchive` under `[embed]` in site.toml to write it as `noarchive`, which prohibits more to some crawlers'
}

/** Whether the words say a qualifier of a permission. */
function isWorded(usage: Usage, qualifier: Qualifier): boolean {
  if (qualifier.type === 'time-limit') return usage === 'index' && 'until' in qualifier
  if (qualifier.type === 'max-length') return usage === 'present-snippet'
  if (qualifier.type !== 'prohibited-modification') return false
  return usage === 'present' && qualifier.values.every((value) => value === 'translation')
}

/** A pattern as others write paths: it ends where it ends, and goes on where a `*` says so. */
export function pathOf(pattern: string): string {
  const written = writtenPattern(pattern)
  return written.endsWith('$') ? written.slice(0, -1) : `${written}*`
}

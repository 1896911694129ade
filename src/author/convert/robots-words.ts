/** Converts a policy to robots words by path, for META tags and X-Robots-Tag. */

import type { Policy } from '../../language/policy/policy.ts'
import { writtenPattern } from '../../words/path-form.ts'
import type { Qualifier } from '../../words/restriction.ts'
import { USAGES, type Usage } from '../../words/usages.ts'
import { writeQualifier } from '../../words/write-qualifier.ts'
import { pathsOf } from './common-patterns.ts'
import type { Convert } from './conversion.ts'
import { memoize, PagePolicy } from './page-policy.ts'
import { type FieldNote, type Lost, PageReport } from './page-words.ts'
import { type SourceField, sourceFields } from './source-fields.ts'
import { type TermRule, termRules } from './term-rules.ts'

export interface RobotsForm {
  readonly name: string
  readonly title: string
  readonly write: (rules: readonly TermRule[]) => string
  readonly canWrite: (pattern: string) => boolean
  /** Whether its readers look at the query of a page's URL. */
  readonly readsQueries: boolean
}

const QUERIES = 'queries'

export function robotsConversion({
  name,
  title,
  write,
  canWrite,
  readsQueries,
}: RobotsForm): Convert {
  const alike = readsQueries ? (path: string) => [path] : withAndWithoutQuery
  return (reading, { now }) => {
    const pages = new PagePolicy(reading, now)
    const patterns = pages.patterns.filter(canWrite)
    const required = memoize((path) => pages.robotsWordsAt(path))
    const rules = termRules(
      patterns,
      (path) => ({ words: [...new Set(alike(path).flatMap(required))] }),
      true,
    )
    const report = new PageReport(pages)
    const reader = {
      required,
      found: (path: string) => rules.at(alike(path)[0]!).at(-1)?.words ?? [],
      keysAt: (path: string, word: string) =>
        pages.keysAt(path, WORDS.find(({ form }) => form.test(word))!.usage),
      looser: (path: string, word: string): string | null => `\`${path}\` does not get \`${word}\``,
      stricter: (path: string, word: string): string | null => `\`${path}\` gets \`${word}\`, too`,
      rules,
      alike,
    }
    report.compare(reader)
    for (const path of readsQueries ? [] : patterns.flatMap(queryPaths)) {
      const missing = required(path).filter((word) => !reader.found(path).includes(word))
      for (const word of missing) report.see(reader.keysAt(path, word), QUERIES, false)
    }
    const { config } = reading.policy
    for (const field of sourceFields(reading)) reportWiderWords(report, field, config)
    return report.conversion(rules.all.length === 0 ? '' : write(rules.all), title, {
      vocabulary: name,
      lostOf: (field, evidence) => {
        const lost = lostIn(field, evidence, config)
        return lost !== null && evidence.missing.has(QUERIES) ? [...lost, QUERIES] : lost
      },
      helpFor,
    })
  }
}

/**
 * The paths that are one to readers who look at no query; first the one that such a reader sees.
 */
function withAndWithoutQuery(path: string): readonly [string, string] {
  return [path.replace(/\?.*/, ''), path.replace(/\?.*|$/, '?~w')]
}

/** Paths of a pattern where a `*` of it stands for the beginning of a query. */
function queryPaths(pattern: string): readonly string[] {
  return pattern.includes('*') ? pathsOf(pattern.replace('*', '?')) : []
}

const WORDS: readonly { readonly form: RegExp; readonly usage: Usage }[] = [
  { form: /^(?:noindex$|unavailable_after)/, usage: 'index' },
  { form: /^nofollow$/, usage: 'follow' },
  { form: /^noarchive$/, usage: 'preserve' },
  { form: /^(?:nosnippet$|max-snippet)/, usage: 'present-snippet' },
  { form: /^max-image-preview/, usage: 'present-thumbnail' },
  { form: /^notranslate$/, usage: 'present' },
]

/** Usages whose prohibition has a word of its own. */
const WORDED: readonly Usage[] = ['index', 'follow', 'present-snippet', 'present-thumbnail']

function reportWiderWords(
  report: PageReport,
  { key, usage, effect, qualifiers, general }: SourceField,
  { embed }: Policy['config'],
): void {
  if (!general) return
  if (usage === 'preserve' && effect === 'disallow' && embed.noarchive) {
    report.differ(
      [key],
      'stricter',
      'to some crawlers `noarchive` also prohibits answers and training',
    )
  }
  const length = qualifiers.find((each) => each.type === 'max-length')
  if (usage === 'present-snippet' && length?.unit === 'words')
    report.differ([key], 'stricter', 'each of its words counts as five characters')
}

function lostIn(field: SourceField, { expressed }: FieldNote, { embed }: Policy['config']): Lost {
  const { usage, effect, qualifiers, general } = field
  if (usage === null || !general) return null
  if (effect === 'allow')
    return qualifiers.filter((each) => !hasWord(usage, each)).flatMap(writeQualifier)
  if (WORDED.includes(usage)) return []
  if (usage === 'preserve') return embed.noarchive ? [] : null
  if (usage === 'present')
    return USAGES.filter((each) => each.startsWith('present-') && !WORDED.includes(each))
  // L4: where no other field addresses a usage that has a word.
  return usage === 'other' && expressed.size > 0 ? ['usages that have no word'] : null
}

function helpFor({ usage, effect, general }: SourceField): string | null {
  if (usage !== 'preserve' || effect !== 'disallow' || !general) return null
  return 'set `noarchive` under `[embed]` in site.toml to write it as `noarchive`, which prohibits more to some crawlers'
}

function hasWord(usage: Usage, qualifier: Qualifier): boolean {
  if (qualifier.type === 'time-limit') return usage === 'index' && 'until' in qualifier
  if (qualifier.type === 'max-length') return usage === 'present-snippet'
  if (qualifier.type !== 'prohibited-modification') return false
  return usage === 'present' && qualifier.values.every((value) => value === 'translation')
}

/**
 * Converts a pattern to the form of other vocabularies: without `*` at its end it matches the exact
 * path.
 */
export function openPath(pattern: string): string {
  const written = writtenPattern(pattern)
  return written.endsWith('$') ? written.slice(0, -1) : `${written}*`
}

/**
 * Writes terms as META tags (E6) and as the nearest robots words (docs/interop.md). Permissions
 * have no robots words, because silence permits there.
 */
import { RULE_DISALLOW, RULE_FALLBACK, type SiteProgram } from '../program/program.ts'
import type { MetaTag } from '../words/meta.ts'
import type { Restriction } from '../words/restriction.ts'
import type { SiteConfig } from '../words/site-config.ts'
import { USAGES, type Usage } from '../words/usages.ts'
import { writeMeta } from '../words/write-meta.ts'
import { bindsTo } from './question.ts'
import type { Verdict } from './verdict.ts'

export interface Saying {
  readonly prohibited: boolean
  readonly restrictions: readonly Restriction[]
}

type Embed = SiteConfig['embed']

interface Row {
  readonly usage: Usage
  /**
   * The word for the prohibition, or null. Some words are written only if the site configures it.
   */
  readonly prohibited: string | null
  readonly when?: (embed: Embed) => boolean
  /** The word for a restriction of the permission, or null. */
  readonly restricted?: (restriction: Restriction) => string | null
}

/** A word with its space has about six characters; five keeps the limit on the author's side. */
const CHARS_PER_WORD = 5

const ROWS: readonly Row[] = [
  { usage: 'index', prohibited: 'noindex', restricted: unavailableAfter },
  { usage: 'follow', prohibited: 'nofollow' },
  { usage: 'preserve', prohibited: 'noarchive', when: ({ noarchive }) => noarchive },
  { usage: 'present-snippet', prohibited: 'nosnippet', restricted: maxSnippet },
  { usage: 'present-thumbnail', prohibited: 'max-image-preview:none' },
  { usage: 'present', prohibited: null, restricted: noTranslate },
]

export function robotsWords(say: (usage: Usage) => Saying, embed: Embed): readonly string[] {
  return ROWS.flatMap(({ usage, prohibited, when, restricted }) => {
    const saying = say(usage)
    if (saying.prohibited) return prohibited !== null && (when?.(embed) ?? true) ? [prohibited] : []
    return saying.restrictions
      .map((each) => restricted?.(each) ?? null)
      .filter((word) => word !== null)
  })
}

/** The META tag with the robots words, if the site wants one. */
export function wordTags(words: readonly string[], { conventional }: Embed): readonly MetaTag[] {
  return words.length === 0 || !conventional ? [] : [{ name: 'robots', content: words.join(', ') }]
}

function unavailableAfter(restriction: Restriction): string | null {
  if (restriction.type !== 'time-limit' || !('until' in restriction)) return null
  // A date format without a comma, which would end the word.
  const date = new Date(`${restriction.until}T23:59:59Z`).toUTCString().replace(/^\w+, /, '')
  return `unavailable_after: ${date}`
}

function maxSnippet(restriction: Restriction): string | null {
  if (restriction.type !== 'max-length') return null
  return `max-snippet:${restriction.unit === 'chars' ? restriction.count : restriction.count * CHARS_PER_WORD}`
}

function noTranslate(restriction: Restriction): string | null {
  if (restriction.type !== 'prohibited-modification') return null
  return restriction.values.some((value) => value === 'any' || value === 'translation')
    ? 'notranslate'
    : null
}

export function fieldTexts(
  { rules: { flags, usage, restrictions }, restrictions: sets }: SiteProgram,
  { rules, embedded }: Verdict,
  purposes: readonly string[],
): readonly string[] {
  const ofRules = rules.map((rule) => ({
    effect: (flags[rule]! & RULE_DISALLOW) === 0 ? ('allow' as const) : ('disallow' as const),
    usage: USAGES[usage[rule]!]!,
    words: sets[restrictions[rule]!]!.words,
    uninterpretable: (flags[rule]! & RULE_FALLBACK) !== 0,
  }))
  return [...ofRules, ...embedded].flatMap((field) => writeMeta({ words: [], ...field, purposes }))
}

export function bindingsOf(site: SiteProgram) {
  const bound = site.bound.flat().flatMap(({ purposes }) => purposes)
  const embedded = site.routes.flatMap(({ fields }) => fields.flatMap(({ purposes }) => purposes))
  const distinct = new Set([...bound, ...embedded])
  distinct.delete('')
  return [...distinct].map((pattern) => {
    // Evaluated for a crawler whose purpose matches the pattern, because other patterns may match,
    // too.
    const names = [pattern.replace(/\$$/, '').replaceAll('*', '-')]
    return {
      purposes: [pattern],
      binding: (patterns: readonly string[]) => bindsTo(patterns, names),
    }
  })
}

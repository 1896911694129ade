/**
 * What ACAP says of a page, as far as the conventional words of robots META tags and X-Robots-Tag can say it
 * (docs/interop.md). Data in, words out; permissions have no word, because silence permits there, too.
 */
import type { MetaTag } from '../grammar/meta.ts'
import type { Restriction } from '../vocabulary/restriction.ts'
import type { SiteConfig } from '../vocabulary/site-config.ts'
import type { Usage } from '../vocabulary/usages.ts'

/** What the deciding fields say of one usage. */
export interface Saying {
  readonly prohibited: boolean
  readonly restrictions: readonly Restriction[]
}

type Embed = SiteConfig['embed']

interface Row {
  readonly usage: Usage
  /** The word for the prohibition, or null; a site may have to ask for it. */
  readonly prohibited: string | null
  readonly when?: (embed: Embed) => boolean
  /** The word for a restriction of the permission, or null. */
  readonly restricted?: (restriction: Restriction) => string | null
}

/** An English word with its space has about six characters; five keep the limit on the author's side. */
const CHARS_PER_WORD = 5

const ROWS: readonly Row[] = [
  { usage: 'index', prohibited: 'noindex', restricted: unavailableAfter },
  { usage: 'follow', prohibited: 'nofollow' },
  { usage: 'preserve', prohibited: 'noarchive', when: ({ noarchive }) => noarchive },
  { usage: 'present-snippet', prohibited: 'nosnippet', restricted: maxSnippet },
  { usage: 'present-thumbnail', prohibited: 'max-image-preview:none' },
  { usage: 'present', prohibited: null, restricted: noTranslate },
]

/** The words, in table order. */
export function robotsWords(say: (usage: Usage) => Saying, embed: Embed): readonly string[] {
  return ROWS.flatMap(({ usage, prohibited, when, restricted }) => {
    const saying = say(usage)
    if (saying.prohibited) return prohibited !== null && (when?.(embed) ?? true) ? [prohibited] : []
    return saying.restrictions.map((each) => restricted?.(each) ?? null).filter((word) => word !== null)
  })
}

/** The tag of the robots words, where the site wants one. */
export function wordTags(words: readonly string[], { conventional }: Embed): readonly MetaTag[] {
  return words.length === 0 || !conventional ? [] : [{ name: 'robots', content: words.join(', ') }]
}

function unavailableAfter(restriction: Restriction): string | null {
  if (restriction.type !== 'time-limit' || !('until' in restriction)) return null
  // The form without a comma: a comma would end the word.
  const date = new Date(`${restriction.until}T23:59:59Z`).toUTCString().replace(/^\w+, /, '')
  return `unavailable_after: ${date}`
}

function maxSnippet(restriction: Restriction): string | null {
  if (restriction.type !== 'max-length') return null
  return `max-snippet:${restriction.unit === 'chars' ? restriction.count : restriction.count * CHARS_PER_WORD}`
}

function noTranslate(restriction: Restriction): string | null {
  if (restriction.type !== 'prohibited-modification') return null
  return restriction.values.some((value) => value === 'any' || value === 'translation') ? 'notranslate' : null
}

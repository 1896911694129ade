/** The rows of the board of switches, and the sentences about a switch. */

import { TABLE_WORDS } from '../words/category-tables.ts'
import { USAGE_PHRASES } from '../words/usages.ts'
import { PEOPLES_USES, type PeoplesUse } from '../words/uses.ts'
import type { Switch, Who } from './switch.ts'

/** `ai` before the categories that it stands for. */
const TABLES = [
  'search',
  'ai',
  'training',
  'assistant',
  'agent',
  'ai-search',
  'archive',
  'seo',
] as const
/** Whom the board asks about, beside a crawler that is named. */
export const ROWS: readonly Who[] = [
  { kind: 'everybody' },
  ...TABLES.map((category) => ({ kind: 'category', category }) as const),
]

/** Training and answers are what the crawlers of one row fetch pages for. */
export function usesIn(who: Who): readonly PeoplesUse[] {
  return PEOPLES_USES.filter(({ category }) => category === null || who.kind === 'everybody')
}

/** Whom a switch is about, as the beginning of a sentence. */
export function whoInWords(who: Who): string {
  if (who.kind === 'everybody') return 'Every crawler'
  return who.kind === 'crawler'
    ? who.name
    : `Crawlers ${TABLE_WORDS[who.category].replace('that acts', 'that act')}`
}

/** `Crawlers for training may no longer fetch /archive/.` */
export function switchInWords({ who, use, path, opens }: Switch): string {
  const phrase = use.category === null ? use.phrase : USAGE_PHRASES[use.usage]
  const what = phrase.replace('…', path === '/' ? 'the site' : `\`${path}\``)
  const whom =
    who.kind === 'everybody' && use.category !== null
      ? `Crawlers ${TABLE_WORDS[use.category]}`
      : whoInWords(who)
  return `${whom} ${opens ? 'may now' : 'may no longer'} ${what}.`
}

/** A switch → its sentences. */

import { TABLE_WORDS } from '../words/category-tables.ts'
import { USAGE_PHRASES } from '../words/usages.ts'
import type { Switch, Who } from './switch.ts'

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

/**
 * Lists the META tags that the edge writes into a page, and says in words what else it does there
 * (E6).
 */

import { escapeMarkup } from '../base/printable.ts'
import { type PageTerms, tagsToWrite, termsOf } from '../decide/page-terms.ts'
import { termsOfSpellings } from '../decide/spelled-terms.ts'
import { spellings } from '../decide/spellings.ts'
import type { SiteConfig } from '../words/site-config.ts'
import type { Meaning } from './draft.ts'

const AUDIENCES: Readonly<Record<SiteConfig['embed']['audience'], string | null>> = {
  everyone: null,
  crawlers: 'Only crawlers are given them: `audience` is `crawlers` in site.toml.',
  nobody: 'Nobody is given them: `audience` is `nobody` in site.toml.',
}

/** What a page is given: HTML, one tag each, and notes. */
export interface PageNotice {
  readonly tags: readonly string[]
  readonly notes: readonly string[]
}

export function pageNotice({ engine, program: { config } }: Meaning, target: string): PageNotice {
  const terms = termsOfSpellings(termsOf(engine), spellings(target, config))
  const { tags } = terms
  const notes = [
    tags.length === 0 ? null : AUDIENCES[config.embed.audience],
    ...terms.elements.map(
      (each) => `Elements \`${each.select}\` are given the class \`${each.class}\`.`,
    ),
    headerNote(terms, config),
    frameNote(terms, config),
    ...terms.references.map((uri) => `Other uses are licensed at \`${uri}\`.`),
  ]
  const metas = tagsToWrite(terms, config.embed).map(({ name, content }) => {
    return `<meta name="${escapeMarkup(name)}" content="${escapeMarkup(content)}">`
  })
  return { tags: metas, notes: notes.filter((note) => note !== null) }
}

function headerNote({ tags, words }: PageTerms, { embed }: SiteConfig): string | null {
  if (tags.length === 0 || words.length === 0 || !embed.conventional || !embed.headers) return null
  return `Where the answer is not HTML, it says \`X-Robots-Tag: ${words.join(', ')}\` instead.`
}

function frameNote({ framed }: PageTerms, { embed }: SiteConfig): string | null {
  if (!framed) return null
  return embed.frameAncestors
    ? 'Content-Security-Policy tells browsers to show it in no foreign frame.'
    : 'It may not be shown in a foreign frame; `frame-ancestors` in site.toml would have browsers enforce that.'
}

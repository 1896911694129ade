/** A site's summary for people: sentences with their lines, and coming changes. */

import { timeText } from '../../base/calendar.ts'
import { listed } from '../../language/findings/words.ts'
import type { SiteReading } from '../../language/site/read-site.ts'
import { aheadInWords } from '../../language/site/routes.ts'
import type { Registry } from '../../program/program.ts'
import type { SiteConfig } from '../../words/site-config.ts'
import type { PeoplesUse } from '../../words/uses.ts'
import { rowsOfWords } from '../compare/compared-headers.ts'
import { type AuthoredSite, placesOf, type WrittenPlace } from '../explain/author-terms.ts'
import { displayNames } from '../explain/display-names.ts'
import { askedSections } from './file-asks.ts'
import { summariseSite } from './site-summary.ts'
import { type SummarySentence, silentUses, summarySections } from './summary-sentences.ts'

/** What `acap summary --json` prints. */
export interface SiteReport {
  readonly site: string
  readonly at: string
  readonly notes: readonly string[]
  readonly sections: readonly {
    readonly title: string
    readonly sentences: readonly {
      readonly text: string
      readonly places: readonly WrittenPlace[]
    }[]
  }[]
  readonly ahead: readonly string[]
}

/** Sums up a site at the instant of its reading. */
export function siteReport(
  site: AuthoredSite & { readonly reading: SiteReading },
  registry: Registry,
  at: number,
): SiteReport {
  const { reading } = site
  const program = site.engine.site
  const shown = displayNames(reading.trees.values())
  // The first word alone of a name with several words is not a crawler.
  const rows = rowsOfWords(program, program)
  const spell = (name: string) => {
    const whole = rows.get(name) ?? name
    return shown(shown(whole) === whole ? name : whole)
  }
  const linesOf = (fields: SummarySentence['fields']) => {
    const places = fields.flatMap(({ field, target }) => placesOf(site, [field], target))
    return [...new Map(places.map((place) => [`${place.file}:${place.line}`, place])).values()]
  }
  const summary = summariseSite(program, registry, at)
  const tree = reading.trees.get('robots.txt')
  const asked = tree === undefined ? [] : askedSections(tree, spell)
  const sections = [...summarySections(summary, spell), ...asked].map(({ title, sentences }) => ({
    title,
    sentences: sentences.map(({ text, fields }) => ({ text, places: linesOf(fields) })),
  }))
  const ahead = aheadInWords(reading.policy.config.routes, at)
  const notes = [...notesOn(program.config), ...silenceNote(silentUses(summary))]
  return { site: program.name, at: timeText(at), notes, sections, ahead }
}

function notesOn({
  mode,
  exempt,
  routes,
  signals: { 'content-signal': signal },
}: SiteConfig): readonly string[] {
  const watched = routes.filter((route) => route.mode !== null && route.mode !== mode)
  const bound = routes.filter(({ location }) => location !== false)
  return [
    'People may read every page: all this is about crawlers. What they may not fetch, they may not use in any other way.',
    'The edge refuses fetching. The rest is for crawlers to heed: robots.txt and the pages say it.',
    ...(signal === undefined
      ? []
      : [`robots.txt asks ${code(`Content-Signal: ${signal}`)}; that refuses nobody.`]),
    ...(mode === 'enforce' ? [] : [`The mode is “${mode}”: nothing is refused.`]),
    ...watched.map((route) => {
      const effect = route.mode === 'enforce' ? '' : ', so nothing is refused'
      return `${code(route.match)}: the mode is “${route.mode}” there${effect}.`
    }),
    ...(exempt.length === 0
      ? []
      : [`${exempt.map(code).join(', ')}: served to every crawler before any rule.`]),
    ...bound.map(({ match }) => `${code(match)}: at its own address only, not at another host.`),
  ]
}

/** Uses without a section are neither permitted nor prohibited. */
function silenceNote(silent: readonly PeoplesUse[]): readonly string[] {
  const names = silent.map(({ title }) => title.toLowerCase())
  if (names.length === 0) return []
  return [`Nothing is said by rules about ${listed(names)}: neither yes nor no.`]
}

function code(text: string): string {
  return `\`${text}\``
}

export function siteReportMarkdown({ site, at, notes, sections, ahead }: SiteReport): string {
  const lines = sections.flatMap(({ title, sentences }) => {
    const items = sentences.map(
      ({ text, places }) => `- ${text}${linesInWords(places, ' _(', ')_')}`,
    )
    return [`### ${title}\n`, ...items, '']
  })
  const dates = ahead.length === 0 ? [] : ['### Ahead\n', ...ahead.map((text) => `- ${text}`), '']
  return [
    `## ${site}: who may do what, ${at}\n`,
    ...notes.map((note) => `${note}\n`),
    ...lines,
    ...dates,
  ].join('\n')
}

export function siteReportText({ site, at, notes, sections, ahead }: SiteReport): string {
  const plain = (text: string) => text.replaceAll('`', '')
  const parts = sections.map(({ title, sentences }) => {
    const lines = sentences.map(
      ({ text, places }) => `  ${plain(text)}${linesInWords(places, '  [', ']')}\n`,
    )
    return `${title}\n${lines.join('')}`
  })
  const dates =
    ahead.length === 0 ? [] : [`Ahead\n${ahead.map((text) => `  ${plain(text)}\n`).join('')}`]
  const head = [
    `${site}: who may do what, ${at}\n`,
    notes.map((note) => `${plain(note)}\n`).join(''),
  ]
  return [...head, ...parts, ...dates].join('\n')
}

/** `robots.txt:12, 14; site.toml:3`, in brackets; empty where there are none. */
function linesInWords(places: readonly WrittenPlace[], open: string, close: string): string {
  const files = [...new Set(places.map(({ file }) => file))].map((file) => {
    const lines = places.flatMap((each) =>
      each.file === file && each.line !== null ? each.line : [],
    )
    return lines.length === 0 ? file : `${file}:${lines.sort((a, b) => a - b).join(', ')}`
  })
  return files.length === 0 ? '' : open + files.join('; ') + close
}

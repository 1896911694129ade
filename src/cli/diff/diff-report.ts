/**
 * Consequences of a change of policy → text for a terminal, or Markdown for a pull request.
 */

import { type Answer, type Comparison, EFFECTS, type Effect } from '../../analysis/compare-sites.ts'
import { type ChangeGroup, crawlersInWords, groupChanges, usagesInWords } from '../../analysis/group-changes.ts'
import type { DecidingField } from '../../engine/decision.ts'
import { writeQualifier } from '../../grammar/write-meta.ts'

/** A site's comparison under its name; null where one of the sides has no such site. */
export interface SiteComparison {
  readonly site: string
  readonly comparison: Comparison | 'added' | 'removed'
}

const HEADINGS: Readonly<Record<Effect, string>> = {
  opens: 'Opens: more is permitted than before',
  loosens: 'Loosens: permitted as before, on fewer terms',
  closes: 'Closes: less is permitted than before',
  tightens: 'Tightens: permitted as before, on more terms',
  terms: 'Other terms: permitted as before, on other terms',
}
const MOST_SHOWN = 50
/** Columns of the longest effect, and of the space behind it. */
const WORD = Math.max(...EFFECTS.map((effect) => effect.length))
const INDENT = ' '.repeat(WORD + 1)

/** Lays the consequences out for a terminal. */
export function diffText(sites: readonly SiteComparison[]): string {
  return sites.map(siteText).join('\n')
}

function siteText({ site, comparison }: SiteComparison): string {
  if (typeof comparison === 'string') return `${site}: the site was ${comparison}\n`
  const { changes, sampled } = comparison
  const groups = groupChanges(changes)
  return [
    `${site}: ${summary(groups)}\n`,
    ...groups.slice(0, MOST_SHOWN).map(groupText),
    groups.length > MOST_SHOWN ? `\nand ${groups.length - MOST_SHOWN} more (--json has all of them)\n` : '',
    ...sampled.map((name) => `\n${crawlersInWords([name])}: too many patterns overlap to try every path\n`),
  ].join('')
}

function groupText(group: ChangeGroup): string {
  const { effect, crawlers, was, now } = group
  return [
    `\n${effect.padEnd(WORD)} ${crawlersInWords(crawlers)}: ${what(group)}\n`,
    ...answerLines('was', was, now[0]!),
    ...answerLines('now', now, was[0]!),
  ].join('')
}

/** How many groups of each effect, and how many crawlers they concern. */
function summary(groups: readonly ChangeGroup[]): string {
  if (groups.length === 0) return 'nothing changes for any crawler'
  return EFFECTS.map((effect) => [effect, groups.filter((group) => group.effect === effect).length] as const)
    .filter(([, count]) => count > 0)
    .map(([effect, count]) => `${count} ${effect === 'terms' ? 'on other terms' : effect}`)
    .join(', ')
}

function what(group: ChangeGroup): string {
  const words = changedUsages(group)
  const whole = words.startsWith('everything') ? `${words} with` : words
  return `${whole} ${group.path}${group.elsewhere ? ' at another address than its own' : ''}`
}

/** A page that may no longer be crawled may not be used either (L6), no matter what else was prohibited before. */
function changedUsages({ effect, usages }: ChangeGroup): string {
  return effect === 'closes' && usages.includes('crawl') ? 'everything' : usagesInWords(usages)
}

/** Answers with the same outcome and terms share a line; the fields that gave them follow. */
function answerLines(word: 'was' | 'now', answers: readonly Answer[], other: Answer): readonly string[] {
  const lines = new Map<string, string[]>()
  for (const answer of answers) {
    const terms = termsText(answer, other)
    const head = terms === '' ? answer.outcome : `${answer.outcome} ${terms},`
    lines.set(head, [...(lines.get(head) ?? []), byText(answer)])
  }
  return [...lines].map(
    ([head, by], i) => `${INDENT}${i === 0 ? word : '   '} ${head} ${[...new Set(by)].join(', ')}\n`,
  )
}

function byText({ fields, reader }: Answer): string {
  if (reader) return 'to it as a reader'
  return fields.length === 0 ? 'by silence' : `by ${fields.map(fieldText).join(' and ')}`
}

/** A permission's terms. `no terms` is written where the other side has some: else both would read alike. */
function termsText({ outcome, restrictions }: Answer, other: Answer): string {
  if (restrictions.length > 0) return `only with ${restrictions.flatMap(writeQualifier).join(' ')}`
  return outcome === 'permitted' && other.restrictions.length > 0 ? 'without terms' : ''
}

function fieldText({ source, line, text }: DecidingField): string {
  return `${source}${line === undefined ? '' : `:${line}`} \`${text}\``
}

/** Lays the consequences out as a comment on a pull request. */
export function diffMarkdown(sites: readonly SiteComparison[]): string {
  return sites.map(siteMarkdown).join('\n')
}

function siteMarkdown({ site, comparison }: SiteComparison): string {
  if (typeof comparison === 'string') return `### ${site}\n\nThe site was ${comparison}.\n`
  const { changes, sampled } = comparison
  const groups = groupChanges(changes)
  const sections = EFFECTS.map((effect) =>
    section(
      effect,
      groups.filter((group) => group.effect === effect),
    ),
  )
  const gaps = sampled.map(
    (name) => `\n${cell(crawlersInWords([name]))}: too many patterns overlap to try every path.\n`,
  )
  return `### ${site}: ${summary(groups)}\n${[...sections, ...gaps].join('')}`
}

function section(effect: Effect, groups: readonly ChangeGroup[]): string {
  if (groups.length === 0) return ''
  const rows = groups.slice(0, MOST_SHOWN).map((group) => {
    const { crawlers, path, elsewhere, was, now } = group
    const place = `${code(path)}${elsewhere ? ' at another address' : ''}`
    const cells = [
      cell(crawlersInWords(crawlers)),
      changedUsages(group),
      place,
      markdown(was, now[0]!),
      markdown(now, was[0]!),
    ]
    return `| ${cells.join(' | ')} |\n`
  })
  const rest = groups.length > MOST_SHOWN ? `\nand ${groups.length - MOST_SHOWN} more\n` : ''
  return `\n**${HEADINGS[effect]}**\n\n| who | may | for example | was | is |\n| --- | --- | --- | --- | --- |\n${rows.join('')}${rest}`
}

function markdown(answers: readonly Answer[], other: Answer): string {
  return [...new Set(answers.map((answer) => answerMarkdown(answer, other)))].join('<br>')
}

function answerMarkdown(answer: Answer, other: Answer): string {
  const { outcome, fields, restrictions } = answer
  const terms = restrictions.length > 0 ? restrictions.flatMap(writeQualifier).map(code) : []
  const first = terms.length > 0 ? `${outcome} only with` : [outcome, termsText(answer, other)].join(' ').trim()
  if (answer.reader) return 'permitted as a reader'
  return [first, ...terms, ...fields.map(({ text }) => code(text))].join('<br>')
}

/** Text in a table, without meaning for Markdown. */
function cell(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#+!|~-]/g, '\\$&')
}

function code(text: string): string {
  return `\`${text.replaceAll('`', 'ˋ').replaceAll('|', '\\|')}\``
}

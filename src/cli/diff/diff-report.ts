/**
 * Writes the consequences of a change of policy or crawler list as text for a terminal, or
 * Markdown.
 */

import {
  answersInWords,
  boundInWords,
  changedUsages,
  changesInWords,
  crawlersInWords,
  isOtherCase,
  settingsInWords,
  termsInWords,
  whatChanges,
  widestInWords,
} from '../../author/compare/change-words.ts'
import { type ChangeGroup, groupChanges } from '../../author/compare/group-changes.ts'
import {
  type ChangeEffect,
  type ComparedAnswer,
  type Comparison,
  EFFECTS,
} from '../../author/compare/site-changes.ts'
import { printableLine } from '../../base/printable.ts'
import { nameList } from '../../crawlers/best-known.ts'
import type { KnownCrawler, Registry } from '../../program/program.ts'
import type { Category } from '../../words/decision-words.ts'
import { writeQualifier } from '../../words/write-qualifier.ts'

export interface SiteComparison {
  readonly site: string
  /** The date of a route from which on this follows (E7); missing for what follows at once. */
  readonly from?: string
  readonly comparison: Comparison | 'added' | 'removed'
}

const HEADINGS: Readonly<Record<ChangeEffect, string>> = {
  opens: 'Opens: more is permitted than before',
  loosens: 'Loosens: permitted as before, on fewer terms',
  closes: 'Closes: less is permitted than before',
  tightens: 'Tightens: permitted as before, on more terms',
  terms: 'Other terms: permitted as before, on other terms',
}
const MOST_SHOWN = 50
const MOST_NAMES = 20
const WORD = Math.max(...EFFECTS.map((effect) => effect.length))
const INDENT = ' '.repeat(WORD + 1)

export function diffText(sites: readonly SiteComparison[]): string {
  return sites.map(siteText).join('\n')
}

/** The title of a site. Names in a foreign bundle may contain line breaks. */
function titleOf({ site, from }: SiteComparison): string {
  return printableLine(from === undefined ? site : `${site} from ${from} on`)
}

function siteText(each: SiteComparison): string {
  const { comparison } = each
  if (typeof comparison === 'string') return `${titleOf(each)}: the site was ${comparison}\n`
  const { changes, sampled, settings } = comparison
  const groups = groupChanges(changes)
  const widest = widestInWords(groups)
  return [
    `${titleOf(each)}: ${changesInWords(groups, settings)}\n`,
    widest === '' ? '' : `${widest}\n`,
    ...groups.slice(0, MOST_SHOWN).map(groupText),
    groups.length > MOST_SHOWN
      ? `\nand ${groups.length - MOST_SHOWN} more (--json has all of them)\n`
      : '',
    ...settings.map((setting) => {
      const { was, now } = setting
      const sides = [`was ${settingsInWords(was)}`, `now ${settingsInWords(now)}`]
      const lines = sides.map((side) => `${INDENT}${side}\n`).join('')
      return `\n${'settings'.padEnd(WORD)} ${boundInWords(setting)}\n${lines}`
    }),
    ...sampled.map(
      (name) => `\n${crawlersInWords([name])}: too many patterns overlap to try every path\n`,
    ),
  ].join('')
}

function groupText(group: ChangeGroup): string {
  const { effect, crawlers, was, now } = group
  return [
    `\n${effect.padEnd(WORD)} ${crawlersInWords(crawlers)}: ${whatChanges(group)}\n`,
    ...sideText('was', was, now[0]!),
    ...sideText('now', now, was[0]!),
  ].join('')
}

/** The text of one side. Further lines are indented to the first. */
function sideText(
  word: 'was' | 'now',
  answers: readonly ComparedAnswer[],
  other: ComparedAnswer,
): readonly string[] {
  return answersInWords(answers, other).map(
    (line, i) => `${INDENT}${i === 0 ? word : '   '} ${line}\n`,
  )
}

export function diffMarkdown(sites: readonly SiteComparison[]): string {
  return sites.map(siteMarkdown).join('\n')
}

function siteMarkdown(each: SiteComparison): string {
  const { comparison } = each
  if (typeof comparison === 'string') return `### ${titleOf(each)}\n\nThe site was ${comparison}.\n`
  const { changes, sampled, settings } = comparison
  const groups = groupChanges(changes)
  const sections = EFFECTS.map((effect) => {
    const own = groups.filter((group) => group.effect === effect)
    const rest = own.length > MOST_SHOWN ? `\nand ${own.length - MOST_SHOWN} more\n` : ''
    return (
      table(
        HEADINGS[effect],
        ['who', 'may', 'for example', 'was', 'is'],
        own.slice(0, MOST_SHOWN).map(row),
      ) + rest
    )
  })
  const rows = settings.map((setting) =>
    [boundInWords(setting), settingsInWords(setting.was), settingsInWords(setting.now)].map(cell),
  )
  const others = table(
    'Other settings: hours, rates, comments, app directives, the mode, checks of names',
    ['who', 'was', 'is'],
    rows,
  )
  const gaps = sampled.map((name) => {
    return `\n${cell(crawlersInWords([name]))}: too many patterns overlap to try every path.\n`
  })
  const widest = widestInWords(groups)
  const sentence = widest === '' ? '' : `\n${cell(widest)}\n`
  return `### ${titleOf(each)}: ${changesInWords(groups, settings)}\n${sentence}${[...sections, others, ...gaps].join('')}`
}

function table(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  if (rows.length === 0) return ''
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`)
  return `\n**${title}**\n\n${lines.join('')}`
}

function row(group: ChangeGroup): readonly string[] {
  const { crawlers, path, elsewhere, was, now } = group
  const letters = isOtherCase(group) ? ' (other letter case)' : ''
  const place = `${code(path)}${letters}${elsewhere ? ' at another address' : ''}`
  const sides = [markdown(was, now[0]!), markdown(now, was[0]!)]
  return [cell(crawlersInWords(crawlers)), changedUsages(group, 'it'), place, ...sides]
}

function markdown(answers: readonly ComparedAnswer[], other: ComparedAnswer): string {
  return [...new Set(answers.map((answer) => answerMarkdown(answer, other)))].join('<br>')
}

function answerMarkdown(answer: ComparedAnswer, other: ComparedAnswer): string {
  const { outcome, fields, restrictions } = answer
  const terms = restrictions.length > 0 ? restrictions.flatMap(writeQualifier).map(code) : []
  const first =
    terms.length > 0
      ? `${outcome} only with`
      : [outcome, termsInWords(answer, other)].join(' ').trim()
  if (answer.reader) return 'permitted as a reader'
  return [first, ...terms, ...fields.map(({ text }) => code(text))].join('<br>')
}

function cell(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#+!|~-]/g, '\\$&')
}

function code(text: string): string {
  return `\`${text.replaceAll('`', 'ˋ').replaceAll('|', '\\|')}\``
}

/** What two lists of crawlers differ in. */
export interface RegistryChanges {
  readonly added: readonly KnownCrawler[]
  readonly removed: readonly KnownCrawler[]
  readonly moved: readonly {
    readonly name: string
    readonly was: Category
    readonly now: Category
  }[]
}

export function compareRegistries(old: Registry, now: Registry): RegistryChanges {
  const before = new Map(old.crawlers.map((each) => [each.name, each]))
  const after = new Set(now.crawlers.map(({ name }) => name))
  return {
    added: now.crawlers.filter(({ name }) => !before.has(name)),
    removed: old.crawlers.filter(({ name }) => !after.has(name)),
    moved: now.crawlers.flatMap(({ name, category }) => {
      const was = before.get(name)?.category
      return was === undefined || was === category ? [] : [{ name, was, now: category }]
    }),
  }
}

export function namesIn({ added, removed, moved }: RegistryChanges): ReadonlySet<string> {
  return new Set([...added, ...removed, ...moved].map(({ name }) => name))
}

/** One line for each kind of change; empty without changes. */
export function crawlersText(changes: RegistryChanges): string {
  const row = (word: string, names: string) => `  ${word.padEnd(6)} ${names}\n`
  return report(changes, (head) => `${head}\n`, row)
}

export function crawlersMarkdown(changes: RegistryChanges): string {
  const row = (word: string, names: string) =>
    `- ${word}: ${names.replace(/[\\`*_[\]<>|]/g, '\\$&')}\n`
  return report(changes, (head) => `### ${head}\n\n`, row)
}

function report(
  { added, moved, removed }: RegistryChanges,
  title: (head: string) => string,
  row: (word: string, names: string) => string,
): string {
  const kinds = [
    { word: 'new', count: 'new', crawlers: added.map(withCategory) },
    {
      word: 'moved',
      count: 'of another category',
      crawlers: moved.map(({ name, was, now }) => [name, `${now}, was ${was}`] as const),
    },
    { word: 'gone', count: 'gone', crawlers: removed.map(withCategory) },
  ].filter(({ crawlers }) => crawlers.length > 0)
  if (kinds.length === 0) return ''
  const summary = kinds.map(({ count, crawlers }) => `${crawlers.length} ${count}`).join(', ')
  return (
    title(`known crawlers: ${summary}`) +
    kinds.map(({ word, crawlers }) => row(word, listed(crawlers))).join('')
  )
}

function withCategory({ name, category }: KnownCrawler) {
  return [name, category] as const
}

function listed(crawlers: readonly (readonly [name: string, note: string])[]): string {
  const notes = new Map(crawlers)
  return nameList([...notes.keys()], MOST_NAMES, (name) => `${name} (${notes.get(name)})`)
}

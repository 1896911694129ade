/**
 * Says what the author's unsaved changes mean for crawlers: who may do more, who less, and the
 * question that is asked before saving what opens something. The words are those of `acap diff`,
 * but that fetching is named where `everything` follows from it.
 */

import {
  answersInWords,
  boundInWords,
  changeInWords,
  changesInWords,
  crawlersInWords,
  settingsInWords,
  whatChanges,
} from '../author/compare/change-words.ts'
import { rowsOfWords } from '../author/compare/compared-headers.ts'
import { type ChangeGroup, groupChanges, isShut } from '../author/compare/group-changes.ts'
import { mayLoosen, type SettingsChange } from '../author/compare/settings-changes.ts'
import {
  type ComparedAnswer,
  compareSites,
  inWholeWords,
  withNames,
} from '../author/compare/site-changes.ts'
import type { DisplayName } from '../author/explain/display-names.ts'
import { bestKnownFirst } from '../crawlers/best-known.ts'
import type { Registry, SiteProgram } from '../program/program.ts'
import { foldCase } from '../words/path-form.ts'
import type { Usage } from '../words/usages.ts'
import { type Draft, type Meaning, readDraft } from './draft.ts'
import { EVERY_CRAWLER } from './policy-picture.ts'
import { isChanged } from './rows.ts'
import { type Crawler, namesOfCategories, shownCrawlers } from './shown-crawlers.ts'
import { readQuestion } from './what-if.ts'

/** One group of changes, as the page shows it. */
export interface ShownChange {
  readonly effect: ChangeGroup['effect']
  readonly crawlers: string
  readonly what: string
  readonly was: readonly string[]
  readonly now: readonly string[]
  readonly path: string
  /** In lower case; `*` for every crawler that no policy names. */
  readonly crawler: string
  readonly usage: Usage
}

export interface Changes {
  readonly summary: string
  /** What changes, in a sentence without its full stop. */
  readonly effect: string
  /** The question before files are saved that may open something; null where nothing may. */
  readonly question: string | null
  readonly shown: readonly ShownChange[]
  readonly more: number
  readonly settings: readonly string[]
  /** For whom some changes may be missing; empty where all of them are known. */
  readonly incomplete: string
  /** Of all crawlers that are concerned, in lower case. */
  readonly names: readonly string[]
}

const MOST_SHOWN = 20
/** What lets somebody do more: other terms may, too. */
const OPENING: readonly ChangeGroup['effect'][] = ['opens', 'loosens', 'terms']

const MOST_STATES = 5000

/**
 * Compares two programs soon enough for the page. Where the patterns for a crawler need more than
 * MOST_STATES to try every path, a sample of the paths is compared.
 */
export function compareForPage(was: SiteProgram, now: SiteProgram, at: number) {
  return compareSites(was, now, at, MOST_STATES)
}

export function changesOf(was: Draft, now: Draft, registry: Registry | null, at: number): Changes {
  return changesOfMeanings(readDraft(was, registry, at), readDraft(now, registry, at), at)
}

export function changesOfMeanings(was: Meaning, now: Meaning, at: number): Changes {
  const policies = { was, now }
  const sides = [was.program, now.program] as const
  const comparison = compareForPage(...sides, at)
  const groups = groupChanges(comparison.changes)
  const shown = shownBy(policies)
  const { sampled, settings } = withNames(inWholeWords(comparison, ...sides), shown)
  const incomplete = crawlersInWords(sampled)
  const paced = settings.filter(mayLoosen)
  // Those that open come first, and of these the widest.
  const first = groups.find(({ effect }) => OPENING.includes(effect)) ?? groups[0]
  const summary = changesInWords(groups, settings)
  const sentence =
    first && fetching(first, changeInWords(first, crawlersOf(tableNames(policies, first, at))))
  const count = groups.length + settings.length
  return {
    summary,
    effect: sentence && count > 1 ? `${sentence}; all changes: ${summary}` : (sentence ?? summary),
    question: openingInWords(sentence && OPENING.includes(first!.effect) ? sentence : null, {
      count,
      summary,
      paced: paced[0] === undefined ? null : settingsChangeInWords(paced[0]),
      incomplete,
    }),
    shown: groups
      .slice(0, MOST_SHOWN)
      .map((group) => shownChange(group, tableNames(policies, group, at))),
    more: Math.max(0, groups.length - MOST_SHOWN),
    settings: settings.map(settingsChangeInWords),
    incomplete,
    names: namesOf(groups, settings),
  }
}

function namesOf(
  groups: readonly ChangeGroup[],
  settings: readonly SettingsChange[],
): readonly string[] {
  const set = settings.flatMap(({ crawlers }) => (crawlers.length > 0 ? crawlers : EVERY_CRAWLER))
  return [...new Set([...groups.flatMap(({ crawlers }) => crawlers), ...set])].map(foldCase)
}

function settingsChangeInWords(change: SettingsChange): string {
  const { was, now } = change
  const only = (all: typeof was, not: typeof was) =>
    settingsInWords(all.filter((each) => !not.includes(each)))
  return `${boundInWords(change)}: was ${only(was, now)}, now ${only(now, was)}`
}

/**
 * The question before a save: about the widest opening; without one, about a rate or an hour that
 * is lifted; or because not every path could be tried.
 */
function openingInWords(
  opening: string | null,
  about: Readonly<Record<'summary' | 'incomplete', string>> & {
    readonly count: number
    readonly paced: string | null
  },
): string | null {
  const { count, summary, paced, incomplete } = about
  if (opening !== null)
    return count > 1
      ? `This may open something. The widest opening: ${opening}. All changes: ${summary}.`
      : `This may open something: ${opening}.`
  if (paced !== null) return `This may open something. Other settings: ${paced}.`
  return incomplete === ''
    ? null
    : `This may open something: too many patterns overlap to try every path for ${incomplete}.`
}

/**
 * The crawlers of a group, by the names that the table has. A closed category adds names to a
 * policy that its author never wrote (I6): in their place, the known crawlers are listed whose
 * names contain them.
 */
function tableNames(
  policies: { was: Meaning; now: Meaning },
  group: ChangeGroup,
  at: number,
): readonly string[] {
  const meanings = [policies.was, policies.now]
  const shown = shownBy(policies)
  const added = new Set(meanings.flatMap((meaning) => [...namesOfCategories(meaning)]))
  const names = new Set(group.crawlers.filter((name) => added.has(name)))
  const rows = rowsOfWords(policies.was.program, policies.now.program)
  const written = group.crawlers
    .filter((name) => !added.has(name))
    .map((name) => shown(rows.get(name) ?? name))
  if (names.size === 0) return written
  const { first, known } = shownCrawlers(policies.now, '')
  const asked = { url: group.path, userAgent: '', at: '' }
  const question = readQuestion(asked, policies.now.program.config, at)
  const isOne = ({ userAgent }: Crawler) =>
    meanings.some(({ engine }) =>
      engine.agents.find(userAgent).matched.some((name) => names.has(name)),
    )
  const bearers = [...first, ...known].filter(
    (each) => isOne(each) && isChanged(policies, each, question),
  )
  return [...written, ...bearers.map(({ label }) => label)]
}

/** The newer policy says how a name is written. */
function shownBy({ was, now }: { was: Meaning; now: Meaning }): DisplayName {
  return (name) => (now.shown(name) === name ? was.shown(name) : now.shown(name))
}

function shownChange(group: ChangeGroup, names: readonly string[]): ShownChange {
  const { effect, crawlers, path, usages, was, now } = group
  return {
    effect,
    crawlers: crawlersOf(names),
    what: fetching(group, whatChanges(group)),
    was: answersInWords(was.map(inFiles), now[0]!),
    now: answersInWords(now.map(inFiles), was[0]!),
    path,
    crawler: crawlers[0]!,
    usage: usages[0]!,
  }
}

/**
 * Words about a change of fetching, from which all other uses follow (L6): `everything with pages
 * such as /` reads as more than it is.
 */
function fetching(group: ChangeGroup, words: string): string {
  const { effect, usages } = group
  if (!isShut(group) && (effect !== 'opens' || !usages.includes('crawl'))) return words
  const deed = effect === 'opens' ? 'fetch and use' : 'fetch'
  return words.replace(/(?:do anything|(?:do )?everything) with /, `${deed} `)
}

/** Many names become a number, which is the one that the table shows, and three examples. */
function crawlersOf(names: readonly string[]): string {
  const words = crawlersInWords(names)
  return words.endsWith(' more')
    ? `${names.length} crawlers, such as ${crawlersInWords(bestKnownFirst(names).slice(0, 3))}`
    : words
}

/** Gives the fields of routes the file that they are written in. */
function inFiles({ fields, ...answer }: ComparedAnswer): ComparedAnswer {
  const named = fields.map((field) => ({
    ...field,
    source: field.source === 'route' ? 'site.toml' : field.source,
  }))
  return { ...answer, fields: named }
}

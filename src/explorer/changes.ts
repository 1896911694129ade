/**
 * A draft as it is on disk and as it is written → what the author's changes change for crawlers, in the words of `acap diff`.
 */

import type { Registry } from '../bundle/program.ts'
import { answersInWords, changesInWords, settingsInWords, whatChanges } from '../compare/change-words.ts'
import { type ChangeGroup, crawlersInWords, groupChanges } from '../compare/group-changes.ts'
import type { SettingsChange } from '../compare/settings-changes.ts'
import { type ComparedAnswer, compareSites } from '../compare/site-changes.ts'
import type { Usage } from '../vocabulary/usages.ts'
import { type Draft, readDraft } from './draft.ts'

/** One change, with the question that shows it. */
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

/** What a draft changes. */
export interface Changes {
  readonly summary: string
  readonly shown: readonly ShownChange[]
  /** How many more there are. */
  readonly more: number
  /** One sentence for each change of hours, rates and the like. */
  readonly settings: readonly string[]
  /** For whom some changes may be missing; empty where all of them are known. */
  readonly incomplete: string
}

const MOST_SHOWN = 20

/** A page is to answer soon: beyond these states a crawler's paths are sampled. */
const MOST_STATES = 5000

/** Compares two drafts of a site at an instant. */
export function changesOf(was: Draft, now: Draft, registry: Registry | null, at: number): Changes {
  const [old, written] = [was, now].map((draft) => readDraft(draft, registry, at).program)
  const { changes, sampled, settings } = compareSites(old!, written!, at, MOST_STATES)
  const groups = groupChanges(changes)
  return {
    summary: changesInWords(groups, settings),
    shown: groups.slice(0, MOST_SHOWN).map(shownChange),
    more: Math.max(0, groups.length - MOST_SHOWN),
    settings: settings.map(settingsSentence),
    incomplete: crawlersInWords(sampled),
  }
}

function shownChange(group: ChangeGroup): ShownChange {
  const { effect, crawlers, path, usages, was, now } = group
  return {
    effect,
    crawlers: crawlersInWords(crawlers),
    what: whatChanges(group),
    was: answersInWords(was.map(inFiles), now[0]!),
    now: answersInWords(now.map(inFiles), was[0]!),
    path,
    crawler: crawlers[0]!,
    usage: usages[0]!,
  }
}

function settingsSentence({ crawlers, was, now }: SettingsChange): string {
  return `${crawlersInWords(crawlers)}: was ${settingsInWords(was)}, now ${settingsInWords(now)}`
}

/** A route's field stands in site.toml. */
function inFiles({ fields, ...answer }: ComparedAnswer): ComparedAnswer {
  return {
    ...answer,
    fields: fields.map((field) => ({ ...field, source: field.source === 'route' ? 'site.toml' : field.source })),
  }
}

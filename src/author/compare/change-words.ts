/** Describes groups of changes in words, for `acap diff` and the explorer. */

import { bestKnownFirst, nameList } from '../../crawlers/best-known.ts'
import { operatorsSpelling } from '../../crawlers/policy-tokens.ts'
import type { DecidingField } from '../../decide/decision.ts'
import { baseUsage, USAGE_PHRASES, USAGES, type Usage } from '../../words/usages.ts'
import { writeQualifier } from '../../words/write-qualifier.ts'
import { type ChangeGroup, isShut } from './group-changes.ts'
import type { SettingsChange } from './settings-changes.ts'
import { type ComparedAnswer, EFFECTS } from './site-changes.ts'

/** What crawlers do with pages, in people's words: `everything`, or what each usage is. */
export function usagesInWords(usages: readonly Usage[], pages: string): string {
  const own = withoutForms(usages)
  const others = withoutForms(USAGES.filter((usage) => !usages.includes(usage)))
  if (own.length <= others.length) return phrases(own, pages)
  const whole = pages === 'it' ? 'everything' : `everything with ${pages}`
  return others.length === 0 ? whole : `${whole}, except to ${phrases(others, 'it')}`
}

function phrases(usages: readonly Usage[], pages: string): string {
  return usages
    .map((usage, i) => USAGE_PHRASES[usage].replace('…', () => (i === 0 ? pages : 'it')))
    .join(', ')
}

/** The usages; `present` alone where all of its forms are there. */
function withoutForms(usages: readonly Usage[]): readonly Usage[] {
  const isWhole = USAGES.every(
    (usage) => (baseUsage(usage) ?? usage) !== 'present' || usages.includes(usage),
  )
  return isWhole ? usages.filter((usage) => baseUsage(usage) === null) : usages
}

const MOST_NAMES = 6

/** Names the crawlers. `any other crawler` is always shown, even if the list is cut short. */
export function crawlersInWords(crawlers: readonly string[]): string {
  if (crawlers.length === 1 && crawlers[0] === '*') return 'any crawler not named in the policy'
  const named = crawlers.filter((name) => name !== '*')
  if (named.length === crawlers.length) return nameList(named, MOST_NAMES, operatorsSpelling)
  const names = bestKnownFirst(named).map(operatorsSpelling)
  const shown = names.length > MOST_NAMES ? MOST_NAMES - 1 : names.length
  const more = names.length > shown ? ` and ${names.length - shown} more` : ''
  return `${[...names.slice(0, shown), 'any other crawler'].join(', ')}${more}`
}

export function changesInWords(
  groups: readonly ChangeGroup[],
  settings: readonly SettingsChange[],
): string {
  const counts = [
    ...EFFECTS.map((effect) => {
      const word = effect === 'terms' ? 'on other terms' : effect
      return [word, groups.filter((group) => group.effect === effect).length] as const
    }),
    ['with other settings', settings.length] as const,
  ].filter(([, count]) => count > 0)
  if (counts.length === 0) return 'nothing changes for any crawler'
  return counts.map(([word, count]) => `${count} ${word}`).join(', ')
}

/** The crawlers that a setting applies to. */
export function boundInWords({ crawlers }: SettingsChange): string {
  return crawlers.length === 0 ? 'every crawler' : crawlersInWords(crawlers)
}

export function settingsInWords(settings: readonly string[]): string {
  return settings.length === 0 ? 'none' : settings.join('; ')
}

/**
 * `everything with pages such as /shop/`: the usages that change, and the shortest path on which
 * they do. Other paths below it may not change.
 */
export function whatChanges(group: ChangeGroup): string {
  const pages = isOtherCase(group) ? 'addresses in other letter case, such as' : 'pages such as'
  const elsewhere = group.elsewhere ? ' at another address than their own' : ''
  return changedUsages(group, `${pages} ${group.path}${elsewhere}`)
}

/** The usages that change. If pages can no longer be crawled, that is all of them (L6). */
export function changedUsages(group: ChangeGroup, pages: string): string {
  return usagesInWords(isShut(group) ? USAGES : group.usages, pages)
}

/** One line for each different outcome and terms of a side, with the fields that decide so. */
export function answersInWords(
  answers: readonly ComparedAnswer[],
  other: ComparedAnswer,
): readonly string[] {
  const lines = new Map<string, string[]>()
  for (const answer of answers) {
    const terms = termsInWords(answer, other)
    const head = terms === '' ? answer.outcome : `${answer.outcome} ${terms},`
    lines.set(head, [...(lines.get(head) ?? []), reasonInWords(answer)])
  }
  return [...lines].map(([head, by]) => `${head} ${reasonsInWords([...new Set(by)])}`)
}

const MOST_REASONS = 4

function reasonsInWords(reasons: readonly string[]): string {
  if (reasons.length <= MOST_REASONS + 1) return reasons.join(', ')
  const rest = reasons.length - MOST_REASONS
  return `${reasons.slice(0, MOST_REASONS).join(', ')} and ${rest} more`
}

function reasonInWords({ fields, reader }: ComparedAnswer): string {
  if (reader) return 'to it as a reader'
  return fields.length === 0
    ? 'because no rule forbids it'
    : `by ${fields.map(fieldInWords).join(' and ')}`
}

/**
 * A permission's terms. `without terms` shows the difference where only the other side has terms.
 */
export function termsInWords(
  { outcome, restrictions }: ComparedAnswer,
  other: ComparedAnswer,
): string {
  if (restrictions.length > 0) return `only with ${restrictions.flatMap(writeQualifier).join(' ')}`
  return outcome === 'permitted' && other.restrictions.length > 0 ? 'without terms' : ''
}

function fieldInWords({ source, line, text }: DecidingField): string {
  return `${source}${line === undefined ? '' : `:${line}`} \`${text}\``
}

/**
 * Whether a change concerns only another letter case of a path: a deciding rule has the path in
 * other letters.
 */
export function isOtherCase({
  path,
  was,
  now,
}: Pick<ChangeGroup, 'path' | 'was' | 'now'>): boolean {
  const fields = [...was, ...now].flatMap((answer) => answer.fields)
  const literals = fields.flatMap(({ text }) => /:[ \t]*(\/[^*$ \t]*)/.exec(text)?.[1] ?? [])
  const exact = Math.max(
    0,
    ...literals.filter((each) => path.startsWith(each)).map((each) => each.length),
  )
  const folded = path.toLowerCase()
  return literals.some(
    (literal) => literal.length > exact && folded.startsWith(literal.toLowerCase()),
  )
}

/** `GPTBot may no longer do anything with pages such as /archive/`. */
export function changeInWords(
  group: ChangeGroup,
  crawlers = crawlersInWords(group.crawlers),
): string {
  const { effect, now } = group
  const waits = effect === 'closes' && now.every(({ outcome }) => outcome === 'deferred')
  const deed = whatChanges(group).replace(
    /^everything/,
    effect === 'closes' ? 'do anything' : 'do everything',
  )
  return `${crawlers} ${waits ? 'must wait for the hours set for it to' : MAY[effect]} ${deed}`
}

const MAY: Readonly<Record<ChangeGroup['effect'], string>> = {
  opens: 'may',
  loosens: 'may, on looser terms,',
  closes: 'may no longer',
  tightens: 'may, on tighter terms only,',
  terms: 'may, on other terms,',
}

/**
 * Which of several changes is the widest, as a sentence; empty where there is one alone, or none.
 */
export function widestInWords(groups: readonly ChangeGroup[]): string {
  const [widest] = groups
  if (widest === undefined || groups.length < 2) return ''
  const what = widest.effect === 'opens' ? 'opening' : 'change'
  return `The widest ${what}: ${changeInWords(widest)}.`
}

/** The consequences of a change of policy → fewer of them, in words: those with one reason are one. */

import { operatorsSpelling } from '../../crawlers/policy-tokens.ts'
import type { DecidingField } from '../../decide/decision.ts'
import { baseUsage, USAGE_PHRASES, USAGES, type Usage } from '../../words/usages.ts'
import { writeQualifier } from '../../words/write-qualifier.ts'
import { joinAlike, type SettingsChange } from './settings-changes.ts'
import { type Change, type ComparedAnswer, EFFECTS } from './site-changes.ts'

export interface ChangeGroup extends Omit<Change, 'was' | 'now'> {
  /** The different answers before; one at least. */
  readonly was: readonly ComparedAnswer[]
  readonly now: readonly ComparedAnswer[]
}

/** Groups changes. The order of the first change of each group is kept; what another group implies is left out. */
export function groupChanges(changes: readonly Change[]): readonly ChangeGroup[] {
  const groups = allGroups(changes)
  return groups.filter((group) => !groups.some((other) => implies(other, group)))
}

/** Whether a group's sentence covers another: a path below one that a rule without `*` and `$` decides. */
function implies(wide: ChangeGroup, narrow: ChangeGroup): boolean {
  if (wide === narrow || wide.effect !== narrow.effect || wide.elsewhere !== narrow.elsewhere)
    return false
  if (wide.effect !== 'opens' && wide.effect !== 'closes') return false
  if (wide.path.length >= narrow.path.length || !narrow.path.startsWith(wide.path)) return false
  const isSame = (a: readonly string[], b: readonly string[]) => a.join() === b.join()
  if (!isSame(wide.crawlers, narrow.crawlers) || !isSame(wide.usages, narrow.usages)) return false
  const answers = wide.effect === 'opens' ? wide.was : wide.now
  const patterns = answers.flatMap(({ fields }) => fields.map(patternOf))
  return (
    patterns.length > 0 &&
    patterns.every((pattern) => pattern !== null && wide.path.startsWith(pattern))
  )
}

/** The pattern of a rule that consists of letters alone; null for any other field. */
function patternOf({ text }: DecidingField): string | null {
  return /^(?:dis)?allow:[ \t]*(\/[^*$ \t]*)$/i.exec(text)?.[1] ?? null
}

/** Whether a path shows a change in letter case alone: some rule that decides has it in other case. */
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

function allGroups(changes: readonly Change[]): readonly ChangeGroup[] {
  const byCrawler = changes.flatMap((change) =>
    change.crawlers.map((name) => ({ ...change, crawlers: [name] })),
  )
  const groups = byCrawler.map(
    (change): ChangeGroup => ({ ...change, was: [change.was], now: [change.now] }),
  )
  const keyOfOne = ({ crawlers, effect, path, elsewhere, was, now }: ChangeGroup) =>
    asShown([crawlers, effect, path, elsewhere, reasonFor(effect, was[0]!, now[0]!)])
  const keyOfAll = ({ effect, path, elsewhere, usages, was, now }: ChangeGroup) => {
    // A page that may no longer be crawled may not be used either (L6): what permitted its uses before does not matter.
    const isShut = effect === 'closes' && usages.includes('crawl')
    return asShown([
      effect,
      path,
      elsewhere,
      ...(isShut ? ['everything', now] : [usages, was, now]),
    ])
  }
  return joinAlike(joinAlike(groups, keyOfOne, join), keyOfAll, join)
}

/** What several usages must share to be described together: what closes, by what closes it; the rest, by both sides. */
function reasonFor(effect: Change['effect'], was: ComparedAnswer, now: ComparedAnswer): unknown {
  if (effect === 'closes') return now
  if (effect === 'opens') return was
  return [was, now]
}

function join(a: ChangeGroup, b: ChangeGroup): ChangeGroup {
  const usages = new Set([...a.usages, ...b.usages])
  return {
    ...a,
    crawlers: distinct([...a.crawlers, ...b.crawlers]),
    usages: USAGES.filter((usage) => usages.has(usage)),
    was: distinct([...a.was, ...b.was]),
    now: distinct([...a.now, ...b.now]),
  }
}

function asShown(value: unknown): string {
  return JSON.stringify(value, (name, each) => (name === 'servedLine' ? undefined : each))
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return joinAlike(values, asShown, (_, last) => last)
}

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

export function crawlersInWords(crawlers: readonly string[]): string {
  const names = crawlers.map((name) =>
    name === '*' ? 'any other crawler' : operatorsSpelling(name),
  )
  if (names.length <= MOST_NAMES + 1) return names.join(', ')
  return `${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} more`
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

export function settingsInWords(settings: readonly string[]): string {
  return settings.length === 0 ? 'none' : settings.join('; ')
}

/** `everything with /shop/`: the usages, and the shortest path that shows the change. */
export function whatChanges(group: ChangeGroup): string {
  const letters = isOtherCase(group) ? 'addresses in other letter case, as ' : ''
  return changedUsages(
    group,
    `${letters}${group.path}${group.elsewhere ? ' at another address than its own' : ''}`,
  )
}

/** A page that may no longer be crawled may not be used either (L6), no matter what else was prohibited before. */
export function changedUsages({ effect, usages }: ChangeGroup, pages: string): string {
  return usagesInWords(effect === 'closes' && usages.includes('crawl') ? USAGES : usages, pages)
}

/** What one side says, beside the other: answers with the same outcome and terms share a line with their fields. */
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
  return [...lines].map(([head, by]) => `${head} ${[...new Set(by)].join(', ')}`)
}

function reasonInWords({ fields, reader }: ComparedAnswer): string {
  if (reader) return 'to it as a reader'
  return fields.length === 0 ? 'by silence' : `by ${fields.map(fieldInWords).join(' and ')}`
}

/** A permission's terms. `without terms` is written where the other side has some: else both would read alike. */
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

/**
 * Grouped changes → people's words: what changes, and what both policies say about it.
 */
import type { DecidingField } from '../engine/decision.ts'
import { writeQualifier } from '../grammar/write-meta.ts'
import { type ChangeGroup, isOtherCase, usagesInWords } from './group-changes.ts'
import type { SettingsChange } from './settings-changes.ts'
import { type ComparedAnswer, EFFECTS } from './site-changes.ts'

/** How many groups there are of each effect. */
export function changesInWords(groups: readonly ChangeGroup[], settings: readonly SettingsChange[]): string {
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

/** Hours, rates and the like of one side. */
export function settingsInWords(settings: readonly string[]): string {
  return settings.length === 0 ? 'none' : settings.join('; ')
}

/** `everything with /shop/`: the usages, and the shortest path that shows the change. */
export function whatChanges(group: ChangeGroup): string {
  const words = changedUsages(group)
  const place = isOtherCase(group) ? 'in other letter case, as' : words.startsWith('everything') ? 'with' : ''
  const whole = place === '' ? words : `${words} ${place}`
  return `${whole} ${group.path}${group.elsewhere ? ' at another address than its own' : ''}`
}

/** A page that may no longer be crawled may not be used either (L6), no matter what else was prohibited before. */
export function changedUsages({ effect, usages }: ChangeGroup): string {
  return effect === 'closes' && usages.includes('crawl') ? 'everything' : usagesInWords(usages)
}

/** What one side says, beside the other: answers with the same outcome and terms share a line with their fields. */
export function answersInWords(answers: readonly ComparedAnswer[], other: ComparedAnswer): readonly string[] {
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
export function termsInWords({ outcome, restrictions }: ComparedAnswer, other: ComparedAnswer): string {
  if (restrictions.length > 0) return `only with ${restrictions.flatMap(writeQualifier).join(' ')}`
  return outcome === 'permitted' && other.restrictions.length > 0 ? 'without terms' : ''
}

function fieldInWords({ source, line, text }: DecidingField): string {
  return `${source}${line === undefined ? '' : `:${line}`} \`${text}\``
}

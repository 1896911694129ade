/** Describes what `acap publish` did, and how a shadow version decides by the edge's log. */

import { sumOf } from '../../base/counts.ts'
import { jsonObject } from '../../base/kept-line.ts'
import { grouped } from '../../base/text-table.ts'
import { messagesIn } from '../../logs/read/json-rows.ts'
import type { PolicyVersion, Release } from '../../program/release.ts'
import type { Published } from './publisher.ts'
import type { Damage } from './target.ts'

const MOST_NAMES = 5

export function publishedText(
  { release, isNew, uploaded, sites: changed, removed, differing, damage }: Published,
  to: string,
  sites: number,
  isDry: boolean,
): string {
  const bytes = sumOf(uploaded, ({ bytes }) => bytes.length)
  const { current, trial } = release
  const verb = isDry ? 'would be' : 'is'
  const share =
    trial === null ? '' : `; version ${trial.version} ${verb} ${trialText(trial.percent)}`
  const status = `version ${current.version} ${verb} in force${share}`
  const names = differing ?? changed
  const how = differing === null ? 'changed' : `differ from version ${current.version}`
  const upload = `${grouped(uploaded.length)} values, ${grouped(bytes)} bytes${isDry ? ' would be uploaded' : ' uploaded'}`
  return [
    `${to}: ${grouped(names.length)} of ${grouped(sites)} sites ${how}${named(names)}\n`,
    `${differing === null ? upload : 'all values are there already'}\n`,
    removed.length === 0 ? '' : `sites that are no longer there${named(removed)}\n`,
    damageText(damage),
    `${isNew ? status : 'the store has this version already; nothing was switched'}\n`,
  ].join('')
}

/** One line for each value that is missing or damaged, with the versions that have it. */
export function damageText(damage: readonly Damage[]): string {
  const lines = damage.map(({ key, versions }) => {
    return `missing or damaged: ${key}, of version${versions.length === 1 ? '' : 's'} ${versions.join(', ')}\n`
  })
  return lines.join('')
}

function named(names: readonly string[]): string {
  const more = names.length - MOST_NAMES
  const shown = more <= 0 ? names : [...names.slice(0, MOST_NAMES), `and ${grouped(more)} more`]
  return names.length === 0 ? '' : `: ${shown.join(', ')}`
}

function trialText(percent: number): string {
  return percent === 0 ? 'in its shadow' : `on trial for ${percent}% of the hosts`
}

export function rolledBackText(before: Release, release: Release, isDry: boolean): string {
  const { version } = release.current
  const ended = before.trial === null ? [] : [`ended the trial of version ${before.trial.version}`]
  const state =
    version === before.current.version
      ? `version ${version} is in force`
      : `version ${version} is in force again`
  const did = [...ended, state].join('; ')
  return `${isDry ? 'would be: ' : ''}${did}\n${releaseText(release)}`
}

export function releaseText({ current, trial, earlier }: Release): string {
  const rows: (readonly [PolicyVersion, string])[] = [[current, 'in force']]
  if (trial !== null) rows.push([trial, trialText(trial.percent)])
  rows.push(...earlier.map((version) => [version, ''] as const))
  return rows
    .map(([{ version, published, manifest }, state]) => {
      const time = new Date(published).toISOString().replace('T', ' ').slice(0, 16)
      const hash = manifest.slice(manifest.lastIndexOf('/') + 1).slice(0, 12)
      return `${`${String(version).padStart(6)}  ${time}  ${hash}  ${state}`.trimEnd()}\n`
    })
    .join('')
}

export function comparisonText(comparisons: readonly ShadowComparison[]): string {
  if (comparisons.length === 0) return 'the log has no line of a version on --shadow\n'
  return comparisons.map(oneComparison).join('\n')
}

function oneComparison({ version, requests, differences }: ShadowComparison): string {
  const differing = sumOf(differences, ({ count }) => count)
  const head = `version ${version}: ${grouped(requests)} requests, ${grouped(differing)} decided otherwise\n`
  const parts = differences.map(({ from, to, count: times, examples }) => {
    const lines = examples.map(({ url, userAgent }) => `          ${url}  ${userAgent}\n`)
    return `${grouped(times).padStart(8)}  ${from} → ${to}\n${lines.join('')}`
  })
  return head + parts.join('')
}

/** A line that the edge logs for a shadow version (src/edge/request-log.ts). */
interface ShadowLine {
  readonly acap: 'shadow'
  readonly version: number
  readonly outcome: string
  readonly instead: string
  readonly url: string
  readonly userAgent: string | null
}

interface ShadowComparison {
  readonly version: number
  requests: number
  readonly differences: {
    readonly from: string
    readonly to: string
    count: number
    readonly examples: { readonly url: string; readonly userAgent: string }[]
  }[]
}

const MOST_EXAMPLES = 3

export class ShadowTally {
  readonly #comparisons = new Map<number, ShadowComparison>()

  /** Adds a line: the edge's own, or one of `wrangler tail --format json`, which holds several. */
  add(line: string): void {
    if (!line.includes('shadow')) return
    // Logs are read as octets.
    const value = jsonObject(Buffer.from(line, 'latin1').toString())
    const messages = value === null ? [] : (messagesIn(value) ?? [value])
    for (const each of messages)
      if (each.acap === 'shadow') this.#count(each as unknown as ShadowLine)
  }

  comparisons(): readonly ShadowComparison[] {
    const all = [...this.#comparisons.values()].sort((a, b) => a.version - b.version)
    for (const { differences } of all) differences.sort((a, b) => b.count - a.count)
    return all
  }

  #count({ version, outcome, instead, url, userAgent }: ShadowLine): void {
    const comparison = this.#comparisons.get(version) ?? { version, requests: 0, differences: [] }
    this.#comparisons.set(version, comparison)
    comparison.requests++
    if (outcome === instead) return
    let difference = comparison.differences.find(
      ({ from, to }) => from === instead && to === outcome,
    )
    if (difference === undefined) {
      difference = { from: instead, to: outcome, count: 0, examples: [] }
      comparison.differences.push(difference)
    }
    difference.count++
    if (difference.examples.length < MOST_EXAMPLES)
      difference.examples.push({ url, userAgent: userAgent ?? '' })
  }
}

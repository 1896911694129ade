/**
 * What `acap publish` did → text for people.
 */
import type { PolicyVersion, Release } from '../../bundle/release.ts'
import type { ShadowComparison } from './compare-shadow.ts'
import type { Published, RolledBack } from './publisher.ts'
import type { Damage } from './target.ts'

interface Around {
  readonly to: string
  readonly sites: number
  readonly isDry: boolean
}

const MOST_NAMES = 5

export function publishedText(
  { release, isNew, uploaded, sites: changed, removed, differing, damage }: Published,
  { to, sites, isDry }: Around,
): string {
  const bytes = uploaded.reduce((sum, value) => sum + value.bytes.length, 0)
  const values =
    differing === null
      ? [
          `${to}: ${count(changed.length)} of ${count(sites)} sites changed${named(changed)}`,
          `${count(uploaded.length)} values, ${count(bytes)} bytes${isDry ? ' would be uploaded' : ' uploaded'}`,
        ]
      : [
          `${to}: ${count(differing.length)} of ${count(sites)} sites differ from version ${release.current.version}${named(differing)}`,
          'all values are there already',
        ]
  const gone = removed.length === 0 ? [] : [`sites that are no longer there${named(removed)}`]
  const lines = [
    ...values,
    ...gone,
    ...damageLines(damage),
    isNew ? statusText(release, isDry) : 'the store has this version already; nothing was switched',
  ]
  return `${lines.join('\n')}\n`
}

/** One line for each value that is missing or damaged, with the versions that have it. */
export function damageLines(damage: readonly Damage[]): readonly string[] {
  return damage.map(({ key, versions }) => {
    return `missing or damaged: ${key}, of version${versions.length === 1 ? '' : 's'} ${versions.join(', ')}`
  })
}

function named(names: readonly string[]): string {
  const more = names.length - MOST_NAMES
  const shown = more <= 0 ? names : [...names.slice(0, MOST_NAMES), `and ${count(more)} more`]
  return names.length === 0 ? '' : `: ${shown.join(', ')}`
}

function statusText({ current, trial }: Release, isDry: boolean): string {
  const verb = isDry ? 'would be' : 'is'
  const share = trial === null ? '' : `; version ${trial.version} ${verb} ${trialText(trial.percent)}`
  return `version ${current.version} ${verb} in force${share}`
}

function trialText(percent: number): string {
  return percent === 0 ? 'in its shadow' : `on trial for ${percent}% of the hosts`
}

export function rolledBackText({ before, release }: RolledBack, isDry: boolean): string {
  const { version } = release.current
  const ended = before.trial === null ? [] : [`ended the trial of version ${before.trial.version}`]
  const state =
    version === before.current.version ? `version ${version} is in force` : `version ${version} is in force again`
  const did = [...ended, state].join('; ')
  return `${isDry ? 'would be: ' : ''}${did}\n${releaseText(release)}`
}

export function releaseText({ current, trial, earlier }: Release): string {
  const rows: (readonly [PolicyVersion, string])[] = [[current, 'in force']]
  if (trial !== null) rows.push([trial, trialText(trial.percent)])
  rows.push(...earlier.map((version) => [version, ''] as const))
  return rows
    .map(([version, state]) => `${rowText(version)}  ${state}`.trimEnd())
    .join('\n')
    .concat('\n')
}

function rowText({ version, published, manifest }: PolicyVersion): string {
  const time = new Date(published).toISOString().replace('T', ' ').slice(0, 16)
  return `${String(version).padStart(6)}  ${time}  ${manifest.slice(manifest.lastIndexOf('/') + 1).slice(0, 12)}`
}

export function comparisonText(comparisons: readonly ShadowComparison[]): string {
  if (comparisons.length === 0) return 'the log has no line of a version on --shadow\n'
  return comparisons.map(oneComparison).join('\n')
}

function oneComparison({ version, requests, differences }: ShadowComparison): string {
  const differing = differences.reduce((sum, each) => sum + each.count, 0)
  const head = `version ${version}: ${count(requests)} requests, ${count(differing)} decided otherwise\n`
  const parts = differences.map(({ from, to, count: times, examples }) => {
    const lines = examples.map(({ url, userAgent }) => `          ${url}  ${userAgent}\n`)
    return `${count(times).padStart(8)}  ${from} → ${to}\n${lines.join('')}`
  })
  return head + parts.join('')
}

function count(number: number): string {
  return number.toLocaleString('en')
}

/** Writes a ReplayReport as text for a terminal. */

import { grouped, textTable } from '../../base/text-table.ts'
import { tokenSentence, tokensAmong } from '../../crawlers/policy-tokens.ts'
import type { ReplayReport } from './replay-report.ts'
import {
  EMPTY_REPLAY,
  replayColumns,
  replayCompared,
  replayEngines,
  replayNotes,
  replayObserved,
  replaySummary,
  someCounts,
} from './replay-sentences.ts'

const TEXT_RULES = 5
const TEXT_NAMES = 4
/** The report as a terminal shows it. `against` is what other policies were compared, if any were. */
export function replayText(report: ReplayReport, against: string | null = null): string {
  if (report.lines === 0) return `${EMPTY_REPLAY}\n`
  return [
    ...replaySummary(report),
    ...replayEngines(report),
    ...replayObserved(report),
    ...(against === null ? [] : [replayCompared(against)]),
    '',
    ...textTable(replayColumns(report), report.crawlers, '-'),
    ...rulesText(report),
    ...declaredText(report),
    ...tokens(report),
    ...replayNotes(report),
  ]
    .join('\n')
    .concat('\n')
}

function rulesText({ rules }: ReplayReport): readonly string[] {
  const most = rules.slice(0, TEXT_RULES).map(({ source, line, text, requests, crawlers }) => {
    const place = `${source}${line === null ? '' : `:${line}`}`
    const rule = source === null ? `: ${text}` : ` by ${place} \`${text}\``
    const names = crawlers.slice(0, TEXT_NAMES).map(({ name }) => name)
    return `  ${grouped(requests)}${rule}: ${names.join(', ')}`
  })
  return most.length === 0 ? [] : ['', 'what would refuse or defer most:', ...most]
}

function declaredText({ declared }: ReplayReport): readonly string[] {
  if (declared.length === 0) return []
  return [
    '',
    `unknown clients that look like bots, by the names they give: ${someCounts(declared)}`,
  ]
}

/** Names in the log that no client of their operators sends. */
function tokens({ crawlers, declared }: ReplayReport): readonly string[] {
  const found = tokensAmong([
    ...crawlers.map(({ name }) => name),
    ...declared.map(({ name }) => name),
  ])
  return found.length === 0
    ? []
    : ['', ...found.map((token) => `${tokenSentence(token)} Its sender is somebody else`)]
}

/** Overview of a report's page, with what a policy would have done with the requests of the log. */
import type { ComponentChild } from 'preact'
import { grouped } from '../../base/text-table.ts'
import type { CrawlReport } from '../../logs/report/crawl-report.ts'
import {
  REPLAY_OUTCOMES,
  REPLAY_WORDS,
  replayColumns,
  replayTexts,
  someCounts,
} from '../../logs/report/replay-sentences.ts'
import { timeChart } from './charts.ts'
import { dataColumns, dataTable } from './data-table.ts'
import type { DeskProps } from './desk-props.ts'
import { codeProse, html, list, titled } from './html.ts'
import { overviewView } from './overview.ts'

const MOST_RULES = 25

export function frozenOverview(props: DeskProps): ComponentChild {
  const replay = props.report?.replay ?? null
  return overviewView(props, replay === null ? null : replayParts(replay))
}

function replayParts(replay: NonNullable<CrawlReport['replay']>): ComponentChild {
  const { texts, names } = replayTexts(replay)
  const spans = replay.hours.map((hour) => {
    return { start: hour.start, counts: REPLAY_OUTCOMES.map((outcome) => hour[outcome]) }
  })
  const label = 'Requests of crawlers under the policy'
  const table = dataTable({
    label: 'Crawlers under the policy',
    columns: dataColumns(replayColumns(replay)),
    rows: replay.crawlers,
  })
  const rules = replay.rules.slice(0, MOST_RULES).map((rule) => {
    const place = rule.line === null ? rule.source : `${rule.source}:${rule.line}`
    const times = html`<strong>${grouped(rule.requests)}</strong>`
    return html`<code>${rule.text}</code> <small>${place}</small> ${times}
      <br />${someCounts(rule.crawlers)}
      <details><summary>Paths requested most</summary><p>${someCounts(rule.paths)}</p></details>`
  })
  return [
    titled(
      'replay',
      'What the policy would have done',
      list(texts.map(codeProse)),
      table,
      timeChart({
        label,
        parts: REPLAY_OUTCOMES.map((outcome) => REPLAY_WORDS[outcome]),
        spans,
        hours: 1,
      }),
    ),
    rules.length === 0 ? null : titled('rules', 'What would refuse or defer most', list(rules)),
    names.length === 0
      ? null
      : titled('unknown', 'Unknown clients that look like bots', list(names.map(codeProse))),
  ]
}

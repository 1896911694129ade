/**
 * ReplayReport → one HTML page that needs nothing else: no script, no font, no image from anywhere. Every chart stands
 * beside its numbers, follows the reader's light or dark scheme, and prints.
 */

import type { Counts, CrawlerReport, ReplayReport } from '../../analysis/tally.ts'
import { escapeMarkup } from '../../grammar/markup.ts'
import { bytes, grouped } from '../table.ts'
import { timelineChart } from './report-chart.ts'
import { REPORT_STYLE } from './report-style.ts'

const MOST_BARS = 15
const OUTCOMES = ['permitted', 'refused', 'deferred'] as const

/** The report as a page. `title` says what was replayed. */
export function reportHtml(report: ReplayReport, title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeMarkup(title)}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<main>
<h1>${escapeMarkup(title)}</h1>
${summary(report)}
${observed(report)}
${tiles(report)}
<section aria-labelledby="when"><h2 id="when">Crawlers' requests over time</h2>
${legend()}
${timelineChart(report.hours)}</section>
<section aria-labelledby="who"><h2 id="who">By crawler</h2>
${legend()}
${crawlers(report)}</section>
${refused(report.crawlers)}
</main>
</body>
</html>
`
}

function summary({ from, to, lines, unread, unplaced, readers, exempt }: ReplayReport): string {
  if (lines === 0) return '<p>The log is empty: there is nothing to replay.</p>'
  const span = from === null ? '' : ` from <time>${from}</time> to <time>${to}</time>`
  const odd = [
    unread > 0 ? ` ${grouped(unread)} lines were not understood.` : '',
    unplaced > 0 ? ` ${grouped(unplaced)} lines were for no host of these sites.` : '',
  ].join('')
  return `<p>${grouped(lines)} lines${span}. ${grouped(readers)} requests came from readers, who are never refused, and
${grouped(exempt)} were for what is served to everybody.${odd}</p>`
}

/** Where the edge would not act yet, the report is of what enforcement would do. */
function observed({ total }: ReplayReport): string {
  if (total.observed === 0) return ''
  const what =
    total.observed === total.refused + total.deferred
      ? 'The mode is not <code>enforce</code>, so nothing would have been refused or deferred: this is what enforcement would do.'
      : `${grouped(total.observed)} of the refused and deferred are so only once the mode is <code>enforce</code> there.`
  return `<p class="note">${what}</p>`
}

function tiles({ total }: ReplayReport): string {
  const list: readonly (readonly [string, string])[] = [
    ['crawlers’ requests', grouped(total.requests)],
    ['permitted', grouped(total.permitted)],
    ['refused', grouped(total.refused)],
    ['deferred', grouped(total.deferred)],
    ['under a forged name', grouped(total.forged)],
    ['against the robots.txt', grouped(total.ignoredRobots)],
    ['saved', bytes(total.bytesSaved)],
  ]
  return `<dl class="tiles">${list.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>`
}

function legend(): string {
  return `<p class="legend">${OUTCOMES.map((word) => `<span><i class="${word}"></i>${word}</span>`).join(' ')}</p>`
}

function crawlers({ crawlers: rows, compared }: ReplayReport): string {
  const most = Math.max(1, ...rows.map(({ requests }) => requests))
  const heads = ['requests', 'permitted', 'refused', 'deferred', 'forged', 'against robots', 'saved']
  const all = compared ? [...heads, 'opened', 'closed'] : heads
  const body = rows.map((row, i) => {
    const { name, category, requests, permitted, refused: no, deferred, forged, ignoredRobots, bytesSaved } = row
    const counts = [requests, permitted, no, deferred, forged, ignoredRobots].map(grouped)
    const changes = compared ? [row.opened, row.closed].map(grouped) : []
    const cells = [...counts, bytes(bytesSaved), ...changes].map((cell) => `<td>${cell}</td>`)
    return `<tr><th scope="row">${escapeMarkup(name)} <small>${category ?? ''}</small></th>
<td class="bar">${i < MOST_BARS ? bar(row, most) : ''}</td>${cells.join('')}</tr>`
  })
  return `<div class="wide" tabindex="0" role="region" aria-label="crawlers"><table>
<thead><tr><th scope="col">crawler</th><td></td>${all.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${body.join('\n')}</tbody></table></div>`
}

/** The numbers stand in the cells beside it, so it is for eyes alone. */
function bar(row: Counts, most: number): string {
  const parts = OUTCOMES.filter((word) => row[word] > 0).map(
    (word) => `<i class="${word}" style="width:${((100 * row[word]) / most).toFixed(2)}%"></i>`,
  )
  return `<span aria-hidden="true">${parts.join('')}</span>`
}

function refused(rows: readonly CrawlerReport[]): string {
  const lists = rows
    .filter(({ refusedPaths }) => refusedPaths.length > 0)
    .slice(0, MOST_BARS)
    .map(({ name, refusedPaths }) => {
      const items = refusedPaths.map(
        ({ path, requests }) => `<li><code>${escapeMarkup(path)}</code> ${grouped(requests)}</li>`,
      )
      return `<section><h3>${escapeMarkup(name)}</h3><ol>${items.join('')}</ol></section>`
    })
  if (lists.length === 0) return ''
  return `<section aria-labelledby="what"><h2 id="what">What was refused most</h2><div class="lists">${lists.join('\n')}</div></section>`
}

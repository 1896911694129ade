/**
 * ReplayReport → one HTML page that needs nothing else: no script, no font, no image from anywhere. Every chart stands
 * beside its numbers, follows the reader's light or dark scheme, and prints.
 */

import { type Counts, type ReplayReport, searchEnginesThatAre } from '../../analysis/replay-report.ts'
import type { PathCount } from '../../analysis/top-paths.ts'
import { escapeMarkup } from '../../grammar/markup.ts'
import { tokenSentence, tokensAmong } from '../../registry/policy-tokens.ts'
import { bytes, grouped } from '../output/table.ts'
import { timelineChart } from './report-chart.ts'
import { REPORT_STYLE } from './report-style.ts'

const MOST_BARS = 15
const MOST_RULES = 25
const OUTCOMES = ['permitted', 'refused', 'deferred'] as const

/** The report as a page. `title` says what was replayed; `against`, what other policies were compared, if any were. */
export function reportHtml(report: ReplayReport, title: string, against: string | null = null): string {
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
${searchEngines(report)}
${observed(report)}
${leftOut(report)}
${tiles(report)}
<section aria-labelledby="when"><h2 id="when">Crawlers' requests over time</h2>
${legend()}
${timelineChart(report.hours)}</section>
${rules(report)}
<section aria-labelledby="who"><h2 id="who">By crawler</h2>
${against === null ? '' : comparedWith(against)}
${legend()}
${crawlers(report)}</section>
${declared(report)}
</main>
</body>
</html>
`
}

function summary({ from, to, lines, readers, exempt }: ReplayReport): string {
  if (lines === 0) return '<p>The log is empty: there is nothing to replay.</p>'
  const span = from === null ? '' : ` from <time>${from}</time> to <time>${to}</time>`
  return `<p>${grouped(lines)} lines${span}. ${grouped(readers)} requests came from readers, who are never refused, and
${grouped(exempt)} were for what is served to everybody.</p>`
}

/** A site that search engines may not read disappears from them: it comes first, in case nobody meant it. */
function searchEngines(report: ReplayReport): string {
  const lists = (['refused', 'deferred'] as const).map((outcome) => {
    const found = searchEnginesThatAre(outcome, report)
    const items = found.map(
      (each) => `<li>${escapeMarkup(each.name)}: ${grouped(each[outcome])} of ${grouped(each.requests)} requests</li>`,
    )
    return items.length === 0 ? '' : `<p>${ENGINES[outcome]}</p><ul>${items.join('')}</ul>`
  })
  const text = lists.join('')
  return text === '' ? '' : `<div class="warning">${text}</div>`
}

const ENGINES = {
  refused: 'The policy refuses search engines:',
  deferred: 'The policy defers search engines. Some read no <code>Crawl-delay</code> and get 429 or 503 instead:',
}

function comparedWith(against: string): string {
  return `<p>Opened and closed are compared with <code>${escapeMarkup(against)}</code>. Opened requests are permitted here and refused or
deferred there; closed is the reverse.</p>`
}

/** Lines that were not judged, and lines that were judged although they name another host. */
function leftOut({ unread, unreadLines, unplaced, otherHosts }: ReplayReport): string {
  const notes = []
  if (unread > 0) {
    const samples = unreadLines.map(
      ({ file, line, text }) => `<li>${escapeMarkup(file)}:${line} <code>${escapeMarkup(text)}</code></li>`,
    )
    notes.push(`<p>${grouped(unread)} lines were not understood. The first:</p><ul>${samples.join('')}</ul>`)
  }
  if (unplaced > 0) notes.push(`<p>${grouped(unplaced)} lines were for no host of these sites.</p>`)
  if (otherHosts.lines > 0) {
    const hosts = otherHosts.hosts
      .map(({ path, requests }) => `${escapeMarkup(path)} (${grouped(requests)})`)
      .join(', ')
    notes.push(
      `<p>${grouped(otherHosts.lines)} lines name other hosts: ${hosts}. They are judged as requests to this site.</p>`,
    )
  }
  return notes.map((note) => `<div class="note">${note}</div>`).join('\n')
}

/** Where the edge only observes, the report shows what enforcement would do. */
function observed({ total }: ReplayReport): string {
  if (total.observed === 0) return ''
  const what =
    total.observed === total.refused + total.deferred
      ? 'The mode is not <code>enforce</code>, so nothing would have been refused or deferred: this is what enforcement would do.'
      : `${grouped(total.observed)} of the refused and deferred pass today, because the mode there is not <code>enforce</code>.`
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
    const { name, category, requests, permitted, refused: no, deferred, ignoredRobots, bytesSaved } = row
    const forged = row.isChecked ? grouped(row.forged) : 'not checked'
    const counts = [...[requests, permitted, no, deferred].map(grouped), forged, grouped(ignoredRobots)]
    const changes = compared ? [row.opened, row.closed].map(grouped) : []
    const cells = [...counts, bytes(bytesSaved), ...changes].map(
      (cell, c) => `<td role="cell" data-head="${all[c]}">${cell}</td>`,
    )
    return `<tr role="row"><th role="rowheader" scope="row">${escapeMarkup(name)} <small>${category ?? ''}</small></th>
<td role="cell" class="bar">${i < MOST_BARS ? bar(row, most) : ''}</td>${cells.join('')}</tr>`
  })
  const head = all.map((each) => `<th role="columnheader" scope="col">${each}</th>`).join('')
  return `<table role="table" class="crawlers">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">crawler</th><td role="cell"></td>${head}</tr></thead>
<tbody role="rowgroup">${body.join('\n')}</tbody></table>`
}

/** The numbers stand in the cells beside it, so it is for eyes alone. */
function bar(row: Counts, most: number): string {
  const parts = OUTCOMES.filter((word) => row[word] > 0).map(
    (word) => `<i class="${word}" style="width:${((100 * row[word]) / most).toFixed(2)}%"></i>`,
  )
  return `<span aria-hidden="true">${parts.join('')}</span>`
}

/** What refused how much: a rule is something that the author can change, a URL is not. */
function rules({ rules: rows }: ReplayReport): string {
  if (rows.length === 0) return ''
  const items = rows.slice(0, MOST_RULES).map(({ source, line, text, requests, crawlers: names, paths }) => {
    const place = source === null ? '' : ` <small>${escapeMarkup(source)}${line === null ? '' : `:${line}`}</small>`
    const rule = source === null ? escapeMarkup(text) : `<code>${escapeMarkup(text)}</code>`
    return `<li><p class="rule">${rule}${place} <strong>${grouped(requests)}</strong></p>
<p>${counted(names)}</p><details><summary>Paths asked for most</summary><p>${counted(paths)}</p></details></li>`
  })
  const rest = rows.length > MOST_RULES ? `<p>and ${grouped(rows.length - MOST_RULES)} more rules</p>` : ''
  return `<section aria-labelledby="what"><h2 id="what">Refused and deferred, by rule</h2><ol class="rules">${items.join('\n')}</ol>${rest}</section>`
}

/** Clients that the author may want to name in the policy. */
function declared({ crawlers: rows, declared: names }: ReplayReport): string {
  const tokens = tokensAmong([...rows.map(({ name }) => name), ...names.map(({ path }) => path)])
  const notes = tokens.map((token) => `<p>${escapeMarkup(tokenSentence(token))} Its sender is somebody else.</p>`)
  if (names.length === 0) return notes.join('\n')
  return `<section aria-labelledby="unknown"><h2 id="unknown">Unknown clients that look like bots</h2>
<p>By the names that they give: ${counted(names)}</p>${notes.join('')}</section>`
}

function counted(counts: readonly PathCount[]): string {
  return counts.map(({ path, requests }) => `<span>${escapeMarkup(path)}</span> ${grouped(requests)}`).join(', ')
}

/**
 * Counts per hour → a stacked column chart as SVG. Hours are joined into wider spans until the columns are wide enough
 * to see; quiet spans keep their place.
 */

import type { ReplayReport } from '../../analysis/replay-report.ts'
import { grouped } from '../output/table.ts'

/** One drawing for screens and paper, one for telephones: text that is scaled down cannot be read. */
const DRAWINGS = [
  { name: 'broad', width: 960, mostColumns: 96, labels: 6 },
  { name: 'slim', width: 360, mostColumns: 40, labels: 2 },
] as const
type Drawing = (typeof DRAWINGS)[number]

const HEIGHT = 220
/** Of a day and an hour, in 12 pixels. */
const LABEL_WIDTH = 110
const LEFT = 56
const BOTTOM = 24
const HOUR = 3_600_000
/** Hours a column may stand for, before whole days. */
const SPANS = [1, 2, 3, 6, 12, 24]
const OUTCOMES = ['permitted', 'refused', 'deferred'] as const

interface Span {
  readonly start: number
  permitted: number
  refused: number
  deferred: number
}

/** Draws the chart; a line of text where there is nothing to draw. */
export function timelineChart(hours: ReplayReport['hours']): string {
  if (hours.length === 0) return '<p>The log has no times.</p>'
  return DRAWINGS.map((drawing) => chart(hours, drawing)).join('\n')
}

function chart(hours: ReplayReport['hours'], drawing: Drawing): string {
  const { width: total } = drawing
  const { spans, step } = joined(hours, drawing.mostColumns)
  const most = niceCeiling(Math.max(...spans.map(({ permitted, refused, deferred }) => permitted + refused + deferred)))
  const width = (total - LEFT) / spans.length
  const y = (count: number) => (HEIGHT - BOTTOM) * (1 - count / most)
  const grid = [0, 0.5, 1].map((part) => {
    const at = y(most * part).toFixed(1)
    return `<line x1="${LEFT}" x2="${total}" y1="${at}" y2="${at}"/><text x="${LEFT - 8}" y="${at}" dy="0.9em" text-anchor="end">${grouped(most * part)}</text>`
  })
  const columns = spans.map((span, i) => column(span, LEFT + i * width, width, y))
  const label = `Requests of crawlers, ${step === 1 ? 'an hour' : `${step} hours`} a column`
  return `<svg class="${drawing.name}" viewBox="0 -8 ${total} ${HEIGHT + 8}" role="img" aria-label="${label}"><g class="grid">${grid.join('')}</g>
${columns.join('\n')}
${dates(spans, width, drawing.labels)}</svg>`
}

function joined(
  hours: ReplayReport['hours'],
  mostColumns: number,
): { readonly spans: readonly Span[]; readonly step: number } {
  const starts = hours.map(({ start }) => Date.parse(start) / HOUR)
  const [first, last] = [starts[0]!, starts.at(-1)!]
  const length = last - first + 1
  const step = SPANS.find((each) => length / each <= mostColumns) ?? 24 * Math.ceil(length / 24 / mostColumns)
  const origin = Math.floor(first / step)
  const spans = Array.from({ length: Math.floor(last / step) - origin + 1 }, (_, i): Span => {
    return { start: (origin + i) * step * HOUR, permitted: 0, refused: 0, deferred: 0 }
  })
  hours.forEach((hour, i) => {
    const span = spans[Math.floor(starts[i]! / step) - origin]!
    for (const word of OUTCOMES) span[word] += hour[word]
  })
  return { spans, step }
}

function column(span: Span, x: number, width: number, y: (count: number) => number): string {
  let below = 0
  const gap = Math.min(1, width / 5)
  const parts = OUTCOMES.filter((word) => span[word] > 0).map((word) => {
    const top = y(below + span[word])
    const height = y(below) - top
    below += span[word]
    return `<rect class="${word}" x="${x.toFixed(1)}" y="${top.toFixed(1)}" width="${(width - gap).toFixed(1)}" height="${height.toFixed(1)}"/>`
  })
  const counts = OUTCOMES.map((word) => `${grouped(span[word])} ${word}`).join(', ')
  return `<g><title>${timeText(span.start)}: ${counts}</title>${parts.join('')}</g>`
}

function dates(spans: readonly Span[], width: number, most: number): string {
  const every = Math.max(1, Math.ceil(spans.length / most))
  const shown = spans
    .map((span, i) => [span, i] as const)
    .filter(([, i]) => i % every === 0 && (spans.length - i) * width > LABEL_WIDTH)
  const labels = shown.map(
    ([{ start }, i]) => `<text x="${(LEFT + i * width).toFixed(1)}" y="${HEIGHT - 6}">${timeText(start)}</text>`,
  )
  return `<g class="dates">${labels.join('')}</g>`
}

function timeText(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ')
}

/** The least of 2, 4, 6, 10, 20, 40, 60, 100, … that holds all columns: its half is whole, too. */
function niceCeiling(count: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, count)))
  return [2, 4, 6, 10, 20].map((each) => each * power).find((each) => each >= count)!
}

/** Counts by time → a stacked column chart as SVG. Spans are joined until columns are wide enough to see. */

import { grouped } from '../../base/text-table.ts'
import { HOUR } from '../report/counting.ts'
import { html, type Markup } from './markup.ts'

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
const BOTTOM = 32
/** Hours a column may be for, before whole days. */
const WIDTHS = [1, 2, 3, 6, 12, 24]

export interface ChartPart {
  readonly name: string
  readonly colour: 'calm' | 'bad' | 'warn'
}

interface TimeChart {
  readonly label: string
  readonly parts: readonly ChartPart[]
  /** Counts of a stretch of time, in the order of the parts. */
  readonly spans: readonly {
    readonly start: string
    readonly counts: readonly number[]
    readonly marks: number
  }[]
  readonly hours: number
  readonly mark: string
}

type Column = ReturnType<typeof joined>['columns'][number]

/** Draws the chart below its legend; a line of text where there is nothing to draw. */
export function timeChart(chart: TimeChart): Markup {
  if (chart.spans.length === 0) return html`<p>The log has no times.</p>`
  const legend = chart.parts.map(({ name, colour }) => html`<span>${swatch(colour)}${name}</span> `)
  const mark = chart.mark === '' ? '' : html`<span>${swatch('mark')}${chart.mark}</span>`
  return html`<p class="legend">${legend}${mark}</p>
${DRAWINGS.map((drawing) => drawn(chart, drawing))}`
}

function swatch(name: string): Markup {
  return html`<svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><rect class="${name}" width="10" height="10" rx="2"/></svg>`
}

function drawn(chart: TimeChart, drawing: Drawing): Markup {
  const { width: total } = drawing
  const { columns, step } = joined(chart, drawing.mostColumns)
  const most = niceCeiling(
    Math.max(...columns.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0))),
  )
  const width = (total - LEFT) / columns.length
  const y = (count: number) => (HEIGHT - BOTTOM) * (1 - count / most)
  const grid = [0, 0.5, 1].map((part) => {
    const at = y(most * part).toFixed(1)
    return html`<line x1="${LEFT}" x2="${total}" y1="${at}" y2="${at}"/><text x="${LEFT - 8}" y="${at}" dy="0.9em" text-anchor="end">${grouped(most * part)}</text>`
  })
  const span = `${step === 1 ? 'an hour' : `${step} hours`} a column`
  return html`<svg class="chart ${drawing.name}" viewBox="0 -24 ${total} ${HEIGHT + 24}" role="img" aria-label="${chart.label}, ${span}"><text y="-10">${span}</text><g class="grid">${grid}</g>
${columns.map((column, i) => columnOf(chart, column, LEFT + i * width, width, y))}
${dates(columns, width, drawing.labels)}</svg>
`
}

function joined({ spans, hours, parts }: TimeChart, mostColumns: number) {
  const starts = spans.map(({ start }) => Date.parse(start) / HOUR)
  const [first, last] = [starts[0]!, starts.at(-1)!]
  const length = last - first + hours
  const step =
    WIDTHS.find((each) => each % hours === 0 && length / each <= mostColumns) ??
    Math.max(24, hours) * Math.ceil(length / Math.max(24, hours) / mostColumns)
  const origin = Math.floor(first / step)
  const columns = Array.from({ length: Math.floor(last / step) - origin + 1 }, (_, i) => {
    return { start: (origin + i) * step * HOUR, counts: parts.map(() => 0), marks: 0 }
  })
  spans.forEach((span, i) => {
    const column = columns[Math.floor(starts[i]! / step) - origin]!
    column.marks += span.marks
    span.counts.forEach((count, part) => {
      column.counts[part]! += count
    })
  })
  return { columns, step }
}

function columnOf(
  { parts, mark }: TimeChart,
  column: Column,
  x: number,
  width: number,
  y: (count: number) => number,
) {
  let below = 0
  const gap = Math.min(1, width / 5)
  const rects = column.counts.map((count, i) => {
    const top = y(below + count)
    const height = y(below) - top
    below += count
    return count === 0 ? null : box(parts[i]!.colour, x, top, width - gap, height)
  })
  const counts = column.counts.map((count, i) => `${grouped(count)} ${parts[i]!.name}`)
  const marks = column.marks === 0 ? [] : [`${grouped(column.marks)} ${mark}`]
  const drop = column.marks === 0 ? '' : box('mark', x, HEIGHT - BOTTOM + 2, width - gap, 5)
  return html`<g><title>${clock(column.start)}: ${[...counts, ...marks].join(', ')}</title>${rects}${drop}</g>
`
}

function box(name: string, x: number, y: number, width: number, height: number): Markup {
  return html`<rect class="${name}" x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}"/>`
}

function dates(columns: readonly Column[], width: number, most: number): Markup {
  const every = Math.max(1, Math.ceil(columns.length / most))
  const labels = columns.map(({ start }, i) =>
    i % every === 0 && (columns.length - i) * width > LABEL_WIDTH
      ? html`<text x="${(LEFT + i * width).toFixed(1)}" y="${HEIGHT - 6}">${clock(start)}</text>`
      : null,
  )
  return html`<g class="dates">${labels}</g>`
}

function clock(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ')
}

/** The least of 2, 4, 6, 10, 20, 40, 60, 100, … that holds all columns: its half is whole, too. */
function niceCeiling(count: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, count)))
  return [2, 4, 6, 10, 20].map((each) => each * power).find((each) => each >= count)!
}

/**
 * Draws counts by time as SVG: a chart of stacked columns, and a small trend line for a row of a
 * table. Short spans are added up until a column is wide enough to see.
 */
import type { ComponentChild } from 'preact'
import { grouped } from '../../base/text-table.ts'
import { HOUR } from '../../logs/report/counting.ts'
import { html } from './html.ts'

export interface TimeSpan {
  readonly start: string
  /** In the order of the parts. */
  readonly counts: readonly number[]
}

interface TimeCounts {
  readonly label: string
  /** What is counted; each has a colour of its own, by its place. */
  readonly parts: readonly string[]
  readonly spans: readonly TimeSpan[]
  /** How long a span is. */
  readonly hours: number
}

interface Column {
  readonly start: number
  readonly counts: number[]
}

/**
 * The size of the drawing, which is stretched to the space it has. Text is outside the drawing, so
 * it is not stretched.
 */
const [WIDTH, HEIGHT] = [720, 100] as const
const MOST_COLUMNS = 72
/** How many hours a column may stand for; above these, whole days. */
const STEPS = [1, 2, 3, 6, 12, 24]

/** Draws the chart below its legend; a line of text where there is nothing to draw. */
export function timeChart(chart: TimeCounts): ComponentChild {
  if (chart.spans.length === 0) return html`<p>The log has no times.</p>`
  const legend = chart.parts.map((name, part) =>
    chart.spans.every(({ counts }) => counts[part] === 0)
      ? null
      : html`<li>
          <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
            <rect data-part=${part} width="10" height="10" rx="2" /></svg
          >${name}
        </li>`,
  )
  return html`<figure><ul class="legend">${legend}</ul>${columnsOf(chart)}</figure>`
}

function columnsOf(chart: TimeCounts): ComponentChild {
  const { columns, step } = joined(chart, MOST_COLUMNS)
  const totals = columns.map(({ counts }) => sum(counts))
  const most = niceCeiling(Math.max(...totals))
  const width = WIDTH / columns.length
  const span = step === 1 ? 'an hour a column' : `${step} hours a column`
  const label = `${chart.label}, ${span}: ${grouped(sum(totals))} in all`
  const scale = [most, most / 2, 0].map((count) => html`<span>${grouped(count)}</span>`)
  const ends = new Set([columns[0]!, columns[columns.length >> 1]!, columns.at(-1)!])
  const dates = [...ends].map(({ start }) => html`<span>${clock(start)}</span>`)
  return html`<div class="plot">
    <div class="scale" aria-hidden="true">${scale}</div>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img"
      aria-label=${label}>
      ${[0, HEIGHT / 2, HEIGHT].map((y) => html`<line x2=${WIDTH} y1=${y} y2=${y} />`)}
      ${columns.map((column, i) => drawn(chart, column, i * width, width, HEIGHT / most))}
    </svg>
    <div class="dates" aria-hidden="true">${dates}</div>
  </div>`
}

function drawn(
  { parts }: TimeCounts,
  { start, counts }: Column,
  x: number,
  width: number,
  scale: number,
): ComponentChild {
  const title = counts.map((count, i) => `${grouped(count)} ${parts[i]}`).join(', ')
  const own = width - Math.min(1, width / 5)
  const rects = counts.map((count, part) => {
    const y = HEIGHT - scale * sum(counts.slice(0, part + 1))
    return count === 0
      ? null
      : html`<rect data-part=${part} x=${x} y=${y} width=${own} height=${scale * count} />`
  })
  return html`<g><title>${clock(start)}: ${title}</title>${rects}</g>`
}

/** Adds the counts up in columns of equal length. Columns without requests are included. */
function joined({ spans, hours, parts }: TimeCounts, mostColumns: number) {
  const starts = spans.map(({ start }) => Date.parse(start) / HOUR)
  const first = Math.min(...starts)
  const last = Math.max(...starts)
  const length = last - first + hours
  const step =
    STEPS.find((each) => each % hours === 0 && length / each <= mostColumns) ??
    Math.max(24, hours) * Math.ceil(length / Math.max(24, hours) / mostColumns)
  const origin = Math.floor(first / step)
  const columns = Array.from({ length: Math.floor(last / step) - origin + 1 }, (_, i): Column => {
    return { start: (origin + i) * step * HOUR, counts: parts.map(() => 0) }
  })
  for (const [i, { counts }] of spans.entries()) {
    const column = columns[Math.floor(starts[i]! / step) - origin]!
    for (const [part, count] of counts.entries()) column.counts[part]! += count
  }
  return { columns, step }
}

const [LINE_WIDTH, LINE_HEIGHT, LINE_COLUMNS] = [96, 24, 32] as const
const LINES = ['served', 'refused'] as const

/**
 * The trend of a row: a line for what was served, and one for what was refused, from the first to
 * the last hour of all rows, so that they have one axis.
 */
export function trendLine(
  chart: Omit<TimeCounts, 'parts'>,
  edges: readonly string[],
): ComponentChild {
  const ends = edges.map((start) => ({ start, counts: [0, 0] }))
  const { columns } = joined(
    { ...chart, parts: LINES, spans: [...ends, ...chart.spans] },
    LINE_COLUMNS,
  )
  const most = Math.max(1, ...columns.flatMap(({ counts }) => counts))
  const lines = LINES.map((line, part) => {
    const points = columns.map(({ counts }, i) => {
      const x = (LINE_WIDTH * i) / Math.max(1, columns.length - 1)
      return `${x.toFixed(1)},${(LINE_HEIGHT - 2 - (LINE_HEIGHT - 4) * (counts[part]! / most)).toFixed(1)}`
    })
    return html`<polyline data-line=${line} points=${points.join(' ')} />`
  })
  const viewBox = `0 0 ${LINE_WIDTH} ${LINE_HEIGHT}`
  return html`<svg class="sparkline" viewBox=${viewBox} role="img"
    aria-label=${chart.label}>${lines}</svg>`
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, each) => total + each, 0)
}

function clock(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ')
}

/** The least of 2, 4, 6, 10, 20, 40, 60, 100, … that holds all columns: its half is whole, too. */
function niceCeiling(count: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, count)))
  return [2, 4, 6, 10, 20].map((each) => each * power).find((each) => each >= count)!
}

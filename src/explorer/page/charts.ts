/** Counts by time → SVG: a stacked column chart, and a trend line for a row of a table. Spans are joined until they can be seen. */
import { type ComponentChild, h } from 'preact'
import { grouped } from '../../base/text-table.ts'
import { HOUR } from '../../logs/report/counting.ts'

export interface TimeSpan {
  readonly start: string
  /** In the order of the parts. */
  readonly counts: readonly number[]
}

interface TimeChartProps {
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

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [720, 216, 52, 26, 12] as const
const MOST_COLUMNS = 72
/** Hours a column may be for, before whole days. */
const STEPS = [1, 2, 3, 6, 12, 24]
/** Of a day and an hour, in 12 pixels. */
const LABEL_WIDTH = 120

/** Draws the chart below its legend; a line of text where there is nothing to draw. */
export function TimeChart(chart: TimeChartProps): ComponentChild {
  if (chart.spans.length === 0) return h('p', {}, 'The log has no times.')
  const legend = chart.parts.map((name, part) => {
    const swatch = h(
      'svg',
      { class: 'swatch', viewBox: '0 0 10 10', 'aria-hidden': true },
      h('rect', { 'data-part': part, width: 10, height: 10, rx: 2 }),
    )
    return h('li', {}, swatch, name)
  })
  return h('figure', {}, h('ul', { class: 'legend' }, legend), h(Columns, chart))
}

function Columns(chart: TimeChartProps): ComponentChild {
  const { columns, step } = joined(chart, MOST_COLUMNS)
  const totals = columns.map(({ counts }) => counts.reduce((sum, each) => sum + each, 0))
  const most = niceCeiling(Math.max(...totals))
  const width = (WIDTH - LEFT) / columns.length
  const y = (count: number) => TOP + (HEIGHT - BOTTOM - TOP) * (1 - count / most)
  const grid = [0, 0.5, 1].map((part) => {
    const at = y(most * part)
    return [
      h('line', { x1: LEFT, x2: WIDTH, y1: at, y2: at }),
      h('text', { x: LEFT - 6, y: at + 4, 'text-anchor': 'end' }, grouped(most * part)),
    ]
  })
  const span = step === 1 ? 'an hour a column' : `${step} hours a column`
  const every = Math.max(1, Math.ceil(LABEL_WIDTH / width))
  const dates = columns.map(({ start }, i) =>
    i % every === 0 && (columns.length - i) * width > LABEL_WIDTH
      ? h('text', { x: LEFT + i * width, y: HEIGHT - 6 }, clock(start))
      : null,
  )
  return h(
    'svg',
    {
      class: 'chart',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': `${chart.label}, ${span}: ${grouped(totals.reduce((sum, each) => sum + each, 0))} in all`,
    },
    h('g', { class: 'grid' }, grid),
    columns.map((column, i) => drawn(chart, column, LEFT + i * width, width, y)),
    h('g', {}, dates),
  )
}

function drawn(
  { parts }: TimeChartProps,
  { start, counts }: Column,
  x: number,
  width: number,
  y: (count: number) => number,
): ComponentChild {
  const title = counts.map((count, i) => `${grouped(count)} ${parts[i]}`).join(', ')
  const gap = Math.min(1, width / 5)
  const rects = counts.map((count, part) => {
    const below = counts.slice(0, part).reduce((sum, each) => sum + each, 0)
    const top = y(below + count)
    return count === 0
      ? null
      : h('rect', { 'data-part': part, x, y: top, width: width - gap, height: y(below) - top })
  })
  return h('g', {}, h('title', {}, `${clock(start)}: ${title}`), rects)
}

/** The counts in columns of equal length, with those that have none. */
function joined({ spans, hours, parts }: TimeChartProps, mostColumns: number) {
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

const [LINE_WIDTH, LINE_HEIGHT] = [96, 24] as const

interface SparklineProps extends Pick<TimeChartProps, 'label' | 'hours'> {
  /** Each with what was served, and what was refused. */
  readonly spans: readonly TimeSpan[]
  /** The first and the last hour of all rows: they have one axis. */
  readonly from: number
  readonly to: number
}

/** The trend of a row: a line for what was served, and one for what was refused. */
export function Sparkline({ label, hours, spans, from, to }: SparklineProps): ComponentChild {
  const parts = ['served', 'refused']
  const edges = [from, to].map((time) => ({ start: new Date(time).toISOString(), counts: [0, 0] }))
  const { columns } = joined({ label, parts, hours, spans: [...edges, ...spans] }, 32)
  const most = Math.max(1, ...columns.flatMap(({ counts }) => counts))
  const lines = parts.map((_, part) => {
    const points = columns.map(({ counts }, i) => {
      const x = (LINE_WIDTH * i) / Math.max(1, columns.length - 1)
      return `${x.toFixed(1)},${(LINE_HEIGHT - 2 - (LINE_HEIGHT - 4) * (counts[part]! / most)).toFixed(1)}`
    })
    return h('polyline', { 'data-line': parts[part], points: points.join(' ') })
  })
  const viewBox = `0 0 ${LINE_WIDTH} ${LINE_HEIGHT}`
  return h('svg', { class: 'sparkline', viewBox, role: 'img', 'aria-label': label }, lines)
}

function clock(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ')
}

/** The least of 2, 4, 6, 10, 20, 40, 60, 100, … that holds all columns: its half is whole, too. */
function niceCeiling(count: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, count)))
  return [2, 4, 6, 10, 20].map((each) => each * power).find((each) => each >= count)!
}

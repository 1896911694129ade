/**
 * Findings → text for a terminal: the line in question in a frame, the span underlined, the fix below. Colour is the
 * caller's to choose. A policy's bytes never reach the terminal as control characters.
 */
import { printable, printableLine } from '../../grammar/printable.ts'
import type { Finding, Severity } from './diagnostic.ts'

export interface RenderOptions {
  readonly colour: boolean
}

const COLOURS: Readonly<Record<Severity | 'frame', string>> = { error: '31', warning: '33', note: '36', frame: '34' }
const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note']
/** How much of a long line is shown around a span. */
const WIDTH = 100

/** Renders findings one after the other; `sources` are the texts of the files by path. */
export function renderFindings(
  findings: readonly Finding[],
  sources: ReadonlyMap<string, string>,
  options: RenderOptions = { colour: false },
): string {
  const lines = new Map([...sources].map(([file, text]) => [file, text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)]))
  return findings.map((each) => renderFinding(each, lines.get(each.source), options)).join('\n')
}

/** A paragraph in lines of at most 120 characters. */
export function wrapped(paragraph: string): string {
  return paragraph.replace(/(.{1,120})(?: |$)/g, '$1\n').trimEnd()
}

/** The count of each severity: `2 errors, 1 warning`. */
export function summarise(findings: readonly Finding[]): string {
  const counts = SEVERITIES.map((severity) => {
    const count = findings.filter((each) => each.severity === severity).length
    return count === 0 ? null : `${count} ${severity}${count === 1 ? '' : 's'}`
  }).filter((each) => each !== null)
  return counts.length === 0 ? 'no findings' : counts.join(', ')
}

function renderFinding(finding: Finding, lines: readonly string[] | undefined, { colour }: RenderOptions): string {
  const { severity, code, message, help, related, source, column } = finding
  const paint = (text: string, as: Severity | 'frame') => (colour ? `\x1b[1;${COLOURS[as]}m${text}\x1b[0m` : text)
  const number = String(finding.line)
  const line = lines?.[finding.line - 1]
  // A file that is not there, or is not text, has no place to point at.
  const place = lines === undefined && finding.length === 0 ? '' : `:${number}:${column}`
  const margin = ' '.repeat(number.length)
  const bar = paint('|', 'frame')
  const rows = [
    `${paint(`${severity}[${code}]`, severity)}: ${printableLine(message)}`,
    `${margin}${paint('-->', 'frame')} ${printableLine(source)}${place}`,
  ]
  if (line !== undefined && line !== '') {
    const { shown, before, marked } = excerpt(line, column - 1, finding.length)
    rows.push(`${margin} ${bar}`, `${paint(number, 'frame')} ${bar} ${printable(shown)}`)
    rows.push(`${margin} ${bar} ${blank(before)}${paint('^'.repeat(Math.max(1, width(marked))), severity)}`)
  }
  for (const each of related)
    rows.push(
      `${margin} ${paint('=', 'frame')} ${printableLine(each.source)}:${each.line}: ${printableLine(each.message)}`,
    )
  if (help !== null) rows.push(`${margin} ${paint('=', 'frame')} help: ${printableLine(help)}`)
  return `${rows.join('\n')}\n`
}

/** The part of a line that is shown, what of it stands before the span, and the span itself. */
function excerpt(line: string, from: number, length: number): { shown: string; before: string; marked: string } {
  const start = line.length <= WIDTH ? 0 : Math.max(0, Math.min(from - WIDTH / 4, line.length - WIDTH))
  const end = Math.min(line.length, start + WIDTH)
  const lead = start > 0 ? '…' : ''
  const shown = `${lead}${line.slice(start, end)}${end < line.length ? '…' : ''}`
  return { shown, before: lead + line.slice(start, from), marked: line.slice(from, Math.min(end, from + length)) }
}

/** White space as wide as a text, its tabs kept. */
function blank(text: string): string {
  return text.replace(/[^\t]/gu, (character) => ' '.repeat(width(character)))
}

/** Columns that a terminal gives a text: two to the letters of East Asia and to everything beyond the BMP. */
function width(text: string): number {
  let columns = 0
  for (const character of text)
    columns += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|[^\0-\uffff]/u.test(
      character,
    )
      ? 2
      : 1
  return columns
}

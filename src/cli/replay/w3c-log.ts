/**
 * A log in the W3C Extended Log File Format (IIS, Amazon CloudFront standard logs) → LogEntry. `#Fields:` says what the
 * columns are; it may come again later in the file. Other lines that begin with `#` are not requests.
 */
import { type LineReader, type LogEntry, targetOf } from '../../analysis/log-entry.ts'
import { octets } from './combined-log.ts'

/** For each part the columns that hold it; of several the first named here counts. */
const COLUMNS = {
  date: ['date'],
  time: ['time'],
  host: ['x-host-header', 'cs-host', 'cs(host)'],
  ip: ['c-ip'],
  method: ['cs-method'],
  path: ['cs-uri-stem', 'cs-uri'],
  query: ['cs-uri-query'],
  status: ['sc-status'],
  bytes: ['sc-bytes'],
  userAgent: ['cs(user-agent)'],
} as const

type Part = keyof typeof COLUMNS
type Places = Readonly<Partial<Record<Part, number>>>

/** A reader for one file. */
export function w3cReader(): LineReader {
  let places: Places | null = null
  let separator = ' '
  return (line) => {
    if (line.startsWith('#')) {
      const [, names] = /^#Fields:\s*(.*)$/i.exec(line) ?? []
      if (names !== undefined) {
        places = placesOf(names.trim().toLowerCase().split(/\s+/))
        separator = ' '
      }
      return 'directive'
    }
    if (places === null) return null
    if (line.includes('\t')) separator = '\t'
    return entryOf(line.split(separator), places, separator === '\t')
  }
}

function placesOf(names: readonly string[]): Places {
  const found = Object.entries(COLUMNS).map(([part, columns]) => {
    const name = columns.find((column) => names.includes(column))
    return [part, name === undefined ? undefined : names.indexOf(name)] as const
  })
  return Object.fromEntries(found.filter(([, place]) => place !== undefined))
}

/** CloudFront separates by tabs and percent-encodes the User-Agent; IIS separates by spaces and writes `+` for them. */
function entryOf(cells: readonly string[], places: Places, isTabbed: boolean): LogEntry | null {
  const cell = (part: Part): string => {
    const value = cells[places[part] ?? -1] ?? ''
    return value === '-' ? '' : value
  }
  const query = cell('query')
  const target = targetOf(octets(cell('path') + (query === '' ? '' : `?${query}`)))
  if (target === null || places.userAgent === undefined || places.userAgent >= cells.length) return null
  const agent = cell('userAgent')
  return {
    host: cell('host').replace(/:\d+$/, '') || null,
    ip: cell('ip'),
    time: Date.parse(`${cell('date')}T${cell('time')}Z`),
    method: cell('method') || 'GET',
    target,
    status: Number(cell('status')) || 0,
    bytes: Number(cell('bytes')) || 0,
    userAgent: isTabbed ? decoded(agent) : agent.replaceAll('+', ' '),
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not percent-encoded after all: the header as it stands.
    return text
  }
}

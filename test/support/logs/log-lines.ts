/**
 * Lines of logs → the entries that the command line reads from them.
 */
import type { LogEntry } from '../../../src/logs/judge/log-entry.ts'
import { ANY_FORMAT, LogReader, type LogReaderOptions } from '../../../src/logs/read/log-reader.ts'

/** A reader for the lines of one log; null for what is no request. */
export function entryReader(
  choice: LogReaderOptions = ANY_FORMAT,
): (line: string) => LogEntry | null {
  const reader = new LogReader(choice)
  return (line) => reader.read(line)?.[0] ?? null
}

/** A line of a Combined log of 21 November 2026; `clock` as `06:39:00`. */
export function combinedLine(
  target: string,
  userAgent: string,
  { clock = '06:39:00', ip = '203.0.113.9', status = 200, referrer = '-' } = {},
): string {
  return `${ip} - - [21/Nov/2026:${clock} +0000] "GET ${target} HTTP/1.1" ${status} 100 "${referrer}" "${userAgent}"\n`
}

/** An entry of one request, with some of its members. */
export function logEntry(given: Partial<LogEntry> = {}): LogEntry {
  const time = given.time ?? Date.parse('2026-11-21T06:30:00Z')
  return {
    host: null,
    ip: '192.0.2.7',
    network: null,
    time,
    last: time,
    count: 1,
    isRow: false,
    gap: null,
    method: 'GET',
    target: '/a',
    status: 200,
    bytes: 100,
    userAgent: 'Bot/1.0',
    referrer: null,
    milliseconds: null,
    misses: null,
    proof: null,
    botScore: null,
    verifiedBot: null,
    served: null,
    isOwn: false,
    outcome: null,
    isObserved: false,
    charged: null,
    ...given,
  }
}

/**
 * Checks a logged line against its schema, which docs/schema/log-line.schema.json is generated from.
 */
import * as v from 'valibot'
import { expect } from 'vitest'
import { LOG_LINE_SCHEMA } from '../../../docs/generate/log-line-schema.ts'
import type { LogLine } from '../../../src/words/log-line.ts'

/** The line, where it is valid and has no member that the schema does not know; else the test fails. */
export function validLine(line: unknown): LogLine {
  const known = v.parse(LOG_LINE_SCHEMA, line)
  expect(line).toEqual(known)
  return known
}

/** The lines of requests among all that was logged. */
export function requestLines(log: readonly Record<string, unknown>[]): readonly LogLine[] {
  return log.filter(({ acap }) => acap === 'request').map(validLine)
}

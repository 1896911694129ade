/** Reads a file of test/conformance/: the cases as data, for tests of a single layer. */
import { readFileSync } from 'node:fs'
import type { MetaTag } from '../../src/grammar/meta.ts'

export interface ConformanceCase {
  readonly target: string
  readonly usage?: string
  readonly expect?: string
  readonly restrictions?: readonly unknown[]
  readonly meta?: readonly MetaTag[]
  readonly uri?: string
}

export interface ConformanceEntry {
  readonly id: string
  readonly cites: readonly string[]
  readonly note: string
  readonly policy: string
  readonly cases: readonly ConformanceCase[]
}

export function loadConformance(topic: string): readonly ConformanceEntry[] {
  return JSON.parse(
    readFileSync(`${import.meta.dirname}/../conformance/${topic}.json`, 'utf8'),
  ) as readonly ConformanceEntry[]
}

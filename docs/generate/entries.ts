/**
 * The headers of the library's entry points → a table in Markdown: what each gives, in its first sentence.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownTable } from './toml-reference.ts'

/** The files of the entry points, those that programs begin with first. */
const FILES = [
  'index.ts',
  'node.ts',
  'doors/hono/node.ts',
  'doors/fastify/index.ts',
  'doors/workers/index.ts',
  'doors/x402/index.ts',
  'analysis.ts',
  'robots.ts',
  'robots-full.ts',
  'policy.ts',
  'registry.ts',
]
const HEADER = /The library's `(acap-edge[/a-z0-9]*)`[^:]*: (.*?)\.\s/

/** A row for each entry point. */
export function entryTable(): string {
  return markdownTable(['entry point', 'what it has'], FILES.map(rowOf))
}

function rowOf(file: string): readonly string[] {
  const text = readFileSync(join(import.meta.dirname, '../../src', file), 'utf8')
  const header = text.slice('/**'.length, text.indexOf('*/')).replaceAll(/\s*\n \*\s*/g, ' ')
  const [, entry, sentence] = HEADER.exec(header) ?? []
  if (entry === undefined || sentence === undefined)
    throw new Error(`src/${file}: its header names no entry point`)
  return [`\`${entry}\``, sentence]
}

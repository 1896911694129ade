/**
 * The source → how much there is to read: tokens of TypeScript, comments apart, and bytes of JSON
 * and SQL.
 * `node bench/house/tokens.ts` prints them by room.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import jsTokens from 'js-tokens'
import type { Row } from './request-path.ts'

const SOURCE = join(import.meta.dirname, '../../src')
/** The tables of findings are words, not code. */
const FINDINGS = 'language/findings/kinds/'
const UNREAD = /^(?:WhiteSpace|LineTerminatorSequence|MultiLineComment|SingleLineComment)$/

/** The rows of the house's table. */
export function tokens(): readonly Row[] {
  const { code, data } = measured(files())
  return [
    ['tokens of TypeScript in src, comments and findings apart', String(code), '395000'],
    ['bytes of JSON and SQL in src', String(data), 'no limit'],
  ]
}

function files(): readonly string[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
}

function measured(paths: readonly string[]): { readonly code: number; readonly data: number } {
  let [code, data] = [0, 0]
  for (const path of paths) {
    if (path.endsWith('.ts') && !path.startsWith(FINDINGS)) code += tokensIn(path)
    if (/\.(?:json|sql)$/.test(path)) data += readFileSync(join(SOURCE, path)).length
  }
  return { code, data }
}

function tokensIn(path: string): number {
  const read = [...jsTokens(readFileSync(join(SOURCE, path), 'utf8'))]
  return read.filter(({ type }) => !UNREAD.test(type)).length
}

if (import.meta.main) {
  const rooms = new Set(files().map((path) => path.split('/')[0]!))
  for (const room of rooms) {
    const { code, data } = measured(files().filter((path) => path.split('/')[0] === room))
    console.log(`${String(code).padStart(8)} tokens ${String(data).padStart(8)} bytes  ${room}`)
  }
  for (const row of tokens()) console.log(row.join(': '))
}

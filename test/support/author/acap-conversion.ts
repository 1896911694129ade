/** Converts a robots.txt to one with ACAP records. */
import { expect } from 'vitest'
import { convert as convertSite } from '../../../src/author/convert/convert.ts'
import { readText } from '../../../src/language/site/read-site.ts'

export const NOW = Date.parse('2026-01-15T12:00:00Z')

export function convert(lines: readonly string[], originals = false) {
  return convertSite(readText(lines.map((line) => `${line}\n`).join('')), 'acap', {
    originals,
    now: NOW,
  })
}

/** The lines that were added, and what was said. */
export function added(lines: readonly string[], originals = false) {
  const { text, findings } = convert(lines, originals)
  const all = text.split('\n')
  expect(all.slice(1, lines.length + 1)).toEqual(lines)
  const records = all
    .slice(lines.length + 1)
    .filter((line) => line !== '' && !line.startsWith('ACAP-version'))
  return {
    records,
    reported: findings.map(({ code, line, message }) => `${code} ${line}: ${message}`),
  }
}

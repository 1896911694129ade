/** Converts ACAP records to conventional groups. */
import { convert as convertSite } from '../../../src/author/convert/convert.ts'
import { readSite, readText } from '../../../src/language/site/read-site.ts'

const NOW = Date.parse('2026-01-15T12:00:00Z')
export const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

export function convert(
  lines: readonly string[],
  { toml = [] as readonly string[], permissions = [] as readonly string[], originals = false } = {},
) {
  const encoder = new TextEncoder()
  const files = [
    ['robots.txt', lines] as const,
    ['site.toml', toml] as const,
    ['p.txt', permissions] as const,
  ]
  const bytes = new Map(files.map(([path, all]) => [path, encoder.encode(text(all))]))
  const reading =
    toml.length + permissions.length === 0 ? readText(text(lines)) : readSite('a', bytes)
  const conversion = convertSite(reading, 'conventional', { originals, now: NOW })
  const reported = conversion.findings.map(
    ({ code, source, line, message }) => `${code} ${source}:${line}: ${message}`,
  )
  return { text: conversion.text.trimEnd().split('\n'), reported }
}

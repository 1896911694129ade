/**
 * The differences of two registries of known crawlers → text for a terminal, or Markdown for a pull request.
 */

import type { KnownCrawler } from '../../bundle/program.ts'
import type { MovedCrawler, RegistryChanges } from '../../compare/registry-changes.ts'

const MOST_SHOWN = 20

/** What changed, a kind a line; empty where nothing did. */
export function crawlersText(changes: RegistryChanges): string {
  const rows = rowsOf(changes)
  return rows.length === 0
    ? ''
    : `known crawlers: ${summary(changes)}\n${rows.map(([word, names]) => `  ${word.padEnd(6)} ${names}\n`).join('')}`
}

export function crawlersMarkdown(changes: RegistryChanges): string {
  const rows = rowsOf(changes).map(([word, names]) => `- ${word}: ${names.replace(/[\\`*_[\]<>|]/g, '\\$&')}\n`)
  return rows.length === 0 ? '' : `### known crawlers: ${summary(changes)}\n\n${rows.join('')}`
}

function summary({ added, moved, removed }: RegistryChanges): string {
  const counts = [
    [added.length, 'new'],
    [moved.length, 'of another category'],
    [removed.length, 'gone'],
  ] as const
  const said = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`)
  return said.length === 0 ? 'nothing new' : said.join(', ')
}

function rowsOf({ added, moved, removed }: RegistryChanges): readonly (readonly [word: string, names: string])[] {
  const rows = [
    ['new', listed(added.map(withCategory))],
    ['moved', listed(moved.map(withBoth))],
    ['gone', listed(removed.map(withCategory))],
  ] as const
  return rows.filter(([, names]) => names !== '')
}

function withCategory({ name, category }: KnownCrawler): string {
  return `${name} (${category})`
}

function withBoth({ name, was, now }: MovedCrawler): string {
  return `${name} (${now}, was ${was})`
}

function listed(names: readonly string[]): string {
  const rest = names.length - MOST_SHOWN
  return rest > 1 ? `${names.slice(0, MOST_SHOWN).join(', ')} and ${rest} more` : names.join(', ')
}

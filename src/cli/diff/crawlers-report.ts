/** Two registries of known crawlers → what came, went or changed category, for terminal and Markdown. */
import type { KnownCrawler, Registry } from '../../bundle/program.ts'
import type { Category } from '../../vocabulary/decision-words.ts'

interface MovedCrawler {
  readonly name: string
  readonly was: Category
  readonly now: Category
}

export interface RegistryChanges {
  readonly added: readonly KnownCrawler[]
  readonly removed: readonly KnownCrawler[]
  readonly moved: readonly MovedCrawler[]
}

const MOST_SHOWN = 20

export function compareRegistries(old: Registry, now: Registry): RegistryChanges {
  const before = new Map(old.crawlers.map((each) => [each.name, each]))
  const after = new Set(now.crawlers.map(({ name }) => name))
  return {
    added: now.crawlers.filter(({ name }) => !before.has(name)),
    removed: old.crawlers.filter(({ name }) => !after.has(name)),
    moved: now.crawlers.flatMap(({ name, category }) => {
      const was = before.get(name)?.category
      return was === undefined || was === category ? [] : [{ name, was, now: category }]
    }),
  }
}

export function namesIn({ added, removed, moved }: RegistryChanges): ReadonlySet<string> {
  return new Set([...added, ...removed, ...moved].map(({ name }) => name))
}

/** What changed, a kind a line; empty where nothing did. */
export function crawlersText(changes: RegistryChanges): string {
  return report(
    changes,
    (head) => `${head}\n`,
    (word, names) => `  ${word.padEnd(6)} ${names}\n`,
  )
}

export function crawlersMarkdown(changes: RegistryChanges): string {
  const row = (word: string, names: string) => `- ${word}: ${names.replace(/[\\`*_[\]<>|]/g, '\\$&')}\n`
  return report(changes, (head) => `### ${head}\n\n`, row)
}

function report(
  { added, moved, removed }: RegistryChanges,
  title: (head: string) => string,
  row: (word: string, names: string) => string,
): string {
  const withCategory = ({ name, category }: KnownCrawler) => `${name} (${category})`
  const withBoth = ({ name, was, now }: MovedCrawler) => `${name} (${now}, was ${was})`
  const kinds = [
    { word: 'new', count: 'new', names: added.map(withCategory) },
    { word: 'moved', count: 'of another category', names: moved.map(withBoth) },
    { word: 'gone', count: 'gone', names: removed.map(withCategory) },
  ].filter(({ names }) => names.length > 0)
  if (kinds.length === 0) return ''
  const summary = kinds.map(({ count, names }) => `${names.length} ${count}`).join(', ')
  return title(`known crawlers: ${summary}`) + kinds.map(({ word, names }) => row(word, listed(names))).join('')
}

function listed(names: readonly string[]): string {
  const rest = names.length - MOST_SHOWN
  return rest > 1 ? `${names.slice(0, MOST_SHOWN).join(', ')} and ${rest} more` : names.join(', ')
}

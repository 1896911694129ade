/**
 * Finds names to which a site opens more than to nameless crawlers (I4), without a proof in
 * site.toml.
 */

import { Engine } from '../../decide/engine.ts'
import { type Finding, finding } from '../../language/findings/diagnostic.ts'
import { withoutIgnored } from '../../language/findings/ignores.ts'
import { allFields, type Policy } from '../../language/policy/policy.ts'
import type { SiteReading } from '../../language/site/read-site.ts'
import type { Span } from '../../language/text/source.ts'
import { fieldValue, type Tree, valueSpan } from '../../language/text/tree.ts'
import { compile } from '../../program/compile/compile.ts'
import type { KnownCrawler } from '../../program/program.ts'
import { prohibitedIn } from '../../words/category-tables.ts'
import { productToken } from '../../words/name-token.ts'
import { foldCase } from '../../words/path-form.ts'
import type { Usage } from '../../words/usages.ts'
import { categoryByName } from './category-names.ts'
import type { GeneratedRobots } from './generate-robots.ts'

/** A name that a group or a record opens something to. */
export interface OpenedName {
  readonly name: string
  readonly written: string
  readonly at: Span
  /** The number of its group or record. */
  readonly block: number
  /** A path that it opens. */
  readonly path: string
}

interface Prohibition {
  readonly usage: Usage
  readonly path: string
}

const MOST_NAMES = 200
const MOST_PROHIBITIONS = 100

/**
 * The opened names of a site without errors, less those whose profile names their addresses or
 * keys.
 */
export function openedNames(
  { policy, trees, ignores }: SiteReading,
  generated: GeneratedRobots,
  crawlers: () => readonly KnownCrawler[],
  now: number,
): readonly OpenedName[] {
  const tree = trees.get('robots.txt')
  const prohibitions = prohibitionsIn(policy)
  if (tree === undefined || prohibitions.length === 0) return []
  const isProven = (name: string) => {
    const { networks = [], signatureAgents = [] } = policy.config.crawlers[name] ?? {}
    return networks.length + signatureAgents.length > 0
  }
  const named = namesIn(tree).filter(({ name }) => !isProven(name))
  if (named.length === 0) return []
  const engine = new Engine(compile(generated.policy, generated), null)
  const hasCategories = Object.keys(policy.config.categories).length > 0
  const known = hasCategories ? categoryByName(policy, crawlers()) : new Map<string, never>()
  return named.flatMap((each) => {
    const isIgnored =
      withoutIgnored([unprovenFinding([{ ...each, path: '' }])], ignores).length === 0
    const agent = { ...engine.agents.asked(each.name), category: known.get(each.name) ?? null }
    const opens = ({ usage, path }: Prohibition) => {
      const facts = { userAgent: each.name, agent, target: path, usage, now }
      return (
        engine.decide(facts).outcome !== 'prohibited' &&
        engine.decide({ ...facts, unlisted: true }).outcome === 'prohibited'
      )
    }
    const opened = isIgnored ? undefined : prohibitions.find(opens)
    return opened === undefined ? [] : [{ ...each, path: opened.path }]
  })
}

/**
 * Names of one group are one finding. `isFetched`: whether `acap networks` fetches the addresses of
 * all of them.
 */
export function unprovenFinding(
  names: readonly [OpenedName, ...OpenedName[]],
  isFetched = false,
): Finding {
  const [{ at, path }] = names
  const written = names.map((each) => each.written)
  return finding(at, 'unproven-name', [written, path, isFetched ? 'fetch' : 'profile'])
}

/** What `*` and the categories may not do, at a path each. */
function prohibitionsIn({ groups, records, config }: Policy): readonly Prohibition[] {
  const rules = groups
    .filter(({ tokens }) => tokens.includes('*'))
    .flatMap((group) => group.rules)
    .filter(({ effect }) => effect === 'disallow')
    .map(({ pattern }) => ({ usage: 'crawl' as const, path: pathIn(pattern) }))
  const fields = records
    .filter(({ names }) => names.includes('*'))
    .flatMap(allFields)
    .filter(({ effect }) => effect === 'disallow')
    .flatMap(({ usage, patterns }) => patterns.map((each) => ({ usage, path: pathIn(each) })))
  const all = [...rules, ...fields, ...prohibitedIn(config.categories)]
  const distinct = new Map(all.map((each) => [`${each.usage} ${each.path}`, each]))
  return [...distinct.values()].slice(0, MOST_PROHIBITIONS)
}

/** A path that a pattern matches, mostly. */
function pathIn(pattern: string): string {
  const path = pattern.replace(/\$$/, '').replaceAll('*', 'x')
  return path.startsWith('/') ? path : `/${path}`
}

function namesIn(tree: Tree): readonly Omit<OpenedName, 'path'>[] {
  const names = new Map<string, Omit<OpenedName, 'path'>>()
  for (const [block, { kind, names: lines }] of tree.blocks.entries()) {
    for (const line of lines) {
      const written = fieldValue(tree, line)
      const name = foldCase((kind === 'group' ? productToken(written) : written) ?? '')
      if (name === '' || name === '*' || names.has(name)) continue
      names.set(name, { name, written, at: valueSpan(tree, line), block })
    }
  }
  return [...names.values()].slice(0, MOST_NAMES)
}

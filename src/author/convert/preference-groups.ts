/** Adds a vocabulary's lines to the groups of the served robots.txt. */
import { cached } from '../../base/cached.ts'
import {
  chosenTokens,
  type TokenGroup,
  tokenGroups,
  writtenNames,
} from '../../language/policy/chosen-groups.ts'
import type { SiteReading } from '../../language/site/read-site.ts'
import { fieldValue, parse, type Tree } from '../../language/text/tree.ts'
import { productToken, rowOfWords } from '../../words/name-token.ts'
import { generateRobots, type ServedOptions } from '../served/generate-robots.ts'

/** The field that a vocabulary writes into groups. */
export interface VocabularyField {
  readonly name: 'content-usage' | 'content-signal'
  readonly field: string
}

/** Groups with such lines of their author stay. */
export class PreferenceGroups {
  readonly #tree: Tree
  readonly #groups: readonly TokenGroup[]
  /** Tokens whose groups have no word of their author in the vocabulary. */
  readonly open: ReadonlySet<string>
  readonly authored: ReadonlyMap<string, readonly string[]>

  constructor(reading: SiteReading, { name, field }: VocabularyField, options: ServedOptions) {
    this.#tree = parse(withoutSignal(reading, name, options))
    this.#groups = tokenGroups(this.#tree)
    const all = new Set(['*', ...this.#groups.flatMap(({ tokens }) => tokens)])
    const authored = new Map<string, string[]>()
    for (const { node, tokens } of this.#groups) {
      const lines = node.fields.filter(({ line }) => line.field?.name === field)
      const values = lines.map(({ line }) => fieldValue(this.#tree, line))
      for (const token of values.length === 0 ? [] : tokens)
        cached(authored, token, () => []).push(...values)
    }
    this.authored = authored
    this.open = new Set([...all].filter((token) => !authored.has(token)))
  }

  readBy(crawler: string): string {
    return chosenTokens(this.#groups, crawler)[0] ?? '*'
  }

  /**
   * The whole text. Where the tokens of a group differ, each has its lines in a group of its own:
   * they merge.
   */
  write(linesFor: (token: string) => readonly string[]): string {
    const after = new Map<number, readonly string[]>()
    const apart = new Set(this.open)
    for (const { node, tokens } of this.#groups) {
      const [first, ...others] = tokens.map((token) =>
        this.open.has(token) ? linesFor(token) : [],
      )
      if (first === undefined || others.some((lines) => lines.join() !== first.join())) continue
      after.set(node.names.at(-1)!.number, first)
      for (const token of tokens) apart.delete(token)
    }
    const lines = this.#tree.source.text.split('\n')
    const end = this.#end()
    const before = lines.slice(0, end).flatMap((line, i) => [line, ...(after.get(i + 1) ?? [])])
    const groups = [...apart].flatMap((token) => this.#group(token, linesFor(token)))
    return [...before, ...groups, ...lines.slice(end)].join('\n').replace(/^\n+/, '')
  }

  #group(token: string, lines: readonly string[]): string[] {
    if (lines.length === 0) return []
    const names = this.#written(token).map((name) => `User-agent: ${name}`)
    // R4: a group without a rule would run into the next.
    return ['', ...names, ...lines, 'Disallow:']
  }

  /** C1: several words name other crawlers than the first of them alone. */
  #written(token: string): readonly string[] {
    const lines = this.#groups.flatMap(({ node }) => node.names)
    const values = lines
      .map((line) => fieldValue(this.#tree, line))
      .filter((value) => productToken(value) === token)
    const isRow = values.length > 0 && values.every((value) => rowOfWords(value) !== null)
    return isRow ? [...new Set(values)] : [writtenNames([this.#tree])(token)]
  }

  /**
   * The number of the last conventional line: no ACAP line stands before it (R5). Else of the
   * comment (V4).
   */
  #end(): number {
    const { lines } = this.#tree
    const first = lines.findIndex(({ field }) => field?.dialect === 'acap')
    const before = first < 0 ? lines : lines.slice(0, first)
    return before.findLast(({ kind }) => kind !== 'blank')?.number ?? Math.min(1, before.length)
  }
}

/** What is served, less the statement of site.toml: it is written with the rest. */
function withoutSignal(reading: SiteReading, name: string, options: ServedOptions): string {
  const { policy } = reading
  const { [name]: _, ...signals } = policy.config.signals
  const bare = { ...reading, policy: { ...policy, config: { ...policy.config, signals } } }
  return generateRobots(bare, options).files[0]!.text
}

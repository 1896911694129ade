/**
 * Adds lines to conventional groups: routes' crawl prohibitions (E5), the site's signals, and a
 * rule in a group without one, so that no parser gives it the next group's rules (R4). A rule goes
 * into the author's group if its tokens read it alike (C1, X1), else into a group for each token:
 * groups for one token are merged.
 */
import { cached } from '../../base/cached.ts'
import {
  boundFields,
  chosenTokens,
  type TokenGroup,
  tokenGroups,
} from '../../language/policy/chosen-groups.ts'
import type { ConventionalGroup, Policy } from '../../language/policy/policy.ts'
import { formatLine } from '../../language/text/format.ts'
import { matchesUserAgent, productToken } from '../../words/name-token.ts'
import type { Additions } from './additions.ts'
import { PatternIndex, type Prohibition } from './prohibitions.ts'
import { added, authorLine, endedGroup, type ServedLine } from './served-line.ts'
import { ruleValue, type TokenReading, tokenReading } from './token-reading.ts'

/** Vocabularies of site.toml's `[signals]` that are fields of groups. */
const GROUP_SIGNALS = [
  ['content-signal', 'Content-Signal'],
  ['content-usage', 'Content-Usage'],
] as const

interface Group extends TokenGroup, Pick<ConventionalGroup, 'phrases' | 'rules' | 'settings'> {}

interface RuleIndex {
  readonly byValue: Map<string, number>
  readonly byPattern: PatternIndex<number>
}

export class GroupAdditions {
  readonly #to: Additions
  /** What is bound to purposes, conventional rules cannot say. */
  readonly #prohibitions: readonly Prohibition[]
  readonly #groups: readonly Group[]
  readonly #byToken = new Map<string, Group[]>()
  readonly #ruleIndexes = new Map<Group, RuleIndex>()
  /** By token: the rules that its groups have been given. */
  readonly #given = new Map<string, Set<string>>()

  constructor(to: Additions) {
    this.#to = to
    this.#prohibitions = to.prohibitions.filter(({ purposes }) => purposes.length === 0)
    // The policy's groups begin with those of this file, in their order; what stands in other files
    // is scoped (R11).
    this.#groups = tokenGroups(to.tree).map((group, i) => ({ ...to.policy.groups[i]!, ...group }))
    for (const group of this.#groups)
      for (const token of group.tokens) cached(this.#byToken, token, () => []).push(group)
  }

  add(): void {
    for (const group of this.#groups) if (!this.#to.isFull) this.#complete(group)
    if (this.#to.isFull) return
    const any = this.#byToken.has('*')
      ? []
      : [...this.#signals([]), ...this.#rulesFor('*', [], ['*'])]
    if (any.length > 0) this.#to.groups.push(endedGroup([added('User-agent: *'), ...any]))
    for (const token of this.#byToken.keys()) this.#addApart(token)
    for (const token of this.#newTokens()) this.#addNew(token)
  }

  #complete(group: Group): void {
    const { node, tokens } = group
    const lastName = node.names.at(-1)!.number
    const last = Math.max(lastName, ...node.fields.map(({ line }) => line.number))
    this.#to.addAfter(lastName, [...this.#namesAlone(group), ...this.#signals([group])])
    // A reader may understand a name that we ignore. So a group without valid names also gets the
    // rules for all crawlers.
    const ofTokens = (tokens.length > 0 ? tokens : ['']).map((token) =>
      this.#rulesFor(token, [group], [token]),
    )
    const [first, ...others] = ofTokens
    const texts = others.map((lines) => new Set(lines.map(({ text }) => text)))
    const rules = first!.filter(({ text }) => texts.every((each) => each.has(text)))
    for (const token of rules.length === 0 ? [] : tokens) {
      const given = cached(this.#given, token, () => new Set())
      for (const { text } of rules) given.add(text)
    }
    const isOpen =
      rules.length === 0 && !node.fields.some(({ line }) => line.field?.owner === 'rule')
    this.#to.addAfter(last, isOpen ? [added('Disallow:')] : rules)
  }

  /** C1: names of routes that the group has only as the first of several words. */
  #namesAlone({ tokens, phrases }: Group): ServedLine[] {
    const isRouted = (token: string) => this.#prohibitions.some(({ name }) => name === token)
    return tokens
      .filter((token) => phrases.has(token) && isRouted(token))
      .map((token) => this.#name(token))
  }

  /**
   * Adds a separate group for a token if rules are missing in all of its groups, because other
   * tokens there would read them differently.
   */
  #addApart(token: string): void {
    const given = this.#given.get(token)
    const missing = this.#rulesFor(token, this.#of([token]), [token]).filter(
      ({ text }) => !given?.has(text),
    )
    if (missing.length > 0)
      this.#to.groups.push([this.#name(token), ...this.#rulesFor(token, [], [token])])
  }

  /**
   * The rules that a crawler must have and that certain groups do not say, written for the merged
   * groups of these tokens. None where they would open what its version of the standard keeps
   * closed (X1).
   */
  #rulesFor(crawler: string, where: readonly Group[], tokens: readonly string[]): ServedLine[] {
    const wanted = this.#prohibitions.filter(
      ({ name }) => name === null || matchesUserAgent(name, crawler),
    )
    if (wanted.length === 0) return []
    const reading = this.#readingOf(tokens)
    // X1: a Disallow that one token got already ends the default that only what an Allow matches is
    // permitted.
    const isOpened = tokens.some((token) => this.#given.has(token))
    if (reading.allowsOnly && !isOpened) return []
    const missing = wanted.filter(
      (each) => !where.some((group) => this.#says(group, each, reading)),
    )
    const lines = new Map<string, ServedLine>()
    for (const { pattern, routes } of missing) {
      const text = `Disallow: ${ruleValue(pattern, reading)}`
      cached(lines, text, () => added(text, routes))
    }
    return [...lines.values()]
  }

  #says(group: Group, { pattern, routes }: Prohibition, reading: TokenReading): boolean {
    const { byValue, byPattern } = this.#rulesOf(group)
    const line =
      reading.version === 'extended'
        ? byValue.get(ruleValue(pattern, reading))
        : byPattern.find(pattern)
    if (typeof line === 'number') this.#to.noteStated(line, routes)
    return typeof line === 'number'
  }

  #rulesOf(group: Group): RuleIndex {
    return cached(this.#ruleIndexes, group, () => {
      const index: RuleIndex = { byValue: new Map(), byPattern: new PatternIndex(this.#to.stated) }
      for (const { raw, pattern, origin } of group.rules.filter(
        ({ effect }) => effect === 'disallow',
      )) {
        cached(index.byValue, raw, () => origin.line)
        index.byPattern.add(pattern, origin.line)
      }
      return index
    })
  }

  #of(tokens: readonly string[]): readonly Group[] {
    return [...new Set(tokens.flatMap((token) => this.#byToken.get(token) ?? []))]
  }

  #readingOf(tokens: readonly string[]): TokenReading {
    return tokenReading(this.#of(tokens), tokens)
  }

  #signals(groups: readonly Group[]): ServedLine[] {
    const stated = new Set(
      groups.flatMap(({ node }) => node.fields.map(({ line }) => line.field?.name)),
    )
    return signalLines(this.#to.policy, (field) => !stated.has(field))
  }

  /**
   * Names of routes without a group, and names beside them that such a group would otherwise catch
   * (I2).
   */
  #newTokens(): ReadonlySet<string> {
    const isNew = (name: string) =>
      productToken(name) === name && name !== '*' && !this.#byToken.has(name)
    const named = this.#prohibitions.flatMap(({ name }) =>
      name !== null && isNew(name) ? [name] : [],
    )
    const addressed = named.filter(
      (name) => this.#rulesFor(name, [], this.#chosen(name)).length > 0,
    )
    const pool = [...named, ...this.#to.policy.records.flatMap(({ names }) => names).filter(isNew)]
    return new Set([
      ...addressed,
      ...pool.filter((name) => addressed.some((each) => matchesUserAgent(each, name))),
    ])
  }

  /**
   * Adds a group for a token that has none. It repeats the fields of the groups that the crawler
   * would otherwise use.
   */
  #addNew(token: string): void {
    const chosen = this.#chosen(token)
    const groups = this.#of(chosen)
    const fields = boundFields(groups, chosen).map((line) =>
      authorLine(formatLine(this.#to.tree, line), line.number),
    )
    const rules = this.#rulesFor(token, groups, chosen)
    this.#to.groups.push(
      endedGroup([this.#name(token), ...this.#signals(groups), ...fields, ...rules]),
    )
  }

  /** C1, X1: an experimental group does not exist. */
  #chosen(crawler: string): readonly string[] {
    const exists = (token: string) => this.#readingOf([token]).version !== 'experimental'
    return chosenTokens(this.#groups, crawler, exists)
  }

  #name(token: string): ServedLine {
    return added(`User-agent: ${this.#to.written(token)}`)
  }
}

export function signalLines(
  { config }: Policy,
  isWanted: (field: string) => boolean = () => true,
): ServedLine[] {
  const stated = GROUP_SIGNALS.filter(
    ([key, field]) => config.signals[key] !== undefined && isWanted(field),
  )
  return stated.map(([key, field]) => added(`${field}: ${config.signals[key]}`))
}

/**
 * What a conventional group has to say beside its author's lines: routes' crawl prohibitions (E5), the site's signals,
 * and a rule where it has none, so that no parser takes the next group's names for its own (R4).
 */
import { matchesUserAgent, productToken } from '../../grammar/name-token.ts'
import { formatLine } from '../../language/format.ts'
import type { GroupNode } from '../../language/owners.ts'
import type { Policy } from '../../language/policy.ts'
import type { Tree } from '../../language/tree.ts'
import { boundFields, chosenGroups, type TokenGroup, tokenGroups } from '../chosen-groups.ts'
import { namesIn } from '../written-names.ts'
import type { Additions, Prohibition } from './prohibitions.ts'
import { added, kept, type ServedLine } from './served-line.ts'
import { type TokenReading, tokenReading } from './token-reading.ts'

/** Vocabularies of site.toml's `[signals]` that are fields of groups, and what the tree calls such a field's value. */
const GROUP_SIGNALS = [
  { key: 'content-signal', field: 'Content-Signal', value: 'signals' },
  { key: 'content-usage', field: 'Content-Usage', value: 'preferences' },
] as const

/** Adds to every group, and adds the groups that are missing. */
export function addToGroups(tree: Tree, policy: Policy, prohibitions: readonly Prohibition[], to: Additions): void {
  new GroupAdditions(tree, policy, prohibitions, to).add()
}

class GroupAdditions {
  readonly #tree: Tree
  readonly #policy: Policy
  /** What is bound to purposes, conventional rules cannot say. */
  readonly #general: readonly Prohibition[]
  readonly #named: readonly Prohibition[]
  readonly #groups: readonly TokenGroup[]
  readonly #to: Additions

  constructor(tree: Tree, policy: Policy, prohibitions: readonly Prohibition[], to: Additions) {
    const unbound = prohibitions.filter(({ purposes }) => purposes.length === 0)
    this.#tree = tree
    this.#policy = policy
    this.#general = unbound.filter(({ name }) => name === null)
    this.#named = unbound.filter(({ name }) => name !== null)
    this.#groups = tokenGroups(tree)
    this.#to = to
  }

  add(): void {
    for (const { node, tokens } of this.#groups) {
      const lastName = node.names.at(-1)!.number
      const last = Math.max(lastName, ...node.fields.map(({ line }) => line.number))
      this.#to.addAfter(lastName, this.#signals(node))
      const rules = this.#rulesFor(tokens)
      const isOpen = rules.length === 0 && !node.fields.some(({ line }) => line.field?.owner === 'rule')
      this.#to.addAfter(last, isOpen ? [added('Disallow:')] : rules)
    }
    if (!this.#known('*') && this.#general.length + this.#signals(null).length > 0) this.#to.groups.push(this.#any())
    for (const token of this.#namedTokens()) this.#addNamed(token)
  }

  /** The rules that every name of a group is to have. */
  #rulesFor(tokens: readonly string[]): ServedLine[] {
    const reading = tokenReading(this.#policy, tokens)
    const own = this.#named.filter(({ name }) => tokens.length > 0 && tokens.every((token) => addresses(name!, token)))
    return [...this.#general, ...own].flatMap((each) => rule(each, reading))
  }

  #signals(node: GroupNode | null): ServedLine[] {
    const { signals } = this.#policy.config
    return GROUP_SIGNALS.filter(({ value }) => !node?.fields.some(({ line }) => line.field?.value === value)).flatMap(
      ({ key, field }) => (signals[key] === undefined ? [] : [added(`${field}: ${signals[key]}`)]),
    )
  }

  #known(token: string): boolean {
    return this.#groups.some(({ tokens }) => tokens.includes(token))
  }

  #any(): ServedLine[] {
    const rules = this.#rulesFor(['*'])
    return [added('User-agent: *'), ...this.#signals(null), ...(rules.length > 0 ? rules : [added('Disallow:')])]
  }

  /** The tokens that a route's name speaks to: its own and longer ones. */
  #namedTokens(): ReadonlySet<string> {
    const known = this.#groups.flatMap(({ tokens }) => tokens)
    const own = this.#named.map(({ name }) => name!).filter((name) => productToken(name) === name && name !== '*')
    const longer = known.filter((token) => this.#named.some(({ name }) => addresses(name!, token)))
    return new Set([...own, ...longer])
  }

  /** A group for one token: beside those it shares with others (they merge), or instead of the one it falls back to. */
  #addNamed(token: string): void {
    const reading = tokenReading(this.#policy, [token])
    const own = this.#named.filter(({ name }) => addresses(name!, token))
    const name = added(`User-agent: ${namesIn(this.#tree)(token)}`)
    if (!this.#known(token)) {
      const rules = [...this.#general, ...own].flatMap((each) => rule(each, reading))
      this.#to.groups.push([name, ...this.#fallback(token), ...rules])
      return
    }
    const isSaid = (each: Prohibition) =>
      this.#groups.some(({ tokens }) => tokens.includes(token) && tokens.every((other) => addresses(each.name!, other)))
    const rules = own.filter((each) => !isSaid(each)).flatMap((each) => rule(each, reading))
    if (rules.length > 0) this.#to.groups.push([name, ...rules])
  }

  /** C1: the lines of the groups that a crawler without a group of its own is subject to. */
  #fallback(token: string): ServedLine[] {
    const chosen = chosenGroups(this.#groups, token)
    const signals = chosen.length === 0 ? this.#signals(null) : chosen.flatMap(({ node }) => this.#signals(node))
    return [...signals, ...boundFields(chosen, token).map((line) => kept(formatLine(this.#tree, line), line.number))]
  }
}

/** Whether a crawler with a token goes by a route's name. */
function addresses(name: string, token: string): boolean {
  return matchesUserAgent(name, token)
}

/** A prohibition as a rule; none where it would open what the group's version of the standard keeps closed (X1). */
function rule({ pattern, route }: Prohibition, { extended, allowsOnly }: TokenReading): ServedLine[] {
  if (allowsOnly) return []
  return [added(`Disallow: ${extended ? globOf(pattern) : pattern}`, route)]
}

/** X1: a glob is matched against the whole target. */
function globOf(pattern: string): string {
  const escaped = pattern.replace(/[?[\\]/g, '\\$&')
  return escaped.endsWith('$') ? escaped.slice(0, -1) : `${escaped}*`
}

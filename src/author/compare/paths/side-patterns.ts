/** Collects the rules of a site for a crawler in an automaton, grouped by those that compete. */

import { matchingForm, patternsOf } from '../../../program/compile/trie-builder.ts'
import { type SiteProgram, SLOTS, TAKE_DOWN_SLOT } from '../../../program/program.ts'
import { readGlob } from '../../../words/glob.ts'
import { overlap } from '../../../words/pattern-relations.ts'
import { usageIndex } from '../../../words/usages.ts'
import type { Side } from '../compared-crawlers.ts'
import { settingsOf } from '../settings-changes.ts'
import { PatternAutomaton } from './pattern-automaton.ts'
import { Precedence, strengthOf } from './precedence.ts'

export type About = 'crawl' | 'all'

export const CRAWL = usageIndex('crawl')

interface PlacedRules {
  /** A group, or a usage on a level, perhaps for purposes. */
  readonly place: string
  /** The usage that they are about; or TAKE_DOWN_SLOT. */
  readonly slot: number
  /** A glob (X1) is in no trie. */
  readonly kind: 'field' | 'conventional' | 'glob'
  readonly pattern: string
  readonly rules: readonly number[]
}

/** Whether a field may mean another usage to it (F1). */
export function fallsBack({ agent: { profile } }: Side): boolean {
  return (profile?.interprets ?? 'all') !== 'all'
}

export function* rulesFor({ site, leads }: Side): Iterable<PlacedRules> {
  for (const [i, { levels, groups }] of leads.entries()) {
    for (const [at, { classes }] of levels.entries()) {
      for (const id of classes) yield* classRules(site, id, `${i} ${at}`)
    }
    const group = { place: `${i} groups`, slot: CRAWL }
    for (const { root, globs } of groups) {
      for (const { pattern, entries } of patternsOf(site.trie, root))
        yield { ...group, kind: 'conventional', pattern, rules: entries }
      for (const { rule, glob } of globs)
        yield { ...group, kind: 'glob', pattern: glob, rules: [rule] }
    }
  }
}

function* classRules(
  { trie, roots, bound }: SiteProgram,
  id: number,
  level: string,
): Iterable<PlacedRules> {
  const at = (root: number, slot: number, place: string) =>
    patternsOf(trie, root).map(({ pattern, entries }): PlacedRules => {
      return { place, slot, kind: 'field', pattern, rules: entries }
    })
  for (let slot = 0; slot <= TAKE_DOWN_SLOT; slot++)
    yield* at(roots[id * SLOTS + slot]!, slot, `${level} ${slot}`)
  for (const { purposes, roots } of bound[id]!) {
    for (const [slot, root] of roots.entries())
      yield* at(root, slot, `${level} ${slot} for ${purposes.join(' ')}`)
  }
}

export class SidePatterns {
  readonly automaton: PatternAutomaton
  readonly patterns = new Set<string>()
  readonly globs = new Set<string>()
  readonly #precedence: Precedence

  constructor(only: ReadonlySet<string> | null, namesRules: boolean) {
    this.#precedence = new Precedence(namesRules)
    this.automaton = new PatternAutomaton(only, this.#precedence)
  }

  /** Adds a pattern that makes a difference wherever it matches. */
  pin(pattern: string, folds: boolean): void {
    this.#precedence.pin(this.#add(pattern, folds))
  }

  /** Adds what concerns a crawler on one side, which has a name of its own. */
  add(side: Side, name: string, about: About): void {
    const { site } = side
    const isCrawl = about === 'crawl' && !fallsBack(side)
    const isConcerned = (slot: number) => !isCrawl || slot === CRAWL || slot === TAKE_DOWN_SLOT
    const placed = [...rulesFor(side)].filter(({ slot }) => isConcerned(slot))
    for (const each of placed) this.#addRules(side, { ...each, place: `${name} ${each.place}` })
    for (const { pattern } of settingsOf(side).directives) this.pin(matchingForm(pattern), false)
    for (const { pattern } of patternsOf(site.trie, site.routeRoot)) this.pin(pattern, true)
    if (!isCrawl) return
    const places = new Set(placed.map(({ place }) => place))
    for (const pattern of closingRoutes(site)) {
      for (const place of places)
        this.#precedence.add(this.#add(pattern, true), `${name} ${place}`, 'first')
    }
  }

  /** Rules compete at their place. F1: for a crawler that falls back, fields of all usages do. */
  #addRules(side: Side, { place, slot, kind, pattern, rules }: PlacedRules): void {
    const { site } = side
    if (kind === 'glob') {
      this.globs.add(pattern)
      this.#precedence.pin(this.automaton.addGlob(pattern, readGlob(pattern)))
    } else if (kind === 'conventional') {
      const number = this.#add(pattern, site.config.folds.includes('case'))
      this.#precedence.add(number, place, strengthOf(site, kind, rules))
    } else if (slot === TAKE_DOWN_SLOT || fallsBack(side)) this.pin(pattern, true)
    else this.#precedence.add(this.#add(pattern, true), place, strengthOf(site, kind, rules))
  }

  #add(pattern: string, folds: boolean): number {
    this.patterns.add(pattern)
    return this.automaton.addPattern(pattern, folds)
  }
}

/**
 * E1: the patterns of routes that close the crawl to everybody before robots.txt does, and that no
 * other route overlaps.
 */
function closingRoutes({ trie, routeRoot, routes }: SiteProgram): readonly string[] {
  const all = patternsOf(trie, routeRoot)
  const isClosing = (rule: number) =>
    routes.some((route) => route.rule === rule && route.fields.some(closesToAll))
  return all
    .filter(({ entries }) => entries.length === 1 && isClosing(entries[0]!))
    .filter(
      ({ pattern }) =>
        !all.some((other) => other.pattern !== pattern && overlap(other.pattern, pattern)),
    )
    .map(({ pattern }) => pattern)
}

function closesToAll({
  name,
  usage,
  effect,
  purposes,
}: SiteProgram['routes'][number]['fields'][number]): boolean {
  return name === 'robots' && usage === 'crawl' && effect === 'disallow' && purposes.length === 0
}

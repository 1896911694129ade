/**
 * A site and a crawler → the patterns that concern it, in an automaton, with what is known of which of them make a
 * difference beside others. Which paths they match is found elsewhere.
 */
import { type SiteProgram, SLOTS, TAKE_DOWN_SLOT } from '../../bundle/program.ts'
import { membersIn } from '../../bundle/settings.ts'
import { matchingForm } from '../../compile/trie-builder.ts'
import type { Lead } from '../../engine/chains.ts'
import { readGlob } from '../../grammar/glob.ts'
import { overlap } from '../../grammar/pattern-relations.ts'
import { USAGES, usageIndex } from '../../vocabulary/usages.ts'
import type { Side } from '../crawlers.ts'
import { fallsBack } from '../differing-patterns.ts'
import { PatternAutomaton } from './pattern-automaton.ts'
import { Precedence } from './precedence.ts'
import { patternsOf } from './trie-patterns.ts'

/** Which usages are compared. */
export type About = 'crawl' | 'all'

const CRAWL = usageIndex('crawl')

/** The patterns of several sides. */
export class SidePatterns {
  readonly automaton: PatternAutomaton
  readonly patterns = new Set<string>()
  readonly globs = new Set<string>()
  readonly #precedence: Precedence

  /**
   * `only`: the paths of interest are those that one of these patterns matches; null: all paths. `namesRules`: whether it
   * makes a difference which of several equal rules decide.
   */
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
    // F1: a rule may be about any usage.
    const slots = about === 'crawl' && !fallsBack(side) ? [CRAWL] : [...USAGES.keys()]
    const places = side.leads.flatMap(({ levels, groups }, i) => [
      ...levels.flatMap(({ classes }, at) =>
        classes.flatMap((id) => this.#addClass(side, id, `${name} ${i} ${at}`, slots)),
      ),
      ...groups.map((group) => this.#addGroup(side, group, `${name} ${i}`)),
    ])
    for (const { pattern } of patternsOf(side.site.trie, side.site.routeRoot)) this.pin(pattern, true)
    if (slots.length > 1) return
    for (const pattern of closingRoutes(side.site)) {
      for (const place of places) this.#precedence.add(this.#add(pattern, true), place, 'first')
    }
  }

  #add(pattern: string, folds: boolean): number {
    this.patterns.add(pattern)
    return this.automaton.addPattern(pattern, folds)
  }

  /** The rules of a record class, and the places where they compete: those of one usage on one level. */
  #addClass(side: Side, id: number, level: string, slots: readonly number[]): readonly string[] {
    const { site } = side
    const places: string[] = []
    const add = (root: number, place: string) => {
      places.push(place)
      for (const { pattern, entries } of patternsOf(site.trie, root)) {
        if (fallsBack(side)) this.pin(pattern, true)
        else this.#precedence.add(this.#add(pattern, true), place, { contest: 'narrowness', site, rules: entries })
      }
    }
    for (const slot of slots) add(site.roots[id * SLOTS + slot]!, `${level} ${slot}`)
    for (const { purposes, roots } of site.bound[id]!) {
      for (const slot of slots) add(roots[slot]!, `${level} ${slot} for ${purposes.join(' ')}`)
    }
    for (const { pattern } of patternsOf(site.trie, site.roots[id * SLOTS + TAKE_DOWN_SLOT]!)) this.pin(pattern, true)
    return places
  }

  #addGroup({ site }: Side, { root, globs, settings }: Lead['groups'][number], place: string): string {
    for (const { pattern, entries } of patternsOf(site.trie, root)) {
      const number = this.#add(pattern, site.config.folds.includes('case'))
      this.#precedence.add(number, place, { contest: 'length', site, rules: entries })
    }
    for (const { pattern } of membersIn(site.settings.directives, settings.directives)) {
      this.pin(matchingForm(pattern), false)
    }
    for (const { glob } of globs) {
      this.globs.add(glob)
      this.#precedence.pin(this.automaton.addGlob(glob, readGlob(glob)))
    }
    return place
  }
}

/** E1: the patterns of routes that close the crawl to everybody before robots.txt does, and that no other route overlaps. */
function closingRoutes({ trie, routeRoot, routes }: SiteProgram): readonly string[] {
  const all = patternsOf(trie, routeRoot)
  const isClosing = (rule: number) => routes.some((route) => route.rule === rule && route.fields.some(closesToAll))
  return all
    .filter(({ entries }) => entries.length === 1 && isClosing(entries[0]!))
    .filter(({ pattern }) => !all.some((other) => other.pattern !== pattern && overlap(other.pattern, pattern)))
    .map(({ pattern }) => pattern)
}

function closesToAll({ name, usage, effect, purposes }: SiteProgram['routes'][number]['fields'][number]): boolean {
  return name === 'robots' && usage === 'crawl' && effect === 'disallow' && purposes.length === 0
}

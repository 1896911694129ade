/**
 * A site and a crawler → the patterns that concern it, in an automaton, with what is known of which of them make a
 * difference beside others. Which paths they match is found elsewhere.
 */
import { membersIn, type SiteProgram, TAKE_DOWN_SLOT } from '../../bundle/program.ts'
import { matchingForm } from '../../compile/trie-builder.ts'
import { readGlob } from '../../grammar/glob.ts'
import { overlap } from '../../grammar/pattern-relations.ts'
import type { Side } from '../crawlers.ts'
import { CRAWL, fallsBack, type PlacedRules, rulesFor } from '../side-rules.ts'
import { PatternAutomaton } from './pattern-automaton.ts'
import { Precedence } from './precedence.ts'
import { patternsOf } from './trie-patterns.ts'

/** Which usages are compared. */
export type About = 'crawl' | 'all'

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
    const { site, leads } = side
    const isCrawl = about === 'crawl' && !fallsBack(side)
    const isConcerned = (slot: number) => !isCrawl || slot === CRAWL || slot === TAKE_DOWN_SLOT
    const placed = [...rulesFor(side)].filter(({ slot }) => isConcerned(slot))
    for (const each of placed) this.#addRules(side, { ...each, place: `${name} ${each.place}` })
    for (const { settings } of leads.flatMap(({ groups }) => groups)) {
      const directives = membersIn(site.settings.directives, settings.directives)
      for (const { pattern } of directives) this.pin(matchingForm(pattern), false)
    }
    for (const { pattern } of patternsOf(site.trie, site.routeRoot)) this.pin(pattern, true)
    if (!isCrawl) return
    const places = new Set(placed.map(({ place }) => place))
    for (const pattern of closingRoutes(site)) {
      for (const place of places) this.#precedence.add(this.#add(pattern, true), `${name} ${place}`, 'first')
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
      this.#precedence.add(number, place, { contest: 'length', site, rules })
    } else if (slot === TAKE_DOWN_SLOT || fallsBack(side)) this.pin(pattern, true)
    else this.#precedence.add(this.#add(pattern, true), place, { contest: 'narrowness', site, rules })
  }

  #add(pattern: string, folds: boolean): number {
    this.patterns.add(pattern)
    return this.automaton.addPattern(pattern, folds)
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

/**
 * Finds the fewest areas of a site that describe all answers, from patterns and sample addresses.
 * If areas overlap, the narrower counts, or the stricter if neither is narrower.
 */

import type { DecidingField } from '../../decide/decision.ts'
import { matchesPattern } from '../../decide/globs.ts'
import { foldCase } from '../../words/path-form.ts'
import { covers, overlap } from '../../words/pattern-relations.ts'
import type { Restriction } from '../../words/restriction.ts'
import { reachPaths } from '../compare/paths/crawler-paths.ts'
import { SidePatterns } from '../compare/paths/side-patterns.ts'

/** What a crawler may do; a deferred crawl is permitted, at its hours. */
export interface UseAnswer {
  readonly isPermitted: boolean
  readonly restrictions: readonly Restriction[]
  /** Whether no field says so: a use that nothing speaks of is permitted by default. */
  readonly isSilent: boolean
  /** Each with an address where it decides. */
  readonly fields: readonly { readonly field: DecidingField; readonly target: string }[]
  /** The same for equal answers, whichever fields give them. */
  readonly key: string
}

/** A pattern in matching form. `folds`: letter case does not count; its letters are lower case. */
export interface AreaPattern {
  readonly pattern: string
  readonly folds: boolean
}

/** The addresses that all of these patterns match; the whole site is an area without patterns. */
type Area = readonly AreaPattern[]

export interface AreaAnswer {
  readonly area: Area
  readonly value: UseAnswer
}

export interface Tried {
  readonly target: string
  readonly value: UseAnswer
}

/** How many pairs of areas that cross are tried; where there are more, the areas tell only some. */
const MOST_PAIRS = 200
const OF_A_PAIR = { states: 500 }

/**
 * Finds the areas, the whole site first; `isWhole`: they tell the answer of every address that was
 * tried. `tried` has an address at least; `answer` is null where it does not matter.
 */
export function areaAnswers(
  all: readonly AreaPattern[],
  tried: readonly Tried[],
  answer: (target: string) => UseAnswer | null,
): { readonly areas: readonly AreaAnswer[]; readonly isWhole: boolean } {
  const plain = placesIn(all, tried)
  // The plainest address of an area shows what it says by itself.
  const found = [null, ...all].flatMap((own): readonly AreaAnswer[] => {
    const place = plain.find(({ inside }) => own === null || inside.includes(own))
    return place === undefined ? [] : [{ area: own === null ? [] : [own], value: place.value }]
  })
  const paths = crossings(found)
  if (paths === null) return { areas: found, isWhole: false }
  const more = [...paths].flatMap((target) => {
    const value = answer(target)
    return value === null ? [] : [{ target, value }]
  })
  for (const { value, inside } of [...plain, ...placesIn(all, more)]) {
    const here = narrowest(found.filter(({ area }) => area.every((each) => inside.includes(each))))
    if (here.length < 2 || strictestAnswer(here).key === value.key) continue
    found.push({ area: [...new Set(here.flatMap(({ area }) => area))], value })
  }
  return withoutNeedless(found, [...tried, ...more])
}

export function narrowestAt(areas: readonly AreaAnswer[], target: string): readonly AreaAnswer[] {
  return narrowest(areas.filter(({ area }) => isInArea(area, target)))
}

export function strictestAnswer(areas: readonly AreaAnswer[]): UseAnswer {
  const strictness = ({ isPermitted, restrictions }: UseAnswer) =>
    isPermitted ? Math.min(restrictions.length, 1) : 2
  return areas.map(({ value }) => value).reduce((a, b) => (strictness(b) > strictness(a) ? b : a))
}

function narrowest(matching: readonly AreaAnswer[]): readonly AreaAnswer[] {
  return matching.filter(({ area }) => !matching.some((other) => isNarrowerArea(other.area, area)))
}

/** The addresses with the patterns that match them, those of few first. */
function placesIn(all: readonly AreaPattern[], tried: readonly Tried[]) {
  return tried
    .map((each) => ({ ...each, inside: all.filter((own) => isInArea([own], each.target)) }))
    .sort((a, b) => a.inside.length - b.inside.length)
}

/**
 * Addresses that show areas with different answers which cross: in either, and in both; null where
 * there are too many.
 */
function crossings(found: readonly AreaAnswer[]): ReadonlySet<string> | null {
  const paths = new Set<string>()
  let pairs = 0
  for (const [i, a] of found.entries()) {
    for (const b of found.slice(i + 1)) {
      if (a.value.key === b.value.key || !areCrossing(a.area, b.area)) continue
      if (++pairs > MOST_PAIRS) return null
      const both = new SidePatterns(null, false)
      for (const { pattern, folds } of [...a.area, ...b.area]) both.pin(pattern, folds)
      for (const path of reachPaths(both.automaton, OF_A_PAIR)) paths.add(path)
    }
  }
  return paths
}

/** Removes areas that do not change any answer, the narrowest first. */
function withoutNeedless(found: readonly AreaAnswer[], tried: readonly Tried[]) {
  const places = tried.map(({ target, value: { key } }) => {
    return { key, matching: found.filter(({ area }) => isInArea(area, target)) }
  })
  const needed = new Set(found)
  const isTold = ({ key, matching }: (typeof places)[number]) =>
    strictestAnswer(narrowest(matching.filter((each) => needed.has(each)))).key === key
  const lengthOf = (area: Area) =>
    area.reduce((sum, { pattern, folds }) => sum + pattern.length + (folds ? 0 : 1), 0)
  for (const each of found.slice(1).sort((a, b) => lengthOf(b.area) - lengthOf(a.area))) {
    const told = places.filter((place) => place.matching.includes(each) && isTold(place))
    needed.delete(each)
    if (!told.every(isTold)) needed.add(each)
  }
  return { areas: found.filter((each) => needed.has(each)), isWhole: places.every(isTold) }
}

/** Whether a target, in the form of P2, is in the area. */
function isInArea(area: Area, target: string): boolean {
  return area.every(({ pattern, folds }) =>
    matchesPattern(pattern, folds ? foldCase(target) : target),
  )
}

/** Whether one area lies within another and is smaller (sound: it may miss a case). */
export function isNarrowerArea(narrow: Area, wide: Area): boolean {
  return isWithin(narrow, wide) && !isWithin(wide, narrow)
}

function isWithin(narrow: Area, wide: Area): boolean {
  return wide.every((each) => narrow.some((other) => coversPattern(each, other)))
}

function coversPattern(wide: AreaPattern, narrow: AreaPattern): boolean {
  // A pattern with letters has them in one case; what folds matches both.
  if (!wide.folds && narrow.folds && /[a-z]/i.test(wide.pattern)) return false
  return covers(wide.pattern, wide.folds ? foldCase(narrow.pattern) : narrow.pattern)
}

/** Whether some address may be in both areas, and neither lies within the other. */
function areCrossing(a: Area, b: Area): boolean {
  if (isWithin(a, b) || isWithin(b, a)) return false
  return a.every((each) =>
    b.every((other) => overlap(foldCase(each.pattern), foldCase(other.pattern))),
  )
}

/**
 * The area as people write it, `….jpg` in `/news/`: `…` stands for anything. Letter case does not
 * count here.
 */
export function areaInWords(area: Area): string {
  const isFolder = ({ pattern }: AreaPattern) => Number(!pattern.includes('*'))
  const inner = [...area].sort(
    (a, b) => isFolder(a) - isFolder(b) || b.pattern.length - a.pattern.length,
  )
  return [...new Set(inner.map(({ pattern }) => patternInWords(pattern)))].join(' in ')
}

/**
 * Writes a pattern for people. A pattern that ends with `$` after `/` or `…` gets the word
 * `itself`, because it would look like a prefix.
 */
function patternInWords(pattern: string): string {
  const isWhole = pattern.endsWith('$')
  const text = (isWhole ? pattern.slice(0, -1) : pattern).replaceAll('*', '…')
  const looksOpen = /[/…]$/.test(text)
  if (isWhole) return `\`${text}\`${looksOpen ? ' itself' : ''}`
  return looksOpen ? `\`${text}\`` : `\`${text}…\``
}

/**
 * Areas of a site, addresses to try and an answer for each → the fewest areas that tell all answers. Where areas overlap, the
 * narrower counts, and of two of which neither is, the stricter.
 */
import { type Area, areCrossing, isInArea, isNarrowerArea } from './area.ts'
import { crossing } from './tried-paths.ts'

/** An answer; equal ones have the same key. */
export interface Keyed {
  readonly key: string
  /** Of two, the stricter is the one of the higher number. */
  readonly strictness: number
}

/** What an area says; the whole site is an area without patterns. */
export interface AreaValue<V extends Keyed> {
  readonly area: Area
  readonly value: V
}

/** An address that was tried. */
export interface Tried<V> {
  readonly target: string
  readonly value: V
}

/** Answers by area. */
interface AreaValues<V extends Keyed> {
  /** The whole site first. */
  readonly areas: readonly AreaValue<V>[]
  /** Whether they tell the answer of every address that was tried. */
  readonly isWhole: boolean
}

/** The areas that count at an address. */
export function narrowestAt<V extends Keyed>(areas: readonly AreaValue<V>[], target: string): readonly AreaValue<V>[] {
  return narrowest(areas.filter(({ area }) => isInArea(area, target)))
}

/** What the areas tell of an address. */
export function areaAnswerAt<V extends Keyed>(areas: readonly AreaValue<V>[], target: string): V {
  return strictest(narrowestAt(areas, target))
}

function strictest<V extends Keyed>(areas: readonly AreaValue<V>[]): V {
  return areas.map(({ value }) => value).reduce((a, b) => (b.strictness > a.strictness ? b : a))
}

function narrowest<V extends Keyed>(matching: readonly AreaValue<V>[]): readonly AreaValue<V>[] {
  return matching.filter(({ area }) => !matching.some((other) => isNarrowerArea(other.area, area)))
}

/** How many pairs of areas that cross are tried; where there are more, the areas tell only some. */
const MOST_PAIRS = 200

/** Finds them. `tried` has an address at least; `answer` is null where it does not matter. */
export function areaValues<V extends Keyed>(
  all: readonly Area[],
  tried: readonly Tried<V>[],
  answer: (target: string) => V | null,
): AreaValues<V> {
  const plain = placesIn(all, tried)
  // The plainest address of an area shows what it says by itself.
  const found = [[], ...all].flatMap((area: Area): readonly AreaValue<V>[] => {
    const place = plain.find(({ inside }) => area.length === 0 || inside.includes(area))
    return place === undefined ? [] : [{ area, value: place.value }]
  })
  const paths = crossings(found)
  if (paths === null) return { areas: found, isWhole: false }
  const more = [...paths].flatMap((target) => {
    const value = answer(target)
    return value === null ? [] : [{ target, value }]
  })
  for (const { value, inside } of [...plain, ...placesIn(all, more)]) {
    const here = narrowest(
      found.filter(({ area }) => area.every((each) => inside.some((other) => other.includes(each)))),
    )
    if (here.length < 2 || strictest(here).key === value.key) continue
    found.push({ area: [...new Set(here.flatMap(({ area }) => area))], value })
  }
  return withoutNeedless(found, [...tried, ...more])
}

/** The addresses with the areas that they are in, those in few first. */
function placesIn<V>(all: readonly Area[], tried: readonly Tried<V>[]) {
  return tried
    .map((each) => ({ ...each, inside: all.filter((area) => isInArea(area, each.target)) }))
    .sort((a, b) => a.inside.length - b.inside.length)
}

/** Addresses where areas with different answers cross; null where there are too many. */
function crossings(found: readonly AreaValue<Keyed>[]): ReadonlySet<string> | null {
  const paths = new Set<string>()
  let pairs = 0
  for (const [i, a] of found.entries()) {
    for (const b of found.slice(i + 1)) {
      if (a.value.key === b.value.key || !areCrossing(a.area, b.area)) continue
      if (++pairs > MOST_PAIRS) return null
      for (const path of crossing(a.area, b.area)) paths.add(path)
    }
  }
  return paths
}

/** Drops each area that tells nothing which the others do not; the narrowest first. */
function withoutNeedless<V extends Keyed>(found: readonly AreaValue<V>[], tried: readonly Tried<V>[]): AreaValues<V> {
  const places = tried.map(({ target, value: { key } }) => {
    return { target, key, matching: found.filter(({ area }) => isInArea(area, target)) }
  })
  const needed = new Set(found)
  const isTold = ({ key, matching }: (typeof places)[number]) =>
    strictest(narrowest(matching.filter((each) => needed.has(each)))).key === key
  for (const each of found.slice(1).sort((a, b) => lengthOf(b.area) - lengthOf(a.area))) {
    const told = places.filter((place) => place.matching.includes(each) && isTold(place))
    needed.delete(each)
    if (!told.every(isTold)) needed.add(each)
  }
  const areas = found.filter((each) => needed.has(each))
  return { areas, isWhole: places.every(isTold) }
}

function lengthOf(area: Area): number {
  return area.reduce((sum, { pattern, folds }) => sum + pattern.length + (folds ? 0 : 1), 0)
}

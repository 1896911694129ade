/**
 * A pattern of a policy → the addresses that it matches, as a place on a site that people can read.
 */
import { matchesPattern } from '../../engine/globs.ts'
import { foldCase } from '../../grammar/path-form.ts'
import { covers, overlap } from '../../grammar/pattern-relations.ts'

/** A pattern in matching form. `folds`: letter case does not count; its letters are lower case. */
export interface AreaPattern {
  readonly pattern: string
  readonly folds: boolean
}

/** The addresses that all of these patterns match. */
export type Area = readonly AreaPattern[]

/** Whether a target, in the form of P2, is in the area. */
export function isInArea(area: Area, target: string): boolean {
  return area.every(({ pattern, folds }) => matchesPattern(pattern, folds ? foldCase(target) : target))
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
export function areCrossing(a: Area, b: Area): boolean {
  if (isWithin(a, b) || isWithin(b, a)) return false
  return a.every((each) => b.every((other) => overlap(foldCase(each.pattern), foldCase(other.pattern))))
}

/** The area as people write it, `….jpg` in `/news/`: `…` stands for anything. */
export function areaInWords(area: Area): string {
  const isFolder = ({ pattern }: AreaPattern) => Number(!pattern.includes('*'))
  const inner = [...area].sort((a, b) => isFolder(a) - isFolder(b) || b.pattern.length - a.pattern.length)
  return inner.map(({ pattern }) => `\`${patternInWords(pattern)}\``).join(' in ')
}

function patternInWords(pattern: string): string {
  const isWhole = pattern.endsWith('$')
  const text = (isWhole ? pattern.slice(0, -1) : pattern).replaceAll('*', '…')
  return isWhole || /[/…]$/.test(text) ? text : `${text}…`
}

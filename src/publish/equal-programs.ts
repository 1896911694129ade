/**
 * Two programs → whether they decide alike for every reader of ACAP, because they are the same except for the places of their fields.
 * Most sites are served as they were written, and need no further comparison.
 */
import type { SiteProgram } from '../bundle/program.ts'

/**
 * What tells where a field stands, how files look, or what crawlers read that are asked elsewhere (C3). No decision of a
 * reader of ACAP depends on it.
 */
const PLACES: ReadonlySet<string> = new Set([
  'served',
  'files',
  'file',
  'line',
  'servedLine',
  'repGroups',
] satisfies readonly (keyof SiteProgram | keyof SiteProgram['rules'] | keyof SiteProgram['any'])[])

/** Whether two programs are equal in all that decides. */
export function isEqualProgram(a: SiteProgram, b: SiteProgram): boolean {
  const keys = Object.keys(a) as (keyof SiteProgram)[]
  return keys.every((key) => PLACES.has(key) || isEqual(a[key], b[key]))
}

function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (ArrayBuffer.isView(a)) return ArrayBuffer.isView(b) && isSameList(a as Uint32Array, b as Uint32Array)
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((each, i) => isEqual(each, b[i]))
  }
  return isSameRecord(a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>)
}

function isSameList(a: Uint32Array, b: Uint32Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

function isSameRecord(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => Object.hasOwn(b, key) && (PLACES.has(key) || isEqual(a[key], b[key])))
}

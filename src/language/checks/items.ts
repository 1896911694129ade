/**
 * A value of the form `[path] item, item` → its items and where they stand.
 */
import type { Line } from '../text/lines.ts'
import { fieldValue, type Tree, type Word } from '../text/tree.ts'

/** The path in front of a list; empty where there is none. */
export function pathBefore(value: string): string {
  return /^\/[^ \t]*/.exec(value)?.[0] ?? ''
}

/** The items of a list behind an optional path. */
export function itemsOf(tree: Tree, line: Line): Word[] {
  const value = fieldValue(tree, line)
  const listAt = pathBefore(value).length
  return [...value.slice(listAt).matchAll(/[^ \t,](?:[^,]*[^ \t,])?/g)].map(({ 0: text, index }) => ({
    text,
    at: line.valueStart + listAt + index,
  }))
}

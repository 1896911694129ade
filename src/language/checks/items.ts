/**
 * A value of the form `[path] item, item` → its items and where they stand.
 */
import type { Line } from '../lines.ts'
import { fieldValue, type Tree, type Word } from '../tree.ts'

/** The items of a list behind an optional path. */
export function itemsOf(tree: Tree, line: Line): Word[] {
  const value = fieldValue(tree, line)
  const listAt = /^\/[^ \t]*/.exec(value)?.[0].length ?? 0
  return [...value.slice(listAt).matchAll(/[^ \t,](?:[^,]*[^ \t,])?/g)].map(({ 0: text, index }) => ({
    text,
    at: line.valueStart + listAt + index,
  }))
}

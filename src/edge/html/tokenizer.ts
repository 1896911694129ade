/**
 * The HTML standard's tokenizer (13.2.5) inside comments, declarations and tags, as a table over octets. The caller finds out
 * what a `<` opens, or takes every one for a tag (OPENED). The table does not know elements whose text has no tags (scripts).
 */

export const DATA = 0
export const COMMENT_START = 1
const COMMENT_START_DASH = 2
const COMMENT = 3
const COMMENT_DASH = 4
const COMMENT_END = 5
const COMMENT_BANG = 6
export const DECLARATION = 7
export const BEFORE_ATTRIBUTE = 8
const ATTRIBUTE = 9
const AFTER_ATTRIBUTE = 10
const BEFORE_VALUE = 11
const DOUBLE_QUOTED = 12
const SINGLE_QUOTED = 13
const UNQUOTED = 14
export const TAG_NAME = 15
const OPENED = 16

const SPACE = '\t\n\f\r '
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** State, otherwise, [characters, state]. */
const TOKENIZER: readonly (readonly [number, number, ...(readonly [string, number])[]])[] = [
  [COMMENT_START, COMMENT, ['-', COMMENT_START_DASH], ['>', DATA]],
  [COMMENT_START_DASH, COMMENT, ['-', COMMENT_END], ['>', DATA]],
  [COMMENT, COMMENT, ['-', COMMENT_DASH]],
  [COMMENT_DASH, COMMENT, ['-', COMMENT_END]],
  [COMMENT_END, COMMENT, ['-', COMMENT_END], ['>', DATA], ['!', COMMENT_BANG]],
  [COMMENT_BANG, COMMENT, ['-', COMMENT_DASH], ['>', DATA]],
  [DECLARATION, DECLARATION, ['>', DATA]],
  [BEFORE_ATTRIBUTE, ATTRIBUTE, [`${SPACE}/`, BEFORE_ATTRIBUTE], ['>', DATA]],
  [ATTRIBUTE, ATTRIBUTE, [SPACE, AFTER_ATTRIBUTE], ['/', BEFORE_ATTRIBUTE], ['=', BEFORE_VALUE], ['>', DATA]],
  [AFTER_ATTRIBUTE, ATTRIBUTE, [SPACE, AFTER_ATTRIBUTE], ['/', BEFORE_ATTRIBUTE], ['=', BEFORE_VALUE], ['>', DATA]],
  [BEFORE_VALUE, UNQUOTED, [SPACE, BEFORE_VALUE], ['"', DOUBLE_QUOTED], ["'", SINGLE_QUOTED], ['>', DATA]],
  [DOUBLE_QUOTED, DOUBLE_QUOTED, ['"', BEFORE_ATTRIBUTE]],
  [SINGLE_QUOTED, SINGLE_QUOTED, ["'", BEFORE_ATTRIBUTE]],
  [UNQUOTED, UNQUOTED, [SPACE, BEFORE_ATTRIBUTE], ['>', DATA]],
  [TAG_NAME, TAG_NAME, [`${SPACE}/`, BEFORE_ATTRIBUTE], ['>', DATA]],
  [OPENED, DATA, [LETTERS, TAG_NAME], ['/<', OPENED]],
]

/** The state after an octet: at `state * 256 + octet`. */
export const NEXT: Uint8Array = (() => {
  const table = new Uint8Array(TOKENIZER.length * 256 + 256)
  for (const [state, otherwise, ...exceptions] of TOKENIZER) {
    table.fill(otherwise, state * 256, state * 256 + 256)
    for (const [characters, next] of exceptions) for (const c of characters) table[state * 256 + c.charCodeAt(0)] = next
  }
  return table
})()

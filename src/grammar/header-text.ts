/**
 * User-Agent header → the text in which crawler names are looked for (I1): without URLs, mail addresses and device names.
 *
 * What is left out becomes one line feed, which no header holds, so that no name spans it. Letter case is not changed.
 * One pass over the header; nothing is kept.
 */
import { SYSTEM_WORDS } from '../vocabulary/system-words.ts'
import { isWordCode } from './name-token.ts'

/** The text, and whether the header tells of the reader's device in a system comment. */
export interface HeaderText {
  readonly text: string
  readonly hasSystem: boolean
}

/** With what the first comment of a browser's header begins: the system it runs on. */
const SYSTEM = new RegExp(`[ \\t]*(?:${SYSTEM_WORDS.join('|')})(?![a-z])`, 'iy')

/** Reads a header. Linear in its length. */
export function headerText(header: string): HeaderText {
  const cuts: number[] = []
  const open = header.indexOf('(')
  SYSTEM.lastIndex = open + 1
  const hasSystem = open >= 0 && SYSTEM.test(header)
  const end = hasSystem ? endOfComment(header, open) : 0
  if (hasSystem) cutItems(header, open + 1, end, cuts)
  cutAddresses(header, cuts)
  return { text: cuts.length === 0 ? header : withoutCuts(header, cuts), hasSystem }
}

const ENGINE = /applewebkit|\bmsie\b|trident|presto|cfnetwork|dalvik|okhttp/

/** Whether a header in lower case names the engine of a browser or the network library of a phone's apps (I1). */
export function isBrowsersHeader(folded: string): boolean {
  return ENGINE.test(folded)
}

/** Where the comment ends that opens at `open`: comments nest. */
function endOfComment(header: string, open: number): number {
  let depth = 0
  for (let at = open; at < header.length; at++) {
    const code = header.charCodeAt(at)
    if (code === OPEN) depth++
    else if (code === CLOSE && --depth === 0) return at
  }
  return header.length
}

/** In a system comment only a product with its version counts (`; Storebot-Google/1.0`), and what follows `compatible;`. */
function cutItems(header: string, from: number, end: number, cuts: number[]): void {
  for (let at = from; at < end; ) {
    let to = at
    while (to < end && header.charCodeAt(to) !== SEMICOLON) to++
    if (isCompatible(header, at, to)) return
    if (!isProduct(header, at, to)) cuts.push(at, to)
    at = to + 1
  }
}

function isCompatible(header: string, from: number, to: number): boolean {
  return header.slice(from, to).trim().toLowerCase() === 'compatible'
}

/** Whether an item is a product token with a version number. */
function isProduct(header: string, from: number, to: number): boolean {
  let at = from
  while (at < to && header.charCodeAt(at) === SPACE) at++
  const start = at
  while (at < to && (isWordCode(header.charCodeAt(at)) || header.charCodeAt(at) === HYPHEN)) at++
  return at > start && header.charCodeAt(at) === SLASH && isDigit(header.charCodeAt(at + 1))
}

/** Finds URLs and mail addresses (I1). */
function cutAddresses(header: string, cuts: number[]): void {
  for (let at = 0; at < header.length; at++) {
    const from = startOfAddress(header, at)
    if (from < 0) continue
    let to = at
    while (to < header.length && !isAddressEnd(header.charCodeAt(to))) to++
    cuts.push(from, to)
    at = to
  }
}

/** Where an address begins that shows itself at `at`; -1 where none does. */
function startOfAddress(header: string, at: number): number {
  switch (header.charCodeAt(at)) {
    case SLASH:
      return header.charCodeAt(at + 1) === SLASH ? startOfScheme(header, at) : -1
    case PLUS:
      return isDomain(header, at + 1, PATH) ? at : -1
    case AT:
      return isDomain(header, at + 1, MAIL) ? startOfMailbox(header, at) : -1
    case W:
    case UPPER_W:
      return (at === 0 || !isWordCode(header.charCodeAt(at - 1))) && isWww(header, at) ? at : -1
    default:
      return -1
  }
}

function isWww(header: string, at: number): boolean {
  return header.slice(at, at + 4).toLowerCase() === 'www.'
}

/** Before `//`: a scheme and its colon. */
function startOfScheme(header: string, slashes: number): number {
  if (header.charCodeAt(slashes - 1) !== COLON) return slashes
  let from = slashes - 1
  while (from > 0 && isLetter(header.charCodeAt(from - 1))) from--
  return from
}

function startOfMailbox(header: string, at: number): number {
  let from = at
  while (from > 0 && isMailbox(header.charCodeAt(from - 1))) from--
  return from
}

/** What may stand behind a domain: of a URL its port, path, query or fragment; of a mail address nothing of these. */
const PATH = /(?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,10}[a-z]{2,24}(?=[:/?#\s();,">]|$)/iy
const MAIL = /(?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,10}[a-z]{2,24}(?![a-z0-9_])/iy

function isDomain(header: string, at: number, form: RegExp): boolean {
  form.lastIndex = at
  return form.test(header)
}

function withoutCuts(header: string, cuts: readonly number[]): string {
  const pairs: [number, number][] = []
  for (let i = 0; i < cuts.length; i += 2) pairs.push([cuts[i]!, cuts[i + 1]!])
  pairs.sort((a, b) => a[0] - b[0])
  let text = ''
  let at = 0
  for (const [from, to] of pairs) {
    if (from > at) text += header.slice(at, from)
    text += '\n'
    at = Math.max(at, to)
  }
  return text + header.slice(at)
}

function isAddressEnd(code: number): boolean {
  return code <= SPACE || code === CLOSE || code === SEMICOLON || code === COMMA || code === QUOTE || code === GREATER
}

const SPACE = 0x20
const QUOTE = 0x22
const OPEN = 0x28
const CLOSE = 0x29
const PLUS = 0x2b
const COMMA = 0x2c
const HYPHEN = 0x2d
const DOT = 0x2e
const SLASH = 0x2f
const COLON = 0x3a
const SEMICOLON = 0x3b
const GREATER = 0x3e
const AT = 0x40
const UPPER_W = 0x57
const UNDERSCORE = 0x5f
const W = 0x77

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function isLetter(code: number): boolean {
  const folded = code | 0x20
  return folded >= 0x61 && folded <= 0x7a
}

function isMailbox(code: number): boolean {
  return isWordCode(code) || code === DOT || code === HYPHEN || code === UNDERSCORE || code === PLUS
}

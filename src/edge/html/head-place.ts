/**
 * Bytes of an HTML page → the place where the first child of its head goes. It reads no further than that place, and
 * holds back at most the six bytes of a tag name that a chunk cut in two.
 *
 * By the HTML standard's tree construction, white space, comments and the doctype stand before the head, `<html>` and
 * `<head>` open it, and anything else begins it without a tag (so a `<head>` inside `<template>` or `<svg>` comes too
 * late to be taken for one). Only ASCII is looked at: it is for encodings in which `<` and `>` are themselves.
 */
import { endsTagName, isSpace } from './ascii.ts'
import { BEFORE_ATTRIBUTE, COMMENT_START, DATA, DECLARATION, NEXT } from './tokenizer.ts'

/** The place in a chunk; or how much of the chunk can be passed on, while the rest waits for the next chunk. */
export type Found = { readonly at: number } | { readonly passed: number } | 'nowhere'

/** What opens at a `<`: more bytes are needed, the place itself, an ASCII-incompatible encoding, or a token to skip. */
type Opening =
  | 'unknown'
  | 'place'
  | 'nowhere'
  | { readonly length: number; readonly state: number; readonly head: boolean }

/** The search for the place, one page long. */
export class HeadPlace {
  #state = DATA
  #inHead = false
  #atStart = true

  /** Reads on. After a place or `nowhere` there is nothing more to ask. */
  read(bytes: Uint8Array): Found {
    let i = 0
    if (this.#atStart) {
      const mark = byteOrderMark(bytes)
      if (mark === 'utf-16') return 'nowhere'
      if (mark === 'unknown') return { passed: 0 }
      this.#atStart = false
      i = mark
    }
    while (i < bytes.length) {
      if (this.#state !== DATA) {
        i = this.#skipToken(bytes, i)
        if (this.#state === DATA && this.#inHead) return { at: i }
        continue
      }
      const octet = bytes[i]!
      if (isSpace(octet)) {
        i++
        continue
      }
      const opening = octet === 0x3c ? opened(bytes, i) : octet === 0 ? 'nowhere' : 'place'
      if (opening === 'nowhere') return opening
      if (opening === 'place') return { at: i }
      if (opening === 'unknown') return { passed: i }
      this.#state = opening.state
      this.#inHead = opening.head
      i += opening.length
    }
    return { passed: bytes.length }
  }

  /** Whether the place is the end of the page: nothing but white space, comments and `<html>` was there. */
  get atEnd(): boolean {
    return this.#state === DATA
  }

  #skipToken(bytes: Uint8Array, from: number): number {
    let state = this.#state
    let i = from
    while (i < bytes.length && state !== DATA) state = NEXT[state * 256 + bytes[i++]!]!
    this.#state = state
    return i
  }
}

/** The length of the byte order mark at the page's start; `unknown` until enough has come to tell. */
function byteOrderMark(bytes: Uint8Array): number | 'utf-16' | 'unknown' {
  const [first, second, third] = bytes
  if (first === undefined) return 'unknown'
  if (first !== 0xef && first !== 0xfe && first !== 0xff) return 0
  if (second === undefined) return 'unknown'
  if ((first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)) return 'utf-16'
  if (first !== 0xef || second !== 0xbb) return 0
  if (third === undefined) return 'unknown'
  return third === 0xbf ? 3 : 0
}

const OPENERS: readonly { readonly text: string; readonly state: number; readonly head: boolean }[] = [
  { text: '<!--', state: COMMENT_START, head: false },
  { text: '<html', state: BEFORE_ATTRIBUTE, head: false },
  { text: '<head', state: BEFORE_ATTRIBUTE, head: true },
]

function opened(bytes: Uint8Array, at: number): Opening {
  for (const { text, state, head } of OPENERS) {
    const tag = state === BEFORE_ATTRIBUTE
    const same = commonLength(bytes, at, text)
    if (same === bytes.length - at) return 'unknown'
    if (same < text.length) continue
    if (!tag || endsTagName(bytes[at + text.length]!)) return { length: text.length, state, head }
  }
  const next = bytes[at + 1]!
  if (next === 0x21 || next === 0x3f) return { length: 2, state: DECLARATION, head: false }
  return next === 0 ? 'nowhere' : 'place'
}

/** How many characters of `text` (lower case) stand at a place, letter case ignored. */
function commonLength(bytes: Uint8Array, at: number, text: string): number {
  let length = 0
  while (length < text.length && at + length < bytes.length) {
    const octet = bytes[at + length]!
    const folded = octet >= 0x41 && octet <= 0x5a ? octet | 0x20 : octet
    if (folded !== text.charCodeAt(length)) break
    length++
  }
  return length
}

/**
 * I1 written from the text: what of a User-Agent header is searched for names. What is left out becomes a line feed.
 */
import { SYSTEM_WORDS } from '../../src/words/system-words.ts'
import { fold } from './patterns.ts'

const LETTER = /[a-z]/
const WORD = /[a-z0-9_]/

const TEXTS = new Map<string, string>()

/** The searched text, in lower case. */
export function headerText(userAgent: string): string {
  const text = TEXTS.get(userAgent) ?? searchedText(fold(userAgent.slice(0, 1024)))
  if (TEXTS.size > 10_000) TEXTS.clear()
  TEXTS.set(userAgent, text)
  return text
}

function searchedText(header: string): string {
  const left = [...header].map((_, at) => isDevice(header, at) || isAddress(header, at))
  return [...header]
    .map((c, at) => (left[at] ? '\n' : c))
    .join('')
    .replace(/\n+/g, '\n')
}

/** Whether a header is a browser's: it has a system comment, or the engine or network library of one. */
export function isBrowsers(userAgent: string): boolean {
  const header = fold(userAgent.slice(0, 1024))
  const engines = ['applewebkit', 'trident', 'presto', 'cfnetwork', 'dalvik', 'okhttp']
  return (
    systemComment(header) !== null ||
    engines.some((engine) => header.includes(engine)) ||
    /\bmsie\b/.test(header)
  )
}

/** Where the system comment begins and ends, its parentheses left out. */
function systemComment(header: string): readonly [number, number] | null {
  const open = header.indexOf('(')
  const content = open < 0 ? '' : header.slice(open + 1).replace(/^[ \t]*/, '')
  if (
    !SYSTEM_WORDS.some(
      (word) => content.startsWith(word) && !LETTER.test(content[word.length] ?? ''),
    )
  )
    return null
  let depth = 0
  for (let at = open; at < header.length; at++) {
    if (header[at] === '(') depth++
    if (header[at] === ')') depth--
    if (depth === 0) return [open + 1, at]
  }
  return [open + 1, header.length]
}

/** Whether a character belongs to an item of the system comment that does not count. */
function isDevice(header: string, at: number): boolean {
  const [from, to] = systemComment(header) ?? [0, 0]
  if (at < from || at >= to || header[at] === ';') return false
  if (/^[ \t]*(?:windows nt|windows;|macintosh;|x11[;,])/.test(header.slice(from))) return false
  const items = header.slice(from, to).split(';')
  const number = header.slice(from, at).split(';').length - 1
  const isBehind = items.slice(0, number + 1).some((item) => item.trim() === 'compatible')
  return !isBehind && !/^ *[a-z0-9_-]+\/[0-9]/.test(items[number]!)
}

/** Whether a character belongs to a URL or a mail address: these end at white space or one of `) ; , " >`. */
function isAddress(header: string, at: number): boolean {
  return [...header].some(
    (_, from) =>
      from <= at && isAddressStart(header, from) && !/[\0- );,">]/.test(header.slice(from, at + 1)),
  )
}

function isAddressStart(header: string, from: number): boolean {
  const rest = header.slice(from)
  const before = header[from - 1] ?? ''
  const domain = '(?:[a-z0-9][a-z0-9-]{0,62}\\.){1,10}[a-z]{2,24}'
  if (/^[a-z]*:\/\//.test(rest) && !LETTER.test(before)) return true
  if (/^\/\//.test(rest)) return true
  if (/^www\./.test(rest) && !WORD.test(before)) return true
  if (new RegExp(`^\\+${domain}(?=[:/?#\\s();,">]|$)`).test(rest)) return true
  return (
    !/[a-z0-9_.+-]/.test(before) && new RegExp(`^[a-z0-9_.+-]*@${domain}(?![a-z0-9_])`).test(rest)
  )
}

/** The messages of `acap check` about a robots.txt → an independent look at the line, or at what the reference decides. */
import type { Finding } from '../../../src/language/findings/diagnostic.ts'
import { fold } from '../../reference/patterns.ts'
import { isInside } from './claimed-places.ts'
import { type AskedFile, asSaid, type ClaimResult } from './read-file.ts'

interface Seen {
  readonly file: AskedFile
  readonly message: string
  /** The line that the finding names, as the file has it, its name and its value. */
  readonly line: string
  readonly name: string
  readonly value: string
  /** The lines above it. */
  readonly above: readonly string[]
  /** What the message has between backticks. */
  readonly quoted: readonly string[]
}

type Check = (seen: Seen) => boolean

const isNot = (text: string) => (seen: Seen) => !seen.line.includes(text)
/** A message cuts what is long, and says what cannot be seen in other words. */
const has = (whole: string, quoted: string) =>
  whole.includes(quoted.replace(/…$/, '')) || /[^!-~]/.test(quoted)

/** `Disallow` lines are written in many ways: this is what crawlers read. */
const FIELDS =
  /^(?:user-agent|disallow|allow|sitemap|crawl-delay|host|clean-param|request-rate|visit-time|comment|acap-|content-signal|content-usage|license|app-directives|noindex$|robot-version)/i

const isRule = (field: string) => /^(?:dis)?allow$|^crawl-delay$|-rate$|-time$/i.test(field)

export const FINDING_CHECKS: Readonly<Record<string, Check>> = {
  // A line that is no field has no colon behind its name.
  ACAP004: ({ line }) => !/^[ \t]*[A-Za-z][\w-]*[ \t]*:/.test(line),
  // A line may begin with its colon.
  ACAP003: ({ name, quoted: [field = ''] }) =>
    has(name, field) &&
    (field !== '' || name.trim() === '') &&
    (!FIELDS.test(name) || /^noindex$/i.test(name)),
  ACAP005: ({ line, name, message, quoted: [written = '', meant = ''] }) =>
    message.endsWith('has no colon')
      ? !/^[ \t]*[\w-]+[ \t]*:/.test(line)
      : has(name, written) && fold(name) !== fold(meant),
  ACAP013: ({ above, quoted: [field = ''] }) =>
    isRule(field) && !above.some((other) => /^\s*user-?\s?agent/i.test(other)),
  ACAP018: ({ name, value, quoted: [field = ''] }) => has(name, field) && /^(?:#|$)/.test(value),
  ACAP007: ({ line, quoted: [comment] }) => has(line, comment!) && /[^\s]#|[ \t]#/.test(line),
  ACAP009: ({ line, value, quoted }) =>
    /[^\0-\x7f]|%/.test(line) &&
    has(encodeURI(`${value} ${/\s+$/.exec(line)?.[0]}`).replaceAll('%25', '%'), quoted.at(-1)!),
  // A name is cut at its first sign of another kind, but one beyond ASCII, or a control character, makes it no name.
  ACAP019: ({ value }) => !/^[A-Za-z_-]/.test(value) || /[^\x20-\x7e]/.test(value),
  ACAP020: ({ value, quoted: [written, token = ''] }) =>
    has(value, written!) && value.startsWith(token) && /^[^\w-]/.test(value.slice(token.length)),
  ACAP040: ({ value, quoted: [pattern] }) => has(value, pattern!) && !/^[/*$]/.test(value),
  ACAP059: ({ value, quoted, message }) => {
    const token = quoted.at(-1)!
    const isCut = / is cut to /.test(message)
    return has(value, quoted[0]!) && isCut === (token !== value) && isKindTrue(token, message)
  },
  ACAP068: ({ file, line, message }) => {
    const first = file.lines[Number(/group of line (\d+)/.exec(message)?.[1]) - 1] ?? ''
    return /^[ \t]*user-agent/i.test(first) && !/^[ \t]*(?:dis)?allow/i.test(line)
  },
  ACAP069: ({ value }) => /\S\s+\S/.test(value),
  ACAP073: ({ value, name }) =>
    /rate/i.test(name) && !/^\d+\/\d+[smh]?(?:\s+\d{4}-\d{4})?$/i.test(value),
  ACAP077: ({ value }) => !/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(value),
  ACAP104: ({ line }) => /[^\0-\x7f]/.test(line),
  ACAP105: ({ value }) => /^\w+:\/\//.test(value),
  ACAP106: ({ file, message, quoted }) => isOpenBeside(file, message, quoted),
  ACAP107: ({ file, message, value, quoted: [other = ''] }) => {
    const there = file.lines[Number(/line (\d+) allows/.exec(message)?.[1]) - 1] ?? ''
    const [, pattern = ''] = /^[ \t]*allow[ \t]*:[ \t]*([^\s#]*)/i.exec(there) ?? []
    return has(pattern, other) && Math.abs(matched(pattern) - matched(value)) === 0
  },
  ACAP115: ({ value, quoted: [written = '', known = ''] }) =>
    value.startsWith(written.replace(/…$/, '')) &&
    fold(written) !== fold(known) &&
    isNearly(fold(written), fold(known)),
  ACAP116: ({ file, quoted }) => quoted.every((pattern) => opensByQuery(file, pattern)),
  ACAP122: ({ value, quoted: [name] }) => fold(value) === fold(name!),
  ACAP123: ({ name, line }) =>
    /crawl-delay|request-rate/i.test(name) && isNot('Disallow')({ line } as Seen),
  ACAP142: ({ line, quoted: [field = ''] }) =>
    line.indexOf(field.replace(/…$/, '').slice(0, 20)) > 0,
  ACAP160: ({ name }) => /^host$/i.test(name),
}

function isKindTrue(token: string, message: string): boolean {
  if (/a number/.test(message)) return /^\d+$/.test(token)
  return /a single letter/.test(message) === (token.length === 1)
}

/** Octets of a pattern that a crawler compares: `%2F` and letters outside ASCII are encoded. */
function matched(pattern: string): number {
  return encodeURI(pattern).replaceAll('%25', '%').length
}

/** One letter more, less, other, or two exchanged. */
function isNearly(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  const sorted = (text: string) => [...text].sort().join('')
  if (long.length - short.length > 2) return false
  const left = [...short].reduce((rest, letter) => rest.replace(letter, ''), long)
  return left.length <= 2 || sorted(a) === sorted(b)
}

/** ``​`A` and 1 other do not read the rules for `*`, so `/x` … are open here``: each named path is open to A, and closed to others. */
function isOpenBeside(file: AskedFile, message: string, quoted: readonly string[]): boolean {
  const names = quoted.slice(0, quoted.indexOf('*'))
  const paths = quoted.slice(quoted.indexOf('*') + 1)
  if (!/ not read the rules for `\*`, so /.test(message)) return false
  return names.every((name) =>
    paths.every((pattern) => {
      const target = plainest(pattern)
      if (target === null) return true
      const [own, others] = [name.toLowerCase(), '*'].map(
        (each) => file.answer(each, target).outcome,
      )
      return own !== 'prohibited' && others === 'prohibited'
    }),
  )
}

/** An address that a pattern matches; null for one that the message cuts. */
function plainest(pattern: string): string | null {
  if (pattern.endsWith('…')) return null
  const path = pattern.replace(/\$$/, '').replaceAll('*', '')
  const target = path.startsWith('/') ? path : `/${path}`
  return isInside([pattern], target, false) ? target : null
}

function opensByQuery(file: AskedFile, pattern: string): boolean {
  const target = plainest(pattern)
  if (target === null || !pattern.endsWith('$')) return target === null
  return file.names.some(
    (name) =>
      file.answer(name, target).outcome === 'prohibited' &&
      file.answer(name, `${target}?k=v`).outcome !== 'prohibited',
  )
}

export function checkFindings(
  file: AskedFile,
  spoil = asSaid,
): ClaimResult & { readonly unchecked: readonly string[] } {
  const findings = file.meaning.reading.findings.filter(({ source }) => source === 'robots.txt')
  const faults = findings
    .filter(
      (finding) =>
        FINDING_CHECKS[finding.code]?.(
          seenAt(file, { ...finding, message: spoil(finding.message) }),
        ) === false,
    )
    .map(({ code, line, message }) => `${code} line ${line}: ${message}`)
  const unchecked = findings.map(({ code }) => code).filter((code) => !(code in FINDING_CHECKS))
  return { asked: findings.length, faults, unchecked: [...new Set(unchecked)] }
}

function seenAt(file: AskedFile, { line, message }: Finding): Seen {
  const text = (file.lines[line - 1] ?? '').replace(/^\ufeff/, '')
  const [, name = '', value = ''] = /^([^:]*):(.*)$/s.exec(text) ?? []
  const quoted = Array.from(message.matchAll(/`([^`]*)`/g), ([, each]) => each!)
  return {
    file,
    message,
    line: text,
    above: file.lines.slice(0, line - 1),
    name: name.trim(),
    value: value.replace(/\s#.*$/, '').trim(),
    quoted,
  }
}

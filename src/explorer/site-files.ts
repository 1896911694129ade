/**
 * The files of a site as texts: as the server sends them, with a line changed, and beside others.
 * The page has this of a policy; what the files mean, its worker knows.
 */
import { addTo } from '../base/counts.ts'
import type { Draft } from './draft.ts'

export const EMPTY_DRAFT: Draft = { site: '', files: new Map([['robots.txt', '']]) }

/** The effect of a version that no Save made. */
export const FOUND_ON_DISK = 'as it was found on disk'

/** A site as `acap serve` sends it. */
export interface SentSite {
  readonly site: string
  readonly files: Readonly<Record<string, string>>
}

/**
 * The files that a page can do something with: those that mean something, in the order of their
 * weight.
 */
export function draftOf({ site, files }: SentSite): Draft {
  const weigh = (path: string) => ['robots.txt', 'site.toml'].indexOf(path) >>> 0
  const order = Object.keys(files).sort((a, b) => weigh(a) - weigh(b) || (a < b ? -1 : 1))
  return { site, files: new Map(order.map((path) => [path, files[path]!])) }
}

export const LINE_END = /(\r\n|\n|\r)/

export function withFile(draft: Draft, file: string, change: (text: string) => string): Draft {
  return { ...draft, files: new Map(draft.files).set(file, change(draft.files.get(file) ?? '')) }
}

/**
 * A draft with one line of a file replaced, or without it where `text` is null; line ends stay as
 * they are.
 */
export function withLine(draft: Draft, file: string, line: number, text: string | null): Draft {
  return withFile(draft, file, (whole) => {
    const parts = whole.split(LINE_END)
    if (text === null) parts.splice((line - 1) * 2, 2)
    else parts[(line - 1) * 2] = text
    return parts.join('')
  })
}

/** The lines that one text has and the other has not, with `−` and `+` before them. */
export function lineChanges(was: string, is: string): readonly string[] {
  const [before, after] = [was, is].map((text) => text.split(/\r\n|\n|\r/))
  const only = (these: readonly string[], those: readonly string[], sign: string) => {
    const left = new Map<string, number>()
    for (const line of those) addTo(left, line)
    return these.flatMap((line) => {
      const count = left.get(line) ?? 0
      addTo(left, line, -1)
      return count > 0 || line === '' ? [] : [`${sign} ${line}`]
    })
  }
  return [...only(before!, after!, '−'), ...only(after!, before!, '+')]
}

/** The changed lines of all files, each with the name of its file. */
export function changedLines(was: Draft, is: Draft): readonly string[] {
  return [...is.files.keys()].flatMap((file) => {
    const changes = lineChanges(was.files.get(file) ?? '', is.files.get(file) ?? '')
    return changes.map((line) => `${line.slice(0, 2)}${file}: ${line.slice(2)}`)
  })
}

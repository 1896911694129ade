/**
 * What the page shows ↔ the fragment of its address, so that a reload, a bookmark or a colleague sees the same
 * question. The text of the policy is never in it.
 */
import { columnNamed } from './columns.ts'
import type { WhatIf } from './what-if.ts'

/** The part of the page's state that its address carries; null where it says nothing. */
export interface Address {
  readonly site: string | null
  readonly whatIf: WhatIf | null
  readonly cell: { readonly crawler: string; readonly column: string } | null
}

/** Writes the fragment, without `#`. */
export function writeAddress(site: string, { url, userAgent, at }: WhatIf, cell: Address['cell']): string {
  const words = new URLSearchParams({ site, url, as: userAgent })
  if (at !== '') words.set('at', at)
  if (cell !== null) words.set('cell', `${cell.column} ${cell.crawler}`)
  return words.toString()
}

/** Reads a fragment; what is not an address of ours says nothing. */
export function readAddress(fragment: string): Address {
  const words = new URLSearchParams(fragment.replace(/^#/, ''))
  const [column = '', ...rest] = (words.get('cell') ?? '').split(' ')
  const url = words.get('url')
  return {
    site: words.get('site'),
    whatIf: url === null ? null : { url, userAgent: words.get('as') ?? '', at: words.get('at') ?? '' },
    cell: columnNamed(column) === null ? null : { crawler: rest.join(' '), column },
  }
}

/** Lists of texts with their counts, on the page of a crawler; a text may be copied. */
import type { ComponentChild } from 'preact'
import { grouped } from '../../base/text-table.ts'
import { html, list } from './html.ts'

export type CountRow = readonly [text: string, count: string | number, place?: string]

/** The part whose texts have a button to copy them. */
export const AGENTS = 'Its User-Agents'

export function counts(title: string, rows: readonly CountRow[]): ComponentChild {
  if (rows.length === 0) return null
  const items = rows.map(([text, count, place = '']) => {
    const small = place === '' ? null : html` <small>${place}</small>`
    return html`${title === AGENTS ? copied(text) : html`<code>${text}</code>`}${small}
      ${' '}<strong>${typeof count === 'number' ? grouped(count) : count}</strong>`
  })
  return html`<section aria-label=${title}><h3>${title}</h3>${list(items, 'counts')}</section>`
}

export function copied(text: string): ComponentChild {
  return html`<code>${text}</code> ${copyButton(text, text)}`
}

export function copyButton(name: string, text: string): ComponentChild {
  const copy = () => void navigator.clipboard.writeText(text)
  return html`<button type="button" class="link" aria-label=${`Copy ${name}`}
    onClick=${copy}>Copy</button>`
}

export function statusRows(
  statuses: readonly { readonly status: number; readonly requests: number }[],
): readonly CountRow[] {
  return statuses.map(({ status, requests }) => [
    status === 0 ? 'not known' : String(status),
    requests,
  ])
}

export function networkRows(
  networks: readonly { readonly network: string; readonly requests: number }[],
): readonly CountRow[] {
  return networks.map(({ network, requests }) => [
    network === 'published' ? 'addresses that the operator publishes' : network,
    requests,
  ])
}

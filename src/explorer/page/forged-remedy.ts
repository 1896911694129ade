/** The control that refuses forged names, or why it is doubtful whether they are forged. */
import type { ComponentChild } from 'preact'
import type { CrawlReport } from '../../logs/report/crawl-report.ts'
import type { DeskProps } from './desk-props.ts'
import { codeProse, html } from './html.ts'

/**
 * Why names may only look forged: if requests come through the site's own proxy, all have its
 * address, and refusing failed names would refuse every crawler.
 */
function doubtOf(report: CrawlReport | null): string | null {
  return report?.findings.find(({ kind }) => kind === 'proxy')?.text ?? null
}

/**
 * Why no name was checked: there is no list for the names that came, or the log has no addresses of
 * clients.
 */
export function whyNotChecked({ crawlers, findings }: CrawlReport): string {
  const hasAddresses = crawlers.some(({ networks }) =>
    networks.some(({ network }) => network !== 'unknown'),
  )
  const isDoubtful = findings.some(({ kind }) => kind === 'proxy' || kind === 'shortened')
  return hasAddresses && !isDoubtful
    ? 'Not checked: no address lists for these names. `acap networks` fetches them.'
    : 'Not checked: the log has no addresses of clients.'
}

/** Whether one press answers forged names. */
export function mayRefuseForged({ report, picture, control }: DeskProps): boolean {
  return control !== null && picture?.refusesForged === false && doubtOf(report) === null
}

/**
 * The control that answers forged names; in its place what is doubtful, or the line that it would
 * write.
 */
export function forgedRemedy({ report, picture, control }: DeskProps): ComponentChild {
  const doubt = doubtOf(report)
  if (doubt !== null) return html`<p>${codeProse(doubt)}</p>`
  if (control === null || picture === null)
    return html`<p>${codeProse('`failed = "refuse"` below `[identify]` in site.toml refuses names that fail their check.')}</p>`
  const { refusesForged } = picture
  const press = () => control.refuseForged(!refusesForged)
  return html`<button type="button" class="button" onClick=${press}>
    ${refusesForged ? 'Refuse forged names no longer' : 'Refuse forged names'}
  </button>`
}

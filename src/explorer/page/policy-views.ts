/** What a policy means → what only shows it: summary, findings, cases that fail, mode, and what is served. */
import { type ComponentChild, render } from 'preact'
import type { WrittenPlace } from '../../author/explain/author-terms.ts'
import type { SiteReport } from '../../author/summary/site-report.ts'
import type { Finding } from '../../language/findings/diagnostic.ts'
import { summarise } from '../../language/findings/render.ts'
import type { FailingCase } from '../what-if.ts'
import { count } from '../words.ts'
import type { Answer } from './background.ts'
import { button, buttonItem, byId, drawInSight, element, note, prose, say } from './element.ts'
import { codeProse, html } from './html.ts'

type Reading = Answer<'read'>
type Table = Answer<'table'>

const MOST_LINES = 5
const MOST_SENTENCES = 100

/** Shows the summary; without one, that the policy has errors. */
export function showSummary(report: SiteReport | null, go: (place: WrittenPlace) => void): void {
  const ahead = report?.ahead ?? []
  byId('ahead').hidden = ahead.length === 0
  render(
    ahead.map((text) => html`<li>${codeProse(text)}</li>`),
    byId('ahead'),
  )
  const notes = report?.notes ?? ['This policy has errors, so it would not be built.']
  const links = (places: readonly WrittenPlace[]) =>
    places
      .slice(0, MOST_LINES)
      .map(
        (place) =>
          html`${' '}<button type="button" class="link line-link" title=${place.text} onClick=${() => go(place)}>${place.file}:${place.line}</button>`,
      )
  const sectionOf = ({ title, sentences }: SiteReport['sections'][number]) => {
    const items = sentences
      .slice(0, MOST_SENTENCES)
      .map(({ text, places }) => html`<li>${codeProse(text)}${links(places)}</li>`)
    const more = sentences.length - items.length
    const rest = html`<li class="quiet">and ${more} more: <code>acap summary</code> has all</li>`
    return html`<h3>${title}</h3><ul>${items}${more > 0 ? rest : null}</ul>`
  }
  drawInSight('overview-text', () => {
    const paragraphs = notes.map((each) => html`<p class="quiet">${codeProse(each)}</p>`)
    render([report?.sections.map(sectionOf), paragraphs], byId('overview-text'))
  })
}

const ORDER: readonly Finding['severity'][] = ['error', 'warning', 'note']
/** A file of another kind has one on every line: nobody reads them all. */
const MOST_FINDINGS = 50

/** Shows findings, worst first, and how many there are. `apply` writes the line that fixes one, none for null. */
export function showFindings(
  { findings }: Reading,
  go: (finding: Finding) => void,
  apply: ApplyFix,
): void {
  say('summary', summarise(findings))
  const sorted = ORDER.flatMap((severity) => findings.filter((each) => each.severity === severity))
  const itemOf = (finding: Reading['findings'][number]) => {
    const label = fixLabel(finding)
    const act = () => apply(finding, finding.repaired ?? null)
    const fix = label === null ? null : button({ class: 'fix' }, act, label)
    const place = button({ class: 'finding' }, () => go(finding), ...findingWords(finding))
    return element('li', { class: 'finding-item' }, place, fix, explained(finding.code))
  }
  const more = sorted.length - MOST_FINDINGS
  const rest = element('li', { class: 'quiet' }, `and ${count(more, 'finding')} more`)
  drawInSight('findings', () => {
    const items = sorted.slice(0, MOST_FINDINGS).map(itemOf)
    byId('findings').replaceChildren(...items, ...(more > 0 ? [rest] : []))
  })
}

/** By code: what `acap explain` says. They are long, and asked for where somebody opens one. */
let explanations: Promise<Readonly<Record<string, string>>> | null = null

function explained(code: string): HTMLElement {
  const words = element('div', {})
  const details = element(
    'details',
    { class: 'code' },
    element('summary', { class: 'quiet' }, code),
    words,
  )
  details.addEventListener('toggle', async () => {
    explanations ??= fetch('findings.json').then((sent) => sent.json())
    const text = await explanations.then(
      (texts) => texts[code] ?? '',
      () => `\`acap explain ${code}\` says what it is.`,
    )
    words.replaceChildren(...text.split('\n\n').map((part) => element('p', {}, prose(part))))
  })
  return details
}

/** What the button says that writes the line that fixes a finding; null where nothing does. */
export function fixLabel({ repaired }: Reading['findings'][number]): string | null {
  if (repaired === undefined) return null
  return repaired === null ? 'Remove this line' : `Write \u201c${repaired.trim()}\u201d`
}

type ApplyFix = (finding: Reading['findings'][number], line: string | null) => void

function findingWords({ severity, message, help, source, line }: Finding) {
  const badge = element('span', { class: 'badge', 'data-severity': severity }, severity)
  const place = element('span', { class: 'quiet' }, `${source}:${line}`)
  const head = element('span', { class: 'finding-head' }, badge, place)
  const advice = help === null ? null : element('span', { class: 'help' }, prose(help))
  return [head, element('span', {}, prose(message)), advice]
}

export function showCases({ cases }: Reading, ask: (failing: FailingCase) => void): void {
  const { run, leftOut, failing } = cases
  byId('cases-section').hidden = run === 0
  const rest = leftOut === 0 ? '' : `; ${leftOut} with an address: acap test`
  const held = failing.length === 0 ? 'all hold' : `${failing.length} of ${count(run, 'case')} fail`
  say('cases-summary', held + rest)
  note(
    'cases-note',
    failing.length === 0
      ? null
      : `${count(failing.length, 'case')} of yours would fail: see “Cases”.`,
  )
  const items = failing.map((each) => {
    const faults = each.faults.map((fault) => element('span', { class: 'help' }, prose(fault)))
    return buttonItem(
      { class: 'case' },
      () => ask(each),
      element('strong', {}, each.title),
      ...faults,
    )
  })
  byId('cases').replaceChildren(...items)
}

/** Shows beside the name of the policy that it refuses nothing, where that is so; and that it has errors. */
export function showState({ errors, remark }: Reading): void {
  byId('broken').hidden = errors === 0
  byId('mode').hidden = remark === undefined
  byId('mode').textContent = remark ?? ''
}

/** Shows the tags of the page in question. */
export function showNotice({ tags, notes }: Table['notice']): void {
  const sentence =
    tags.length === 0
      ? html`<p class="quiet">Nothing: the policy has no field about the use of this page.</p>`
      : listingOf('META tags', tags.join('\n'))
  const remarks = notes.map((each) => html`<p class="note">${codeProse(each)}</p>`)
  render([sentence, remarks], byId('notice'))
}

/** Shows what crawlers read, each beside what is new in it since an earlier version; null: none is known. */
export function showServed(parts: Answer<'served'>, since: string | null): void {
  const none = since === null ? 'No earlier version is known.' : `Nothing new since ${since}.`
  const rows = parts.map(({ title, text, changed }) => {
    const isNew = changed.length > 0
    const news = html`<div>
      <p class="quiet">New since ${since}:</p>
      ${listingOf(`What is new in ${title}`, changed.join('\n'))}
    </div>`
    return html`<section>
      <h2>${title}</h2>
      ${isNew ? null : html`<p class="quiet">${none}</p>`}
      <div class="served-part">
        <div>${listingOf(`${title} as served`, text)}</div>
        ${isNew ? news : null}
      </div>
    </section>`
  })
  render(rows, byId('served'))
}

/** Text that scrolls by itself, so it can be reached and named. */
export function listingOf(label: string, text: string): ComponentChild {
  return html`<pre class="listing" tabindex="0" role="region" aria-label=${label}>${text}</pre>`
}

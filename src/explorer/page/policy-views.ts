/**
 * Small parts that only show what a policy means: its summary, findings, failing cases and mode,
 * and the tags of a page.
 */
import { type ComponentChild, h, render } from 'preact'
import { useState } from 'preact/hooks'
import type { WrittenPlace } from '../../author/explain/author-terms.ts'
import type { SiteReport } from '../../author/summary/site-report.ts'
import type { Finding } from '../../language/findings/diagnostic.ts'
import type { FailingCase } from '../what-if.ts'
import { count } from '../words.ts'
import type { Answer } from './background.ts'
import { byId, drawInSight, note, say } from './element.ts'
import { codeProse, html, listingOf, proseLines } from './html.ts'

type Reading = Answer<'read'>
export type FixableFinding = Reading['findings'][number]

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
  const link = (place: WrittenPlace) =>
    html`${' '}<button type="button" class="link line-link" title=${place.text}
      onClick=${() => go(place)}>${place.file}:${place.line}</button>`
  const sectionOf = ({ title, sentences }: SiteReport['sections'][number]) => {
    const items = sentences
      .slice(0, MOST_SENTENCES)
      .map(
        ({ text, places }) =>
          html`<li>${codeProse(text)}${places.slice(0, MOST_LINES).map(link)}</li>`,
      )
    const more = sentences.length - items.length
    const rest = html`<li class="quiet">and ${more} more: <code>acap summary</code> has all</li>`
    return html`<h3>${title}</h3><ul>${items}${more > 0 ? rest : null}</ul>`
  }
  drawInSight('overview-text', () =>
    render([report?.sections.map(sectionOf), proseLines(notes, 'quiet')], byId('overview-text')),
  )
}

const ORDER: readonly Finding['severity'][] = ['error', 'warning', 'note']
/** At most so many are listed: a file that is no policy has one on every line. */
const MOST_FINDINGS = 50

/**
 * Shows findings, worst first, and how many there are. `apply` writes the line that fixes one, none
 * for null.
 */
export function showFindings(
  { findings, summary }: Reading,
  go: (finding: Finding) => void,
  apply: (finding: FixableFinding, line: string | null) => void,
): void {
  say('summary', summary)
  const sorted = ORDER.flatMap((severity) => findings.filter((each) => each.severity === severity))
  const itemOf = (finding: FixableFinding) => {
    const { severity, message, help, source, line, code, repaired = null } = finding
    const label = fixLabel(finding)
    const fix = html`<button type="button" class="fix"
      onClick=${() => apply(finding, repaired)}>${label}</button>`
    return html`<li class="finding-item" key=${`${source}:${line} ${code}`}>
      <button type="button" class="finding" onClick=${() => go(finding)}>
        <span class="finding-head">
          <span class="badge" data-severity=${severity}>${severity}</span>
          <span class="quiet">${source}:${line}</span>
        </span>
        <span>${codeProse(message)}</span>
        ${help === null ? null : html`<span class="help">${codeProse(help)}</span>`}
      </button>
      ${label === null ? null : fix}
      ${h(LongExplanation, { code })}
    </li>`
  }
  const more = sorted.length - MOST_FINDINGS
  const rest = html`<li class="quiet">and ${count(more, 'finding')} more</li>`
  drawInSight('findings', () => {
    const items = sorted.slice(0, MOST_FINDINGS).map(itemOf)
    render([items, more > 0 ? rest : null], byId('findings'))
  })
}

/** What `acap explain` says, by the code of the finding. Loaded when somebody opens the first. */
let explanations: Promise<Readonly<Record<string, string>>> | null = null

function LongExplanation({ code }: { readonly code: string }): ComponentChild {
  const [text, setText] = useState('')
  const load = async () => {
    explanations ??= fetch('findings.json').then((sent) => sent.json())
    const found = await explanations.then(
      (texts) => texts[code] ?? '',
      () => `\`acap explain ${code}\` says what it is.`,
    )
    setText(found)
  }
  return html`<details class="code" onToggle=${load}>
    <summary class="quiet">${code}</summary>
    <div>${proseLines(text.split('\n\n'))}</div>
  </details>`
}

/** What the button says that writes the line that fixes a finding; null where nothing does. */
export function fixLabel({ repaired }: FixableFinding): string | null {
  if (repaired === undefined) return null
  return repaired === null ? 'Remove this line' : `Write \u201c${repaired.trim()}\u201d`
}

export function showCases({ cases }: Reading, ask: (failing: FailingCase) => void): void {
  const { run, leftOut, failing } = cases
  byId('cases-section').hidden = run === 0
  const rest = leftOut === 0 ? '' : `; ${leftOut} with an address: acap test`
  const held = failing.length === 0 ? 'all hold' : `${failing.length} of ${count(run, 'case')} fail`
  say('cases-summary', held + rest)
  const failure = `${count(failing.length, 'case')} of yours would fail: see “Cases”.`
  note('cases-note', failing.length === 0 ? null : failure)
  const items = failing.map((each) => {
    const faults = each.faults.map((fault) => html`<span class="help">${codeProse(fault)}</span>`)
    return html`<li>
      <button type="button" class="case" onClick=${() => ask(each)}>
        <strong>${each.title}</strong>${faults}
      </button>
    </li>`
  })
  render(items, byId('cases'))
}

/**
 * Shows beside the name of the policy that it refuses nothing, where that is so; and that it has
 * errors.
 */
export function showState({ errors, remark }: Reading): void {
  byId('broken').hidden = errors === 0
  note('mode', remark ?? null)
}

/** Shows the tags of the page in question. */
export function showNotice({ tags, notes }: Answer<'table'>['notice']): void {
  const sentence =
    tags.length === 0
      ? html`<p class="quiet">Nothing: the policy has no field about the use of this page.</p>`
      : listingOf('META tags', tags.join('\n'))
  render([sentence, proseLines(notes, 'note')], byId('notice'))
}

/**
 * Findings → the list below the editor, worst first. Choosing one leads to its place.
 */
import { explainCode, type Finding } from '../../language/findings/diagnostic.ts'
import { summarise } from '../../language/findings/render.ts'
import { count } from '../words.ts'
import { byId, element, prose } from './element.ts'

const ORDER: readonly Finding['severity'][] = ['error', 'warning', 'note']
/** A file of another kind has one on every line: nobody reads them all. */
const MOST_SHOWN = 200

/** What one can do about a finding. */
interface FindingActions {
  /** Leads to its place. */
  readonly go: (finding: Finding) => void
  /** The line that fixes it, null for none at all; undefined where no fix is known. */
  readonly fixOf: (finding: Finding) => string | null | undefined
  readonly apply: (finding: Finding, line: string | null) => void
}

/** Shows findings in a list, and how many there are. */
export function showFindings(findings: readonly Finding[], actions: FindingActions): void {
  const summary = summarise(findings)
  if (byId('summary').textContent !== summary) byId('summary').textContent = summary
  const sorted = ORDER.flatMap((severity) => findings.filter((each) => each.severity === severity))
  const items = sorted.slice(0, MOST_SHOWN).map((finding) => itemOf(finding, actions))
  const more = sorted.length - items.length
  if (more > 0) items.push(element('li', { class: 'quiet' }, `and ${count(more, 'finding')} more`))
  byId('findings').replaceChildren(...items)
}

function itemOf(finding: Finding, { go, fixOf, apply }: FindingActions): HTMLLIElement {
  const { severity, code, message, help, source, line } = finding
  const head = element(
    'span',
    { class: 'finding-head' },
    element('span', { class: 'badge', 'data-severity': severity }, severity),
    element('span', { class: 'quiet' }, `${source}:${line}`),
  )
  const advice = help === null ? null : element('span', { class: 'help' }, ...prose(help))
  const button = element(
    'button',
    { type: 'button', class: 'finding' },
    head,
    element('span', {}, ...prose(message)),
    advice,
  )
  button.addEventListener('click', () => go(finding))
  const fixed = fixOf(finding)
  const fix = fixed === undefined ? null : fixButton(fixed, () => apply(finding, fixed))
  return element('li', { class: 'finding-item' }, button, fix, explanation(code))
}

function fixButton(line: string | null, apply: () => void): HTMLButtonElement {
  const label = line === null ? 'Remove this line' : `Write \u201c${line.trim()}\u201d`
  const button = element('button', { type: 'button', class: 'fix' }, label)
  button.addEventListener('click', apply)
  return button
}

/** A finding's code, which opens what `acap explain` says of it. */
function explanation(code: string): HTMLElement {
  const text = explainCode(code)?.explain ?? ''
  const paragraphs = text.split('\n\n').map((part) => element('p', {}, ...prose(part)))
  return element('details', { class: 'code' }, element('summary', { class: 'quiet' }, code), ...paragraphs)
}

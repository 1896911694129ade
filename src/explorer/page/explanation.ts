/**
 * An account → the part of the page that explains a decision. Every field in it links to its line.
 */

import type { WrittenPlace } from '../../analysis/written-place.ts'
import type { Account, ChainAccount, StepAccount } from '../account.ts'
import type { Cell } from '../rows.ts'
import { standingRow } from '../words.ts'
import { element, icon, prose } from './element.ts'

type Go = (place: WrittenPlace) => void

/** Values of more characters get a row of their own. */
const WIDE = 24

/** Shows the verdict on a cell: the part that is also read out when it changes. */
export function showVerdict(root: HTMLElement, label: string, answer: Cell, { sentence, remarks }: Account): void {
  const row = standingRow(answer.standing)
  const { was } = answer
  const verdict = element('p', { class: 'verdict', 'data-standing': answer.standing }, icon(row.icon), row.label)
  const about = element('p', {}, label)
  const before =
    was === null ? null : element('p', { class: 'before' }, `${standingRow(was.standing).label} without your changes`)
  const badges = remarks.map((remark) => element('p', { class: 'badge', 'data-severity': 'note' }, remark))
  const line = element('div', { class: 'verdict-line' }, verdict, ...badges, about, before)
  const paragraph = element('div', {}, line, element('p', { class: 'sentence' }, ...prose(sentence)))
  if (root.textContent !== paragraph.textContent) root.replaceChildren(paragraph)
}

/** Shows the way to it. */
export function showWay(root: HTMLElement, account: Account, go: Go): void {
  const facts = account.facts.map(([term, value]) =>
    element('div', { 'data-wide': value.length > WIDE }, element('dt', {}, term), element('dd', {}, value)),
  )
  const { chains } = account
  const isInSteps = chains.some(({ steps }) => steps.some(({ decides }) => decides))
  root.replaceChildren(
    ...account.notes.map((note) => element('p', { class: 'note' }, ...prose(note))),
    ...(facts.length === 0 ? [] : [element('dl', { class: 'facts' }, ...facts)]),
    ...(isInSteps ? [] : fieldsAlone(account.deciding, go)),
    ...chains.flatMap((chain) => steps(chain, chains, go)),
  )
}

function fieldsAlone(places: readonly WrittenPlace[], go: Go): HTMLElement[] {
  return places.length === 0
    ? []
    : [element('ul', { class: 'fields' }, ...places.map((place) => field(place, go, true)))]
}

function steps({ name, steps }: ChainAccount, all: readonly ChainAccount[], go: Go): HTMLElement[] {
  if (steps.length === 0) return []
  const title = all.length > 1 ? `Step by step, as \`${name}\`` : 'Step by step'
  return [
    element('h3', {}, ...prose(title)),
    element('ol', { class: 'steps' }, ...steps.map((step) => stepItem(step, go))),
  ]
}

function stepItem({ title, outcome, decides, role, deciding, beaten }: StepAccount, go: Go): HTMLElement {
  return element(
    'li',
    { 'data-decides': decides },
    element(
      'p',
      { class: 'step-title' },
      ...prose(`${title} `),
      element('span', { class: 'outcome', 'data-standing': outcome }, outcome),
      element('span', { class: 'quiet' }, ` ${role}`),
    ),
    element(
      'ul',
      { class: 'fields' },
      ...deciding.map((place) => field(place, go, decides)),
      ...beaten.map((place) => field(place, go, false, 'a narrower field beats it')),
    ),
  )
}

function field(place: WrittenPlace, go: Go, speaks: boolean, remark: string | null = null): HTMLElement {
  const { file, line, text } = place
  const where = line === null ? file : `${file}:${line}`
  const button = element(
    'button',
    { type: 'button', class: 'field', 'data-speaks': speaks },
    element('span', { class: 'quiet' }, where),
    element('code', {}, text),
  )
  button.addEventListener('click', () => go(place))
  return element('li', {}, button, remark === null ? null : element('span', { class: 'quiet' }, remark))
}

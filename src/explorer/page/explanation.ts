/** Answers and an account → what the words mean, and why a cell is decided so; fields link to their lines. */
import type { WrittenPlace } from '../../author/explain/author-terms.ts'
import type { Account, AccountStep } from '../account.ts'
import type { CrawlerRow } from '../rows.ts'
import { ALL_USAGES, CATEGORY_SENTENCES, columnsWith, GLOSSARY, STANDINGS } from '../words.ts'
import type { Answer } from './background.ts'
import { button, byId, element, icon, prose } from './element.ts'

/** Values of more characters get a row of their own. */
const WIDE = 24

/** Shows the standings of the table, and the mark of a changed cell where there is one. */
export function showLegend(rows: readonly CrawlerRow[]): void {
  const cells = rows.flatMap((row) => row.cells)
  const seen = new Set<string>(cells.map(({ standing }) => standing))
  const items = Object.entries(STANDINGS).flatMap(
    ([standing, { label, icon: drawing, title = null }]) => {
      if (!seen.has(standing)) return []
      return [
        element(
          'li',
          { title },
          element('span', { 'data-standing': standing }, icon(drawing)),
          label,
        ),
      ]
    },
  )
  const mark = element('span', { 'data-changed': true }, ['yes', 'was', 'no'].map(icon))
  if (cells.some(({ was }) => was !== null))
    items.push(element('li', {}, mark, 'before › with your changes'))
  byId('legend').replaceChildren(...items)
}

export function showWords(): void {
  const list = (title: string, rows: readonly (readonly [string, string])[]) => {
    const terms = rows.flatMap(([word, meaning]) => [
      element('dt', {}, word),
      element('dd', {}, prose(meaning)),
    ])
    return [element('h3', {}, title), element('dl', {}, terms)]
  }
  const columns = (shown: typeof ALL_USAGES) =>
    shown.map(({ name, sentence }) => [name, sentence] as const)
  byId('words').replaceChildren(
    element('summary', {}, 'What the words mean'),
    ...list('The columns: what a crawler does with a page', columns(columnsWith('', false))),
    ...list('All fourteen usages of ACAP', columns(ALL_USAGES)),
    ...list('The categories of crawlers', Object.entries(CATEGORY_SENTENCES)),
    ...list('Other words', GLOSSARY),
  )
}

/** Shows the verdict on a cell: the part that is also read out when it changes. */
export function showVerdict(
  label: string,
  { standing, was, account, unsigned }: Answer<'explain'>,
): void {
  const { sentence, remarks } = account
  const row = STANDINGS[standing]
  const line = [
    element('p', { class: 'verdict', 'data-standing': standing }, icon(row.icon), row.label),
    ...remarks.map((remark) => element('p', { class: 'badge', 'data-severity': 'note' }, remark)),
    element('p', {}, label),
    was && element('p', { class: 'before' }, `${STANDINGS[was].label} without your changes`),
  ]
  const signature =
    unsigned === standing
      ? ' A signature that proves the name changes nothing here.'
      : ` So with a signature that proves the name; without one: ${STANDINGS[unsigned ?? standing].label}.`
  const whole = unsigned === null ? sentence : sentence + signature
  const words = element('p', { class: 'sentence' }, prose(whole))
  const shown = element('div', {}, element('div', { class: 'verdict-line' }, line), words)
  if (byId('verdict').textContent !== shown.textContent) byId('verdict').replaceChildren(shown)
}

type Go = (place: WrittenPlace) => void

/** A line of the files; `remark`: why it does not speak. */
function fieldItem(
  place: WrittenPlace,
  go: Go,
  speaks: boolean,
  remark: string | null = null,
): HTMLElement {
  const { file, line, text } = place
  const where = element('span', { class: 'quiet' }, line === null ? file : `${file}:${line}`)
  const link = button(
    { class: 'field', 'data-speaks': speaks },
    () => go(place),
    where,
    element('code', {}, text),
  )
  return element('li', {}, link, remark && element('span', { class: 'quiet' }, remark))
}

function stepItem(step: AccountStep, go: Go): HTMLElement {
  const outcome = element('span', { class: 'outcome', 'data-standing': step.outcome }, step.outcome)
  const role = element('span', { class: 'quiet' }, ` ${step.role}`)
  const speak = step.deciding.map((place) => fieldItem(place, go, step.decides))
  const beaten = step.beaten.map((place) =>
    fieldItem(place, go, false, 'a narrower field beats it'),
  )
  return element(
    'li',
    { 'data-decides': step.decides },
    element('p', { class: 'step-title' }, prose(`${step.title} `), outcome, role),
    element('ul', { class: 'fields' }, speak, beaten),
  )
}

export function showWay({ notes, facts, deciding, chains }: Account, go: Go): void {
  const rows = facts.map(([term, value]) =>
    element(
      'div',
      { 'data-wide': value.length > WIDE },
      element('dt', {}, term),
      element('dd', {}, value),
    ),
  )
  const steps = chains.flatMap((chain) => {
    const title = chains.length > 1 ? `Step by step, as \`${chain.name}\`` : 'Step by step'
    if (chain.steps.length === 0) return []
    return [
      element('h3', {}, prose(title)),
      element(
        'ol',
        { class: 'steps' },
        chain.steps.map((step) => stepItem(step, go)),
      ),
    ]
  })
  const isInSteps = chains.some((chain) => chain.steps.some(({ decides }) => decides))
  const alone = deciding.map((place) => fieldItem(place, go, true))
  byId('way').replaceChildren(
    ...notes.map((note) => element('p', { class: 'note' }, prose(note))),
    ...(rows.length === 0 ? [] : [element('dl', { class: 'facts' }, rows)]),
    ...(isInSteps || alone.length === 0 ? [] : [element('ul', { class: 'fields' }, alone)]),
    ...steps,
  )
}

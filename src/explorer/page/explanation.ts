/**
 * Draws why a cell has its answer, step by step; fields link to their lines. It draws the legend
 * and the list of words, too.
 */
import { type ComponentChild, render } from 'preact'
import type { WrittenPlace } from '../../author/explain/author-terms.ts'
import type { Account, AccountStep } from '../account.ts'
import type { CrawlerRow } from '../rows.ts'
import { ALL_USAGES, CATEGORY_SENTENCES, columnsWith, GLOSSARY, STANDINGS } from '../words.ts'
import type { Answer } from './background.ts'
import { byId } from './element.ts'
import { codeProse, drawing, html, proseLines } from './html.ts'

/** Values of more characters get a row of their own. */
const WIDE = 24

/** Shows the standings of the table, and the mark of a changed cell where there is one. */
export function showLegend(rows: readonly CrawlerRow[]): void {
  const cells = rows.flatMap((row) => row.cells)
  const seen = new Set<string>(cells.map(({ standing }) => standing))
  const items = Object.entries(STANDINGS)
    .filter(([standing]) => seen.has(standing))
    .map(
      ([standing, { label, icon, title }]) =>
        html`<li title=${title}>
          <span data-standing=${standing}>${drawing(icon)}</span>${label}</li>`,
    )
  const mark = html`<li>
    <span data-changed>${['yes', 'was', 'no'].map(drawing)}</span>before › with your changes
  </li>`
  const isChanged = cells.some(({ was }) => was !== null)
  render([items, isChanged ? mark : null], byId('legend'))
}

export function showWords(): void {
  const list = (title: string, rows: readonly (readonly [string, string])[]) => {
    const terms = rows.map(
      ([word, meaning]) => html`<dt>${word}</dt><dd>${codeProse(meaning)}</dd>`,
    )
    return html`<h3>${title}</h3><dl>${terms}</dl>`
  }
  const columns = (shown: typeof ALL_USAGES) =>
    shown.map(({ name, sentence }) => [name, sentence] as const)
  const lists = [
    html`<summary>What the words mean</summary>`,
    list('The columns: what a crawler does with a page', columns(columnsWith('', false))),
    list('All fourteen usages of ACAP', columns(ALL_USAGES)),
    list('The categories of crawlers', Object.entries(CATEGORY_SENTENCES)),
    list('Other words', GLOSSARY),
  ]
  render(lists, byId('words'))
}

/**
 * Shows the verdict on a cell. It has a key, so that any change replaces it and screen readers
 * announce it whole.
 */
export function showVerdict(
  label: string,
  { standing, was, account, unsigned }: Answer<'explain'>,
): void {
  const { sentence, remarks } = account
  const row = STANDINGS[standing]
  const signature =
    unsigned === standing
      ? ' A signature that proves the name changes nothing here.'
      : ` So with a signature that proves the name; without one: ${STANDINGS[unsigned ?? standing].label}.`
  const whole = unsigned === null ? sentence : sentence + signature
  const before = was && html`<p class="before">${STANDINGS[was].label} without your changes</p>`
  const shown = html`<div key=${[label, standing, was, ...remarks, whole].join('\n')}>
    <div class="verdict-line">
      <p class="verdict" data-standing=${standing}>${drawing(row.icon)}${row.label}</p>
      ${remarks.map((remark) => html`<p class="badge" data-severity="note">${remark}</p>`)}
      <p>${label}</p>
      ${before}
    </div>
    <p class="sentence">${codeProse(whole)}</p>
  </div>`
  render(shown, byId('verdict'))
}

type Go = (place: WrittenPlace) => void

/** A line of the files; `speaks`: whether it decides; `remark`: why not. */
function fieldItem(place: WrittenPlace, go: Go, speaks: boolean, remark = ''): ComponentChild {
  const { file, line, text } = place
  return html`<li>
    <button type="button" class="field" data-speaks=${speaks || undefined}
      onClick=${() => go(place)}>
      <span class="quiet">${line === null ? file : `${file}:${line}`}</span><code>${text}</code>
    </button>
    ${remark === '' ? null : html`<span class="quiet">${remark}</span>`}
  </li>`
}

function stepItem(step: AccountStep, go: Go): ComponentChild {
  const { title, outcome, role, decides } = step
  return html`<li data-decides=${decides || undefined}>
    <p class="step-title">
      ${codeProse(title)}${' '}<span class="outcome" data-standing=${outcome}>${outcome}</span>
      <span class="quiet"> ${role}</span>
    </p>
    <ul class="fields">
      ${step.deciding.map((place) => fieldItem(place, go, decides))}
      ${step.beaten.map((place) => fieldItem(place, go, false, 'a narrower field beats it'))}
    </ul>
  </li>`
}

export function showWay({ notes, facts, deciding, chains }: Account, go: Go): void {
  const rows = facts.map(
    ([term, value]) =>
      html`<div data-wide=${value.length > WIDE || undefined}>
          <dt>${term}</dt><dd>${value}</dd></div>`,
  )
  const steps = chains
    .filter((chain) => chain.steps.length > 0)
    .map((chain) => {
      const title = chains.length > 1 ? `Step by step, as \`${chain.name}\`` : 'Step by step'
      return html`<h3>${codeProse(title)}</h3>
        <ol class="steps">${chain.steps.map((step) => stepItem(step, go))}</ol>`
    })
  const isInSteps = chains.some((chain) => chain.steps.some(({ decides }) => decides))
  const alone = isInSteps ? [] : deciding.map((place) => fieldItem(place, go, true))
  const parts = [
    proseLines(notes, 'note'),
    rows.length === 0 ? null : html`<dl class="facts">${rows}</dl>`,
    alone.length === 0 ? null : html`<ul class="fields">${alone}</ul>`,
    steps,
  ]
  render(parts, byId('way'))
}

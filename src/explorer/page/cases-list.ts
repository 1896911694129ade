/**
 * The author's cases that fail → a list. Choosing one asks its question.
 */
import type { CasesRun, FailingCase } from '../failing-cases.ts'
import { count } from '../words.ts'
import { byId, element, prose } from './element.ts'

/** Shows the cases that fail; nothing where a policy has no cases. */
export function showCases({ run, leftOut, failing }: CasesRun, ask: (failing: FailingCase) => void): void {
  byId('cases-section').hidden = run === 0
  const rest = leftOut === 0 ? '' : `; ${leftOut} with an address: acap test`
  const summary = `${failing.length === 0 ? 'all hold' : `${failing.length} of ${count(run, 'case')} fail`}${rest}`
  if (byId('cases-summary').textContent !== summary) byId('cases-summary').textContent = summary
  const items = failing.map((each) => {
    const button = element(
      'button',
      { type: 'button', class: 'case' },
      element('strong', {}, each.title),
      ...each.faults.map((fault) => element('span', { class: 'help' }, ...prose(fault))),
    )
    button.addEventListener('click', () => ask(each))
    return element('li', {}, button)
  })
  byId('cases').replaceChildren(...items)
}

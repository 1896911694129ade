/**
 * What the site would do and send: its mode, META tags of the page in question, and the robots.txt that is generated.
 */
import { errorsOf, type Meaning } from '../draft.ts'
import { pageNotice } from '../page-notice.ts'
import { modeRemarks } from '../words.ts'
import { byId, element, prose } from './element.ts'

/** Shows beside the name of the policy that it refuses nothing, where that is so; and that it has errors. */
export function showState(meaning: Meaning): void {
  byId('broken').hidden = errorsOf(meaning) === 0
  const [remark] = modeRemarks(meaning.program.config.mode)
  byId('mode').hidden = remark === undefined
  byId('mode').textContent = remark ?? ''
}

/** Shows the tags of a page at the target. */
export function showNotice(root: HTMLElement, meaning: Meaning, target: string): void {
  const { tags, notes } = pageNotice(meaning, target)
  const sentence =
    tags.length === 0
      ? element('p', { class: 'quiet' }, 'Nothing: the policy has no field about the use of this page.')
      : listing('META tags', tags.join('\n'))
  root.replaceChildren(sentence, ...notes.map((note) => element('p', { class: 'note' }, ...prose(note))))
}

/** Shows the generated files, the robots.txt first. */
export function showServed(root: HTMLElement, { generated: { files } }: Meaning): void {
  root.replaceChildren(
    ...files.flatMap(({ path, text }) => [
      ...(files.length > 1 ? [element('h3', {}, `/${path}`)] : []),
      listing(`/${path} as served`, text),
    ]),
  )
}

/** Text that scrolls by itself, so it can be reached and named. */
function listing(label: string, text: string): HTMLElement {
  return element('pre', { class: 'listing', tabindex: 0, role: 'region', 'aria-label': label }, text)
}

/**
 * The table of recipes → forms. A form writes its lines into the policy that is open, and shows them.
 */
import type { Draft, Meaning } from '../draft.ts'
import { errorsOf } from '../draft.ts'
import { RECIPES, type Recipe } from '../recipe-forms.ts'
import { changedLines } from '../switch-words.ts'
import { byId, element, prose } from './element.ts'

/** Makes the forms. `take` gets what a form has written, and says whether its text can be read. */
export function makeRecipes(meaning: () => Meaning, take: (draft: Draft) => void): void {
  byId('recipes').append(...RECIPES.map((recipe) => formOf(recipe, meaning, take)))
  byId('forms').addEventListener('toggle', async () => {
    if (byId('templates').childElementCount > 0) return
    const templates = (await (await fetch('templates.json')).json()) as readonly Template[]
    byId('templates').append(...templates.map((template) => templateOf(template, meaning, take)))
  })
}

/** A whole policy to begin with. */
interface Template {
  readonly name: string
  readonly title: string
  readonly files: Readonly<Record<string, string>>
}

function templateOf(
  { name, title, files }: Template,
  meaning: () => Meaning,
  take: (draft: Draft) => void,
): HTMLElement {
  const button = element('button', { type: 'button' }, `Begin with \u201c${name}\u201d`)
  button.addEventListener('click', () => take({ ...meaning().draft, files: new Map(Object.entries(files)) }))
  return element('li', {}, button, ` ${title}`)
}

function formOf(recipe: Recipe, meaning: () => Meaning, take: (draft: Draft) => void): HTMLElement {
  const said = element('div', { role: 'status' })
  const inputs = recipe.fields.map(({ name, label, type, value, optional }) => {
    const input = element('input', { name, type, value, required: optional === undefined, autocomplete: 'off', min: 0 })
    return element('label', {}, `${label} `, input)
  })
  const form = element('form', { class: 'switch-fields' }, ...inputs, element('button', { type: 'submit' }, 'Write it'))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]))
    said.replaceChildren(...write(recipe, values, meaning(), take))
  })
  return element('details', { class: 'words' }, element('summary', {}, recipe.title), form, said)
}

function write(
  recipe: Recipe,
  values: Readonly<Record<string, string>>,
  was: Meaning,
  take: (draft: Draft) => void,
): readonly HTMLElement[] {
  if (errorsOf(was) > 0) return [element('p', {}, 'The policy has errors. Correct them first.')]
  const written = recipe.write(was, values)
  if (typeof written === 'string') return [element('p', {}, ...prose(written))]
  take(written)
  const lines = changedLines(was.draft, written).map((line) => element('li', {}, element('code', {}, line)))
  if (lines.length === 0) return [element('p', {}, 'The files say it already.')]
  return [
    element('p', {}, 'Written. “What your changes do” lists the effect; Ctrl+Z takes it back.'),
    element('ul', { class: 'lines' }, ...lines),
  ]
}

/**
 * Applies one control of the page, such as a switch, a form or the mode, to a policy. Where it
 * cannot, it says why. Knows no DOM.
 */
import type { Registry } from '../program/program.ts'
import type { Mode } from '../words/site-config.ts'
import { type Draft, errorsOf, type Meaning, readDraft } from './draft.ts'
import { withRootKey, withTableKey } from './edit-toml.ts'
import { RECIPES } from './recipe-forms.ts'
import { withFile } from './site-files.ts'
import { type Switch, setSwitch } from './switch.ts'
import { switchInWords } from './switch-words.ts'
import { MODE_SENTENCES } from './words.ts'

/** What a control is set to. */
export type PolicyChange =
  | { readonly kind: 'switch'; readonly set: Switch }
  | {
      readonly kind: 'form'
      readonly recipe: string
      readonly values: Readonly<Record<string, string>>
    }
  | { readonly kind: 'mode'; readonly mode: Mode }
  /** Whether names that fail their check are refused (I4). */
  | { readonly kind: 'forged'; readonly refuses: boolean }

/** The files as they are to be, null where they stay; and what is said of it. */
interface Changed {
  readonly draft: Draft | null
  readonly words: string
}

const FINER =
  'The view Rules has switches for one folder and one crawler: name them in the two fields above its switches.'
const ERRORS = 'The policy has errors. Correct them first.'

const FORGED_SENTENCES = {
  refuse: 'The edge refuses every request under a name that fails its check.',
  anonymous: 'A name that fails its check may do no more than a crawler without a name.',
} as const

export function changedBy(
  was: Meaning,
  change: PolicyChange,
  registry: Registry,
  now: number,
): Changed {
  if (errorsOf(was) > 0) return { draft: null, words: ERRORS }
  if (change.kind === 'switch') {
    const result = setSwitch(was, change.set, registry, now)
    if ('draft' in result) return { draft: result.draft, words: switchInWords(change.set) }
    const words = `The files say something finer than this switch, so they stay as they are. ${result.finer} ${FINER}`
    return { draft: null, words }
  }
  if (change.kind === 'mode') {
    const write = (text: string) => withRootKey(text, 'mode', JSON.stringify(change.mode))
    return { draft: withFile(was.draft, 'site.toml', write), words: MODE_SENTENCES[change.mode] }
  }
  if (change.kind === 'forged') {
    const value = change.refuses ? 'refuse' : 'anonymous'
    const write = (text: string) =>
      withTableKey(text, ['identify'], 'failed', JSON.stringify(value))
    const { mode } = was.program.config
    const unless = mode === 'enforce' ? '' : ` Not while the mode is ${mode}.`
    const words = FORGED_SENTENCES[value] + unless
    return { draft: withFile(was.draft, 'site.toml', write), words }
  }
  const { draft, words } = filled(was, change.recipe, change.values)
  // A form knows its own lines alone: another line may contradict them.
  const findings = draft === null ? [] : readDraft(draft, registry, now).reading.findings
  const error = findings.find(({ severity }) => severity === 'error')
  if (error === undefined) return { draft, words }
  const place = `${error.source}:${error.line}`
  return { draft: null, words: `The files stay as they are: ${place}, ${error.message}.` }
}

function filled(was: Meaning, recipe: string, values: Readonly<Record<string, string>>): Changed {
  const { write, done, also } = RECIPES.find(({ title }) => title === recipe)!
  const result = write(was, values)
  if (typeof result === 'string') return { draft: null, words: result }
  const said = done.replace(/\{(\w+)\}/g, (_, name: string) =>
    (values[name] ?? '').replace(/^([\d-]{10})T/, '$1 '),
  )
  return { draft: result, words: also === undefined ? said : `${said} ${also(result, values)}` }
}

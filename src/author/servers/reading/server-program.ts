/** A server's file as a sequence of steps: each sets a variable, refuses, or permits and ends. */
import {
  type FilePlace,
  holdsFor,
  type RequestCondition,
  type Subject,
  testsIn,
} from './condition.ts'

export interface ServerStep {
  readonly when: RequestCondition
  readonly act:
    | { readonly kind: 'refuse' | 'permit' }
    /** A value that is a variable's name is that variable's value. */
    | { readonly kind: 'set'; readonly variable: Subject; readonly value: string }
}

export interface ServerProgram {
  readonly steps: readonly ServerStep[]
  /** Lines that a policy of names and paths cannot express. */
  readonly unread: readonly FilePlace[]
  /** What was assumed of the file as a whole, in sentences. */
  readonly notes: readonly string[]
}

export const REFUSE: ServerStep['act'] = { kind: 'refuse' }
export const PERMIT: ServerStep['act'] = { kind: 'permit' }

export function isRefusedBy({ steps }: ServerProgram, target: string, userAgent: string): boolean {
  const values = new Map<string, string>()
  const read = (subject: Subject): string => {
    if (subject === 'agent') return userAgent
    if (subject === 'target') return target
    return subject === 'path' ? target.split('?')[0]! : (values.get(subject) ?? '')
  }
  for (const { when, act } of steps) {
    if (!holdsFor(when, read)) continue
    if (act.kind !== 'set') return act.kind === 'refuse'
    const { variable, value } = act
    values.set(variable, values.has(value) ? values.get(value)! : value)
  }
  return false
}

/** Collects the steps of a file while it is read. */
export class ProgramDraft {
  readonly steps: ServerStep[] = []
  readonly notes: string[] = []
  /** Conditions that are assumed to refuse if no statement in the file refuses. */
  readonly presumed: RequestCondition[] = []
  readonly #unread = new Map<string, FilePlace>()

  step(when: RequestCondition, act: ServerStep['act']): void {
    for (const test of testsIn(when)) {
      if (test.kind === 'unknown') this.unread(test)
      else if (!test.isListed && test.subject === 'agent')
        this.unread({
          line: test.line,
          text:
            test.about.length === 0
              ? 'an expression whose names cannot be listed'
              : 'an expression of which some names cannot be listed',
        })
    }
    this.steps.push({ when, act })
  }

  unread({ line, text }: FilePlace): void {
    const short = text.replace(/\s+/g, ' ').trim().slice(0, MOST_SHOWN)
    this.#unread.set(`${line} ${short}`, { line, text: short })
  }

  /**
   * If a file names crawlers and refuses none, another file probably refuses by its variables, so
   * the names count as refused.
   */
  program(what = ''): ServerProgram {
    const refuses = this.steps.some(({ act }) => act.kind === 'refuse')
    const added = refuses ? [] : this.presumed
    if (added.length > 0)
      this.notes.push(`nothing in the file refuses by ${what}: whom it names is read as refused`)
    for (const when of added) this.step(when, REFUSE)
    const unread = [...this.#unread.values()].sort((a, b) => a.line - b.line)
    return { steps: this.steps, unread, notes: this.notes }
  }
}

const MOST_SHOWN = 100

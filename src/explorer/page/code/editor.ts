/**
 * The editor of a policy's files, in CodeMirror: loaded when the view Text is opened. What a file
 * says, its findings and the lines that decided go in; what is typed comes out. It has no history:
 * undo is the page's, for all views.
 */
import { autocompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap } from '@codemirror/commands'
import { codeFolding, foldGutter, foldKeymap } from '@codemirror/language'
import { type Diagnostic, lintGutter, nextDiagnostic, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import {
  Annotation,
  type ChangeSpec,
  Compartment,
  EditorState,
  type Extension,
  type Text,
} from '@codemirror/state'
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  placeholder,
  type ViewUpdate,
} from '@codemirror/view'
import { type CompletedCrawler, proposalsFor } from '../../completions.ts'
import { type FixableFinding, fixLabel } from '../policy-views.ts'
import { languageOf } from './languages.ts'
import { styles } from './theme.ts'

/** Marks changes that the page made, not the author: they are not reported as typed. */
const FROM_PAGE = Annotation.define<boolean>()
/** At most so many findings are marked: a file that is no policy has one on every line. */
const MOST_MARKS = 500
/** Keys that follow each other within this time, in milliseconds, are undone together. */
const TOGETHER = 500

/** What the editor reports. */
export interface EditorEvents {
  /** Something was typed; `isTogether`: what was typed just before is undone with it. */
  readonly typed: (isTogether: boolean) => void
  readonly fix: (finding: FixableFinding, line: string | null) => void
  readonly undo: () => void
  readonly redo: () => void
}

export class CodeEditor {
  readonly #events: EditorEvents
  readonly #view: EditorView
  readonly #deciding = new Compartment()
  /** Whose names are completed. */
  crawlers: readonly CompletedCrawler[] = []
  #file = ''
  #typed = { kind: '', at: 0 }

  constructor(parent: HTMLElement, events: EditorEvents) {
    this.#events = events
    this.#view = new EditorView({ parent, extensions: styles() })
  }

  get text(): string {
    return this.#view.state.doc.toString()
  }

  /** Shows a file, whose line ends are `\n` alone. The same file keeps its place. */
  open(file: string, text: string): void {
    const { doc } = this.#view.state
    this.#typed = { kind: '', at: 0 }
    if (file !== this.#file) {
      this.#file = file
      this.#view.setState(EditorState.create({ doc: text, extensions: this.#extensions(file) }))
      return
    }
    const changes = changeBetween(doc, text)
    if (changes !== null) this.#view.dispatch({ changes, annotations: FROM_PAGE.of(true) })
  }

  /** Shows findings and the lines that decided, by their numbers. */
  decorate(findings: readonly FixableFinding[], deciding: readonly number[]): void {
    const { state } = this.#view
    const known = [...deciding].filter((line) => line <= state.doc.lines).sort((a, b) => a - b)
    const marks = known.map((line) => DECIDING.range(state.doc.line(line).from))
    const lines = EditorView.decorations.of(Decoration.set(marks))
    const shown = findings.slice(0, MOST_MARKS).map((each) => this.#diagnostic(each))
    const { effects = [] } = setDiagnostics(state, shown)
    this.#view.dispatch({ effects: [effects, this.#deciding.reconfigure(lines)].flat() })
  }

  /** Selects a place and goes there; where it is only shown, the caret stays. */
  go(line: number, column: number, length: number, isShownOnly: boolean): void {
    const { doc } = this.#view.state
    const { from, to } = doc.line(Math.min(line, doc.lines))
    const anchor = Math.min(to, from + column - 1)
    const selection = { anchor, head: Math.min(to, anchor + length) }
    const y = isShownOnly ? 'nearest' : 'center'
    this.#view.dispatch({
      effects: EditorView.scrollIntoView(anchor, { y, yMargin: 40 }),
      ...(isShownOnly ? {} : { selection }),
    })
    if (!isShownOnly) this.#view.focus()
  }

  #completion(file: string): Extension {
    return autocompletion({
      override: [
        ({ state, pos, explicit }) => {
          const found = proposalsFor(file, state.sliceDoc(0, pos), this.crawlers)
          const from = found === null ? pos : state.doc.lineAt(pos).from + found.from
          if (found === null || (from === pos && !explicit)) return null
          const options = found.options.map(({ info, ...each }) => ({ ...each, detail: info }))
          return { from, options, validFor: /^\S*$/ }
        },
      ],
      // Enter starts a new line, until an arrow key has selected a proposal.
      selectOnOpen: false,
      icons: false,
    })
  }

  #extensions(file: string): Extension {
    return [
      lineNumbers(),
      foldGutter(),
      lintGutter(),
      codeFolding(),
      drawSelection(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      search({ top: true }),
      this.#completion(file),
      languageOf(file),
      this.#deciding.of([]),
      placeholder('Write a policy, or paste a robots.txt'),
      keymap.of([
        { key: 'F8', run: nextDiagnostic },
        ...completionKeymap,
        ...searchKeymap,
        ...foldKeymap,
        ...defaultKeymap,
      ]),
      EditorView.contentAttributes.of({
        id: 'text',
        tabindex: '0',
        'aria-label': `${file}, as you write it`,
        'aria-describedby': 'summary',
      }),
      EditorView.updateListener.of((update) => this.#updated(update)),
      EditorView.domEventHandlers({
        // Undo belongs to the page: the browser's does not know the changes of other views.
        beforeinput: ({ inputType }) => {
          if (inputType === 'historyUndo') this.#events.undo()
          else if (inputType === 'historyRedo') this.#events.redo()
          else return false
          return true
        },
      }),
      styles(),
    ]
  }

  #updated({ docChanged, transactions }: ViewUpdate): void {
    const own = transactions.filter((each) => each.docChanged && !each.annotation(FROM_PAGE))
    if (!docChanged || own.length === 0) return
    const now = performance.now()
    const kind = ['input.type', 'delete'].find((each) => own.every((one) => one.isUserEvent(each)))
    const isTogether = kind === this.#typed.kind && now - this.#typed.at < TOGETHER
    this.#typed = { kind: kind ?? '', at: now }
    this.#events.typed(isTogether)
  }

  #diagnostic(finding: FixableFinding): Diagnostic {
    const { line, column, length, severity, message, help, code, repaired } = finding
    const { doc } = this.#view.state
    const place = doc.line(Math.min(line, doc.lines))
    const from = Math.min(place.to, place.from + column - 1)
    const label = fixLabel(finding)
    return {
      from,
      to: Math.min(place.to, from + length),
      severity: severity === 'note' ? 'info' : severity,
      source: code,
      message: help === null ? message : `${message} ${help}`,
      ...(label === null
        ? {}
        : { actions: [{ name: label, apply: () => this.#events.fix(finding, repaired ?? null) }] }),
    }
  }
}

const DECIDING = Decoration.line({ class: 'cm-deciding' })

/** The least change that makes one text of another, so that the caret stays where it was. */
function changeBetween(doc: Text, text: string): ChangeSpec | null {
  const before = doc.toString()
  if (before === text) return null
  const most = Math.min(before.length, text.length)
  let from = 0
  while (from < most && before[from] === text[from]) from++
  let end = 0
  while (end < most - from && before.at(-1 - end) === text.at(-1 - end)) end++
  return { from, to: before.length - end, insert: text.slice(from, text.length - end) }
}

/** The colours of a file in the editor, by its name, and the parts of it that fold. */
import {
  foldService,
  HighlightStyle,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language'
import { toml } from '@codemirror/legacy-modes/mode/toml'
import type { EditorState, Extension } from '@codemirror/state'
import { tags } from '@lezer/highlight'
import { stretchesOf } from '../../highlight.ts'

const FIELDS = StreamLanguage.define<{ stretches: ReturnType<typeof stretchesOf> }>({
  startState: () => ({ stretches: [] }),
  token(stream, state) {
    if (stream.sol()) state.stretches = stretchesOf(stream.string)
    const next = state.stretches.find(({ to }) => to > stream.pos)
    const isInside = next !== undefined && next.from <= stream.pos
    stream.pos = isInside ? next.to : (next?.from ?? stream.string.length)
    return isInside ? next.paint : null
  },
})
const TOML = StreamLanguage.define(toml)

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--name)' },
  { tag: [tags.keyword, tags.atom], color: 'var(--acap)' },
  { tag: tags.comment, color: 'var(--comment)' },
  { tag: tags.invalid, color: 'var(--no)' },
])

export function languageOf(file: string): Extension {
  const isToml = file.endsWith('.toml')
  const fold = foldService.of((state, start) => {
    const first = state.doc.lineAt(start)
    const last = isToml ? endOfTable(state, first.number) : endOfParagraph(state, first.number)
    return last <= first.number ? null : { from: first.to, to: state.doc.line(last).to }
  })
  return [isToml ? TOML : FIELDS, fold, syntaxHighlighting(COLOURS)]
}

const isBlank = (state: EditorState, line: number) => state.doc.line(line).text.trim() === ''

/** A group or record ends before the blank line after it. */
function endOfParagraph(state: EditorState, first: number): number {
  if (isBlank(state, first) || (first > 1 && !isBlank(state, first - 1))) return first
  let last = first
  while (last < state.doc.lines && !isBlank(state, last + 1)) last++
  return last
}

/** A table ends before the next header, and the blank lines and comments that belong to that. */
function endOfTable(state: EditorState, first: number): number {
  const isHeader = (line: number) => /^\s*\[/.test(state.doc.line(line).text)
  if (!isHeader(first)) return first
  let last = first
  while (last < state.doc.lines && !isHeader(last + 1)) last++
  while (last > first && /^\s*(?:#.*)?$/.test(state.doc.line(last).text)) last--
  return last
}

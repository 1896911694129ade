/** What the editor is given, and what it reports. */
import type { Answer } from './background.ts'

export type FixableFinding = Answer<'read'>['findings'][number]

/** What the editor shows; its line ends are `\n` alone. */
export interface ShownFile {
  readonly file: string
  readonly text: string
}

export interface EditorEvents {
  /** Something was typed; `isTogether`: what was typed just before is undone with it. */
  readonly typed: (isTogether: boolean) => void
  readonly fix: (finding: FixableFinding, line: string | null) => void
  readonly undo: () => void
  readonly redo: () => void
}

/** The result of interpreting printed files. */
import type { PrintedFile } from '../printers/printed.ts'

export interface DoorRequest {
  readonly target: string
  /** Empty for an absent header. */
  readonly userAgent: string
  readonly address: string
}

export interface ReadDoor {
  /** The expressions that the files test a target with, as written. */
  readonly targets: readonly string[]
  /** Expressions for paths that are open to everybody, if they are not among the plan's forms. */
  readonly exempt?: readonly string[]
  /**
   * Whether a test that is not in `targets` closes the target to every group that closes anything.
   */
  readonly isFoul?: (target: string) => boolean
  readonly refuses: (request: DoorRequest) => boolean
}

export type DoorReader = (files: readonly PrintedFile[]) => ReadDoor

export function unreadableText(text: string): Error {
  return new Error(`unreadable: ${text.slice(0, 80)}`)
}

/** What is found in a text that must have this form. */
export function matched(form: RegExp, text: string): RegExpExecArray {
  const found = form.exec(text)
  if (found === null) throw unreadableText(text)
  return found
}

export function matchedLines(form: RegExp, text: string): readonly RegExpExecArray[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => matched(form, line))
}

/** The blocks that a text begins with, and the rest of it; the form is sticky and global. */
export function leadingBlocks(
  form: RegExp,
  text: string,
): readonly [blocks: readonly RegExpExecArray[], rest: string] {
  const blocks = [...text.matchAll(form)]
  return [blocks, text.slice(blocks.reduce((sum, [whole]) => sum + whole.length, 0))]
}

/** A file's text without its first comment. */
export function contentOf(file: PrintedFile | undefined): string {
  return file?.text.replace(/^(?:#[^\n]*\n)*/, '') ?? ''
}

/**
 * Documents → the command lines they show. In a `console` block a command follows `$ `, and what it prints follows it;
 * in an `sh` block every line is a command, less a comment behind it. A line `…` in what is shown stands for any lines,
 * `…` inside a line for anything.
 */
import { partsOf, textOf } from './markdown.ts'

/** A command line that a document shows. */
export interface ShownCommand {
  readonly document: string
  readonly line: number
  readonly command: string
  /** What the document shows of its output; null where it shows nothing. */
  readonly shown: readonly string[] | null
}

/** A document's commands, in their order. */
export function commandsOf(document: string): readonly ShownCommand[] {
  return partsOf(textOf(document)).flatMap((part) => {
    if (part.kind !== 'fence') return []
    if (part.language === 'console') return consoleCommands(document, part.lines, part.line)
    if (part.language !== 'sh') return []
    return part.lines
      .map((line, i) => ({
        document,
        line: part.line + i,
        command: line.replace(/(?:^|\s+)#.*$/, ''),
        shown: null,
      }))
      .filter(({ command }) => command !== '')
  })
}

function consoleCommands(
  document: string,
  lines: readonly string[],
  first: number,
): ShownCommand[] {
  const starts = lines.flatMap((line, i) => (line.startsWith('$ ') ? [i] : []))
  return starts.map((at, n) => {
    let command = lines[at]!.slice(2)
    let next = at + 1
    while (command.endsWith('\\')) command = `${command.slice(0, -1)} ${lines[next++]!.trim()}`
    const output = lines.slice(next, starts[n + 1])
    while (output.at(-1) === '') output.pop()
    return { document, line: first + at, command, shown: output.length === 0 ? null : output }
  })
}

/** Whether output is what a document shows of it. */
export function fits(output: string, shown: readonly string[]): boolean {
  const lines = shown.map((line) =>
    line === '…' ? '(?:.*\n)*?' : `${line.split('…').map(escaped).join('.*')}\n`,
  )
  return new RegExp(`^${lines.join('')}$`).test(`${output.trimEnd()}\n`)
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/**
 * The table of commands → their reference in Markdown: what `acap COMMAND --help` prints, in the order of the table.
 */

import { EXIT_WORDS } from '../../src/base/faults.ts'
import { commandUsage } from '../../src/cli/command.ts'
import { COMMANDS } from '../../src/cli/command-table.ts'

/** Writes the reference. */
export function commandsReference(introduction: string): string {
  const sections = COMMANDS.map((row) => {
    const [summary, usage] = split(commandUsage(row))
    return `## acap ${row.name}\n\n${summary}\n\n\`\`\`text\n${usage}\n\`\`\``
  })
  return ['# Commands', introduction, exitCodes(), ...sections].join('\n\n').concat('\n')
}

function exitCodes(): string {
  const rows = Object.entries(EXIT_WORDS).map(([code, words]) => `| ${code} | ${words} |`)
  return `## Exit codes\n\n| code | means |\n| --- | --- |\n${rows.join('\n')}

A file is written whole or not at all. A command that ends with 3 has changed nothing that was there, and can be repeated
once the cause is gone.`
}

function split(text: string): readonly [summary: string, usage: string] {
  const at = text.indexOf('\n\n')
  return [text.slice(0, at), text.slice(at + 2).trimEnd()]
}

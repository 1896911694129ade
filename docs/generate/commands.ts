/**
 * The table of commands → their reference in Markdown: what `acap COMMAND --help` prints, in the order of the table.
 */
import { commandUsage } from '../../src/cli/command.ts'
import { COMMANDS } from '../../src/cli/command-table.ts'

/** Writes the reference. */
export function commandsReference(introduction: string): string {
  const sections = COMMANDS.map((row) => {
    const [summary, usage] = split(commandUsage(row))
    return `## acap ${row.name}\n\n${summary}\n\n\`\`\`text\n${usage}\n\`\`\``
  })
  return ['# Commands', introduction, ...sections].join('\n\n').concat('\n')
}

function split(text: string): readonly [summary: string, usage: string] {
  const at = text.indexOf('\n\n')
  return [text.slice(0, at), text.slice(at + 2).trimEnd()]
}

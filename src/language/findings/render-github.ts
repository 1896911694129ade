/**
 * Findings → the commands by which a GitHub workflow annotates lines.
 */
import type { Finding } from './diagnostic.ts'

const COMMANDS = { error: 'error', warning: 'warning', note: 'notice' } as const

/** Renders findings as workflow commands; `base` is the folder that their paths start from. */
export function renderGithub(findings: readonly Finding[], base = ''): string {
  return findings.map((finding) => commandOf(finding, base)).join('')
}

function commandOf({ code, severity, message, help, source, line, column, length }: Finding, base: string): string {
  const file = base === '' ? source : `${base}/${source}`
  const properties = { file, line, col: column, endColumn: column + length, title: code }
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
  return `::${COMMANDS[severity]} ${list.join(',')}::${escapeData(help === null ? message : `${message}\n${help}`)}\n`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

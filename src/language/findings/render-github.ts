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
  return githubCommand(COMMANDS[severity], properties, help === null ? message : `${message}\n${help}`)
}

/** A command of a workflow that annotates it. */
export function githubCommand(
  name: (typeof COMMANDS)[keyof typeof COMMANDS],
  properties: Readonly<Record<string, string | number>>,
  text: string,
): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
  return `::${name} ${list.join(',')}::${escapeData(text)}\n`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

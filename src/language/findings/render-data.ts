/**
 * Findings → what other programs read: JSON, the commands by which a GitHub workflow annotates lines, and SARIF 2.1.0.
 */

import type { Span } from '../text/source.ts'
import { CATALOG, type Finding } from './diagnostic.ts'

/** Renders findings as one JSON document. */
export function renderJson(findings: readonly Finding[]): string {
  const count = (severity: Finding['severity']) => findings.filter((each) => each.severity === severity).length
  const document = { findings, errors: count('error'), warnings: count('warning'), notes: count('note') }
  return `${JSON.stringify(document, null, 2)}\n`
}

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

const LEVELS = { error: 'error', warning: 'warning', note: 'note' } as const
const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json'

/** Renders findings as a SARIF log; `base` is the folder that their paths start from, relative to the repository. */
export function renderSarif(findings: readonly Finding[], version: string, base = ''): string {
  const codes = [...new Set(findings.map(({ code }) => code))].sort()
  const driver = { name: 'acap', version, rules: codes.map(ruleOf) }
  const results = findings.map((finding) => resultOf(finding, codes.indexOf(finding.code), base))
  const run = { tool: { driver }, columnKind: 'utf16CodeUnits', results }
  return `${JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, null, 2)}\n`
}

function ruleOf(code: string): object {
  const [name, row] = Object.entries(CATALOG).find(([, each]) => each.code === code)!
  return {
    id: code,
    name: name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: name.replaceAll('-', ' ') },
    fullDescription: { text: row.explain },
    defaultConfiguration: { level: LEVELS[row.severity] },
  }
}

function resultOf(finding: Finding, ruleIndex: number, base: string): object {
  const { code, severity, message, help, related } = finding
  return {
    ruleId: code,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: help === null ? message : `${message} (${help})` },
    locations: [{ physicalLocation: locationOf(finding, base) }],
    ...(related.length > 0 && {
      relatedLocations: related.map((each) => ({
        physicalLocation: locationOf(each, base),
        message: { text: each.message },
      })),
    }),
  }
}

function locationOf({ source, line, column, length }: Span, base: string): object {
  const uri = [...base.split('/'), ...source.split('/')]
    .filter((part) => part !== '')
    .map(encodeURIComponent)
    .join('/')
  return { artifactLocation: { uri }, region: { startLine: line, startColumn: column, endColumn: column + length } }
}

/**
 * Findings → SARIF 2.1.0, which code hosts show beside the lines. The catalogue's rows are its rules.
 */

import type { Span } from '../text/source.ts'
import { CATALOG } from './catalog.ts'
import type { Finding } from './diagnostic.ts'

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
  return {
    artifactLocation: { uri },
    region: { startLine: line, startColumn: column, endColumn: column + length },
  }
}

/**
 * Writes findings as text for a terminal (without control characters), JSON, GitHub workflow
 * commands, and SARIF 2.1.0.
 */
import { checkArgument, checkMembers, isRecord } from '../../base/check-argument.ts'
import { printable, printableLine } from '../../base/printable.ts'
import type { Span } from '../text/source.ts'
import { CATALOG, checkFindings, type Finding, type Severity } from './diagnostic.ts'

/** Options for rendering. */
export interface RenderOptions {
  readonly colour: boolean
}

const COLOURS: Readonly<Record<Severity | 'frame', string>> = {
  error: '31',
  warning: '33',
  note: '36',
  frame: '34',
}
const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note']
const WIDTH = 100

/**
 * Renders findings for a terminal.
 * @param findings Those of `readText`, `readSite` or `check`.
 * @param sources The texts of files by path, to show lines. @default none
 * @param options Whether to use colours. @default without
 * @throws TypeError for anything but findings, and for `sources` that are not a Map.
 * @example renderFindings(findings, new Map([['robots.txt', text]]))
 */
export function renderFindings(
  findings: readonly Finding[],
  sources: ReadonlyMap<string, string> = new Map(),
  options: RenderOptions = { colour: false },
): string {
  checkFindings('renderFindings', findings)
  checkArgument(isRecord(options), 'renderFindings', 'options', '`{ colour }`')
  checkMembers('renderFindings', options, ['colour'])
  checkArgument(sources instanceof Map, 'renderFindings', 'sources', 'a Map of paths to texts')
  const lines = new Map(
    [...sources].map(([file, text]) => [file, text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)]),
  )
  return findings.map((each) => renderFinding(each, lines.get(each.source), options)).join('\n')
}

export function wrapped(paragraph: string): string {
  return paragraph.replace(/(.{1,120})(?: |$)/g, '$1\n').trimEnd()
}

export function summarise(findings: readonly Finding[]): string {
  const counts = SEVERITIES.map((severity) => {
    const count = findings.filter((each) => each.severity === severity).length
    return count === 0 ? null : `${count} ${severity}${count === 1 ? '' : 's'}`
  }).filter((each) => each !== null)
  return counts.length === 0 ? 'no findings' : counts.join(', ')
}

function renderFinding(
  finding: Finding,
  lines: readonly string[] | undefined,
  { colour }: RenderOptions,
): string {
  const { severity, code, message, help, related, source, column } = finding
  const paint = (text: string, as: Severity | 'frame') =>
    colour ? `\x1b[1;${COLOURS[as]}m${text}\x1b[0m` : text
  const number = String(finding.line)
  const line = lines?.[finding.line - 1]
  // A missing file, or one that is not text, has no place to show.
  const place = lines === undefined && finding.length === 0 ? '' : `:${number}:${column}`
  const margin = ' '.repeat(number.length)
  const bar = paint('|', 'frame')
  const rows = [
    `${paint(`${severity}[${code}]`, severity)}: ${printableLine(message)}`,
    `${margin}${paint('-->', 'frame')} ${printableLine(source)}${place}`,
  ]
  if (line !== undefined && line !== '') {
    const { shown, before, marked } = excerpt(line, column - 1, finding.length)
    rows.push(`${margin} ${bar}`, `${paint(number, 'frame')} ${bar} ${printable(shown)}`)
    // White space as wide as the text before, with its tabs.
    const blank = before.replace(/[^\t]/gu, (character) => ' '.repeat(width(character)))
    rows.push(`${margin} ${bar} ${blank}${paint('^'.repeat(Math.max(1, width(marked))), severity)}`)
  }
  for (const each of related)
    rows.push(
      `${margin} ${paint('=', 'frame')} ${printableLine(each.source)}:${each.line}: ${printableLine(each.message)}`,
    )
  if (help !== null) rows.push(`${margin} ${paint('=', 'frame')} help: ${printableLine(help)}`)
  return `${rows.join('\n')}\n`
}

function excerpt(
  line: string,
  from: number,
  length: number,
): { shown: string; before: string; marked: string } {
  const start =
    line.length <= WIDTH ? 0 : Math.max(0, Math.min(from - WIDTH / 4, line.length - WIDTH))
  const end = Math.min(line.length, start + WIDTH)
  const lead = start > 0 ? '…' : ''
  const shown = `${lead}${line.slice(start, end)}${end < line.length ? '…' : ''}`
  return {
    shown,
    before: lead + line.slice(start, from),
    marked: line.slice(from, Math.min(end, from + length)),
  }
}

/** The width in a terminal: two columns for East Asian letters and everything beyond the BMP. */
function width(text: string): number {
  let columns = 0
  for (const character of text)
    columns +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|[^\0-\uffff]/u.test(
        character,
      )
        ? 2
        : 1
  return columns
}

/**
 * Renders findings as one JSON document.
 * @param findings Those of `readText`, `readSite` or `check`.
 * @throws TypeError for anything but findings.
 * @example JSON.parse(renderJson(readText(text).findings))
 */
export function renderJson(findings: readonly Finding[]): string {
  checkFindings('renderJson', findings)
  const count = (severity: Finding['severity']) =>
    findings.filter((each) => each.severity === severity).length
  const document = {
    findings,
    errors: count('error'),
    warnings: count('warning'),
    notes: count('note'),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

const COMMANDS = { error: 'error', warning: 'warning', note: 'notice' } as const

/**
 * Renders findings as GitHub workflow commands.
 * @param findings Those of `readText`, `readSite` or `check`.
 * @param base The folder that their paths are relative to. @default the repository's root
 * @throws TypeError for anything but findings.
 * @example console.log(renderGithub(readText(text).findings, 'policies/example'))
 */
export function renderGithub(findings: readonly Finding[], base = ''): string {
  checkFindings('renderGithub', findings)
  return findings.map((finding) => commandOf(finding, base)).join('')
}

function commandOf(
  { code, severity, message, help, source, line, column, length }: Finding,
  base: string,
): string {
  const file = base === '' ? source : `${base}/${source}`
  const properties = { file, line, col: column, endColumn: column + length, title: code }
  return githubCommand(
    COMMANDS[severity],
    properties,
    help === null ? message : `${message}\n${help}`,
  )
}

export function githubCommand(
  name: (typeof COMMANDS)[keyof typeof COMMANDS],
  properties: Readonly<Record<string, string | number>>,
  text: string,
): string {
  const escaped = (value: string | number) =>
    escapeData(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escaped(value)}`)
  return `::${name} ${list.join(',')}::${escapeData(text)}\n`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json'

/**
 * Renders findings as a SARIF log.
 * @param findings Those of `readText`, `readSite` or `check`.
 * @param version The tool's version.
 * @param base The folder of their paths, relative to the repository. @default the repository's root
 * @throws TypeError for anything but findings, and for a version that is not text.
 * @example writeFileSync('acap.sarif', renderSarif(readText(text).findings, '1.0.0'))
 */
export function renderSarif(findings: readonly Finding[], version: string, base = ''): string {
  checkFindings('renderSarif', findings)
  checkArgument(typeof version === 'string', 'renderSarif', 'version', 'a string')
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
    defaultConfiguration: { level: row.severity },
  }
}

function resultOf(finding: Finding, ruleIndex: number, base: string): object {
  const { code, severity, message, help, related } = finding
  return {
    ruleId: code,
    ruleIndex,
    level: severity,
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

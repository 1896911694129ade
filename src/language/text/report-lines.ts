/** Reports problems of a tree's text, line by line (R1, R2, R5, R9). */
import { USAGES } from '../../words/usages.ts'
import type { Report } from '../findings/diagnostic.ts'
import { nearest } from '../findings/suggest.ts'
import { FIELD_TABLE, PERMISSION, PROHIBITION } from '../policy/fields.ts'
import { foreignMarkup } from './foreign-markup.ts'
import { isBlank, type Line } from './lines.ts'
import type { Misplaced } from './owners.ts'
import { properName } from './print.ts'
import { brokenPlaces, foreignPlace, type Span } from './source.ts'
import { nameSpan, spanOf, type Tree, valueSpan } from './tree.ts'

const KNOWN_NAMES = [
  ...FIELD_TABLE.map((row) => row.name).filter((name) => !name.endsWith('-')),
  ...USAGES.flatMap((usage) => [`${PERMISSION.name}${usage}`, `${PROHIBITION.name}${usage}`]),
]

const HARMFUL_IF_LOST = [
  'Disallow',
  ...USAGES.map((usage) => `${PROHIBITION.name}${usage}`),
  'User-agent',
  'ACAP-crawler',
]
const MOST_EDITS = 2

function lostField(name: string): string | null {
  const whole = nearest(name, HARMFUL_IF_LOST, MOST_EDITS)
  if (whole !== null || !/^acap/i.test(name)) return whole
  // The usage may be misspelt, too, or be local.
  const [prefix = '', rest] = name.split(/(?<=^[^-_]*[-_][^-_]*[-_])/)
  return rest !== undefined && nearest(prefix, [PROHIBITION.name], MOST_EDITS) !== null
    ? PROHIBITION.name + rest
    : null
}

/**
 * Reports on the lines themselves. `isReferred`: the file is only reached by a permissions
 * reference (R11).
 */
export function reportLines(tree: Tree, isReferred: boolean, report: Report): void {
  const foreign = foreignPlace(tree.source)
  if (foreign !== null) {
    report(placeAt(tree, foreign), 'no-text')
    return
  }
  const markup = foreignMarkup(tree)
  if (markup !== null) {
    if (markup.kind === 'template') report(markup.at.span, 'template', markup.at.text)
    else report(markup.at.span, 'html-page')
    return
  }
  const broken = brokenPlaces(tree.source)
  if (broken !== null) report(placeAt(tree, broken.first), 'invalid-utf8', broken.count - 1)
  for (const line of tree.lines) {
    reportName(tree, line, report)
    reportHash(tree, line, report)
  }
  for (const each of tree.misplaced) reportMisplaced(tree, each, isReferred, report)
}

function placeAt(tree: Tree, at: number): Span {
  return spanOf(tree, tree.lines.find(({ next }) => at < next)!, at, at + 1)
}

function reportName(tree: Tree, line: Line, report: Report): void {
  const { text } = tree.source
  if (line.kind === 'stray') {
    const [name = '', value] = text.slice(line.valueStart, line.valueEnd).split(/[ \t]+/, 2)
    const lost = value === undefined ? null : lostField(name)
    if (lost === null)
      report(valueSpan(tree, line), 'stray-line', text.slice(line.valueStart, line.valueEnd))
    else
      report(
        spanOf(tree, line, line.valueStart, line.valueStart + name.length),
        'lost-field',
        name,
        lost,
        'colon',
      )
  } else if (line.kind === 'unknown') {
    const name = text.slice(line.nameStart, line.nameEnd)
    const lost = lostField(name)
    if (lost === null) report(nameSpan(tree, line), 'unknown-field', name, KNOWN_NAMES)
    else {
      // If the name contains a blank, the colon belongs to the value: `ACAP-disallow-crawl /a:b`.
      const [meant = lost, rest] = lost.split(/\s+/, 2)
      report(nameSpan(tree, line), 'lost-field', name, meant, rest === undefined ? 'name' : 'colon')
    }
  } else if (line.spelling !== 'plain') {
    const name = text.slice(line.nameStart, line.nameEnd)
    const lacks = line.spelling === 'no-colon' ? 'colon' : 'name'
    report(nameSpan(tree, line), 'misspelt-field', name, properName(tree, line), lacks)
  }
}

/** A `#` directly after text may have been meant as part of it (R2). */
function reportHash(tree: Tree, line: Line, report: Report): void {
  if (line.comment <= line.valueStart || line.kind !== 'field') return
  const { text } = tree.source
  if (line.valueStart === line.valueEnd || isBlank(text.charCodeAt(line.comment - 1))) return
  report(
    spanOf(tree, line, line.comment, line.end),
    'hash-in-value',
    text.slice(line.comment, line.end).trimEnd(),
  )
}

function reportMisplaced(
  tree: Tree,
  { line, inside }: Misplaced,
  isReferred: boolean,
  report: Report,
): void {
  const at = nameSpan(tree, line)
  const name = properName(tree, line)
  if (line.field?.dialect === 'acap')
    report(at, inside === null ? 'acap-before-record' : 'acap-in-group', name)
  else if (inside === null) report(at, 'conventional-before-group', name)
  else {
    // Readers without ACAP assign the line to the group above it (C3).
    const groups = tree.blocks.flatMap(({ kind, names }) =>
      kind === 'group' ? names[0]!.number : [],
    )
    const group = isReferred ? undefined : groups.findLast((each) => each < line.number)
    report(at, 'conventional-in-record', name, inside.names[0]!.number, group ?? null)
  }
}

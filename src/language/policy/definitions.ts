/** Reads local usages and resource sets (L7, P5) before any is used. The first of a name counts. */
import { foldCase } from '../../words/path-form.ts'
import { judgeQualifiers } from '../../words/qualifier-issues.ts'
import { splitQualifiers, type WrittenQualifier } from '../../words/qualifier-words.ts'
import { readUsageName } from '../../words/usage-name.ts'
import type { Usage } from '../../words/usages.ts'
import type { VersionReading } from '../../words/version.ts'
import type { Report } from '../findings/diagnostic.ts'
import type { DefinitionFault } from '../findings/kinds/definitions.ts'
import type { Line } from '../text/lines.ts'
import {
  fieldText,
  nameSpan,
  spanOf,
  type Tree,
  type Word,
  wordSpan,
  wordsOf,
} from '../text/tree.ts'
import { LOCAL_USAGE } from './fields.ts'
import type { Origin } from './policy.ts'
import { reportQualifierIssues } from './qualifier-findings.ts'
import { readPattern } from './resources.ts'

export interface Constituent {
  readonly usage: Usage
  readonly qualifiers: readonly WrittenQualifier[]
}

interface Defined<T> {
  readonly line: Line
  readonly means: T
}

/** What a file may reference by name. Names are in lower case. */
interface Definitions {
  readonly usages: ReadonlyMap<string, Defined<readonly Constituent[]>>
  readonly sets: ReadonlyMap<string, Defined<readonly string[]>>
}

export const NO_DEFINITIONS: Definitions = { usages: new Map(), sets: new Map() }

type DefinitionKind = 'qualified-usage' | 'composite-usage' | 'resource-set'

interface Entry {
  readonly line: Line
  readonly kind: DefinitionKind
  readonly name: string
  readonly words: readonly [Word, ...Word[]]
}

const NAME = /^[A-Za-z][A-Za-z0-9._-]*$/

/** Reads a file's definitions. Those of the referencing file take priority (R11). */
export function readDefinitions(
  tree: Tree,
  version: VersionReading,
  outer: Definitions,
  report: Report,
): Definitions {
  const usages = new Map(outer.usages)
  const sets = new Map(outer.sets)
  const composites: Entry[] = []
  for (const entry of entriesOf(tree, report)) {
    const { line, kind, name, words } = entry
    const earlier = (kind === 'resource-set' ? sets : usages).get(name)
    if (earlier !== undefined)
      report(
        wordSpan(tree, line, words[0]),
        'duplicate-definition',
        words[0].text,
        earlier.line.number,
      )
    else if (kind === 'resource-set') {
      const read = ({ text, at }: Word) =>
        readPattern(text, wordSpan(tree, line, { text, at }), report) ?? []
      sets.set(name, { line, means: words.slice(1).flatMap(read) })
    } else if (kind === 'qualified-usage')
      usages.set(name, { line, means: [readQualified(tree, entry, version, report)] })
    else {
      usages.set(name, { line, means: [] })
      composites.push(entry)
    }
  }
  // Members are qualified usages only. A composite in a composite is unknown (ACAP Part 1, 2.7.2),
  // even if the referencing file defines it.
  const qualified = new Map(
    [...usages].filter(([, { line }]) => line.field?.value === 'qualified-usage'),
  )
  for (const entry of composites) {
    usages.set(entry.name, {
      line: entry.line,
      means: readComposite(tree, entry, qualified, usages, report),
    })
  }
  return { usages, sets }
}

function entriesOf(tree: Tree, report: Report): Entry[] {
  const entries: Entry[] = []
  for (const line of tree.lines) {
    const kind = line.field?.value
    if (kind !== 'qualified-usage' && kind !== 'composite-usage' && kind !== 'resource-set')
      continue
    const [name, ...others] = wordsOf(tree, line)
    const fault = definitionFault(kind, [name, ...others])
    const at = fault === 'usage' ? wordSpan(tree, line, others[0]!) : nameSpan(tree, line)
    if (fault !== null) report(at, 'malformed-definition', kind, fault)
    else if (name !== undefined)
      entries.push({ line, kind, name: foldCase(name.text), words: [name, ...others] })
  }
  return entries
}

/** Why a definition is invalid; null if it is valid. */
export function definitionFault(
  kind: DefinitionKind,
  [name, second, third]: readonly (Word | undefined)[],
): DefinitionFault | null {
  if (name === undefined || !NAME.test(name.text)) return 'name'
  if (second === undefined) return 'nothing'
  if (kind !== 'qualified-usage') return null
  if (readUsageName(second.text) === null) return 'usage'
  return third === undefined ? 'qualifiers' : null
}

function readQualified(
  tree: Tree,
  { line, words }: Entry,
  version: VersionReading,
  report: Report,
): Constituent {
  const usageWord = words[1]!
  const usage = readStandard(tree, line, usageWord, report)!
  const at = usageWord.at + usageWord.text.length
  const qualifiers = splitQualifiers(tree.source.text.slice(at, line.valueEnd), 'robots')
  // A feature of another version is reported where the definition is used, because the field is
  // ignored there.
  const { issues, ignored } = judgeQualifiers(qualifiers, usage, version, 'robots')
  reportQualifierIssues(
    issues.filter(({ kind }) => kind !== 'needs-1.1'),
    { usage, ignored, place: 'robots' },
    (from, length) => spanOf(tree, line, at + from, at + from + length),
    report,
  )
  return { usage, qualifiers }
}

function readComposite(
  tree: Tree,
  { line, words }: Entry,
  qualified: Definitions['usages'],
  usages: Definitions['usages'],
  report: Report,
): readonly Constituent[] {
  return words.slice(1).flatMap((word) => {
    const local = LOCAL_USAGE.exec(foldCase(word.text))?.[1]
    const usage = local === undefined ? readStandard(tree, line, word, report) : null
    if (usage !== null) return [{ usage, qualifiers: [] }]
    const members = local === undefined ? undefined : qualified.get(local)?.means
    if (members === undefined)
      report(wordSpan(tree, line, word), 'unknown-member', word.text, qualified, usages)
    return members ?? []
  })
}

/** A standard usage; a misspelt one is reported (R9). */
function readStandard(tree: Tree, line: Line, word: Word, report: Report): Usage | null {
  const named = readUsageName(word.text)
  if (named?.misspelt) report(wordSpan(tree, line, word), 'misspelt-value', word.text, named.usage)
  return named?.usage ?? null
}

export interface FileReading {
  readonly tree: Tree
  readonly report: Report
  readonly version: VersionReading
  readonly definitions: Definitions
  /** The crawlers for which the file counts; null for all (R11). */
  readonly scope: readonly string[] | null
}

export function originOf(tree: Tree, line: Line): Origin {
  return { source: tree.source.file, line: line.number, text: fieldText(tree, line) }
}

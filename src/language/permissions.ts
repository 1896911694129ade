/**
 * A permission or prohibition line → its fields, one per standard usage (L7, V2, V3, Q, P4, P5). None where the rules
 * say that it is ignored; why is reported.
 */
import { foldCase } from '../grammar/path-form.ts'
import { splitQualifiers, type WrittenQualifier } from '../grammar/qualifier-words.ts'
import { judgeQualifiers, type QualifierIssue } from '../grammar/qualifiers.ts'
import { readUsageName } from '../grammar/usage-name.ts'
import { USAGES } from '../vocabulary/usages.ts'
import type { Constituent } from './definitions.ts'
import { LOCAL_USAGE, PROHIBITION, usagePart } from './fields.ts'
import type { FileReading } from './file-reading.ts'
import type { Line } from './lines.ts'
import type { PermissionField } from './policy.ts'
import { featureOf, reportQualifierIssues } from './qualifier-findings.ts'
import { readPattern, setName } from './resources.ts'
import { fieldName, nameSpan, spanOf, type Word, wordSpan, wordsOf } from './tree.ts'

/** Reads one permission or prohibition. */
export function readPermission(file: FileReading, line: Line): PermissionField[] {
  const constituents = readUsage(file, line)
  const [resource] = wordsOf(file.tree, line)
  if (resource === undefined) file.report(nameSpan(file.tree, line), 'empty-resource', line.field === PROHIBITION)
  if (constituents === null || resource === undefined) return []
  const patterns = readResource(file, line, resource)
  if (patterns.length === 0) return []
  const restAt = resource.at + resource.text.length
  return line.field === PROHIBITION
    ? readProhibition(file, line, constituents, patterns)
    : readAllowance(file, line, constituents, patterns, restAt)
}

/** The standard usages of a field; null where it is ignored because nobody knows what it is about (L7). */
function readUsage({ tree, report, definitions }: FileReading, line: Line): readonly Constituent[] | null {
  const name = usagePart(fieldName(tree, line), line.field!)
  const at = spanOf(tree, line, line.nameStart + line.field!.name.length, line.nameEnd)
  const local = LOCAL_USAGE.exec(foldCase(name))?.[1]
  if (local !== undefined) {
    const defined = definitions.usages.get(local)
    if (defined === undefined) report(at, 'unknown-local-usage', local, [...definitions.usages.keys()])
    else if (line.field === PROHIBITION) report(at, 'prohibited-local-usage', local, defined.means)
    return defined?.means ?? null
  }
  const named = readUsageName(name)
  if (named === null) report(at, 'unknown-usage', name, USAGES, definitions.usages.has(name))
  if (named?.misspelt) report(at, 'misspelt-value', name, named.usage)
  return named === null ? null : [{ usage: named.usage, qualifiers: [] }]
}

/** The patterns of a resource. An unknown set is everything to a prohibition and nothing to a permission (P5). */
function readResource({ tree, report, definitions }: FileReading, line: Line, word: Word): readonly string[] {
  const set = setName(word.text)
  if (set === null) return [readPattern(word.text, wordSpan(tree, line, word), report)].flatMap((each) => each ?? [])
  const defined = definitions.sets.get(set)
  if (defined !== undefined) return defined.means
  const prohibits = line.field === PROHIBITION
  const name = spanOf(tree, line, word.at + word.text.length - set.length, word.at + word.text.length)
  report(set === '' ? wordSpan(tree, line, word) : name, 'unknown-set', set, [...definitions.sets.keys()], prohibits)
  return prohibits ? ['/'] : []
}

function readProhibition(
  { tree, report, originOf }: FileReading,
  line: Line,
  constituents: readonly Constituent[],
  patterns: readonly string[],
): PermissionField[] {
  const [next] = wordsOf(tree, line).slice(1)
  if (next !== undefined) {
    report(
      spanOf(tree, line, next.at, line.valueEnd),
      'words-after-prohibition',
      tree.source.text.slice(next.at, line.valueEnd),
    )
  }
  return constituents.map(({ usage }) => ({
    effect: 'disallow',
    usage,
    patterns,
    qualifiers: [],
    uninterpretable: false,
    origin: originOf(line),
  }))
}

function readAllowance(
  file: FileReading,
  line: Line,
  constituents: readonly Constituent[],
  patterns: readonly string[],
  restAt: number,
): PermissionField[] {
  const { tree, report, version, originOf } = file
  const explicit = splitQualifiers(tree.source.text.slice(restAt, line.valueEnd), 'robots')
  const locate = (from: number, length: number) => spanOf(tree, line, restAt + from, restAt + from + length)
  const [first] = explicit
  const isLocal = LOCAL_USAGE.test(usagePart(fieldName(tree, line), line.field!))
  if (isLocal && first !== undefined)
    report(locate(first.at, line.valueEnd - restAt - first.at), 'qualified-local-usage')
  return constituents.flatMap(({ usage, qualifiers: defined }): PermissionField[] => {
    const reading = judgeQualifiers([...defined, ...explicit], usage, version, 'robots')
    const told = reading.issues.filter((issue) => !isDefined(issue, defined))
    reportQualifierIssues(told, { usage, version, place: 'robots' }, locate, report)
    for (const { kind, qualifier } of reading.issues) {
      if (kind === 'no-reference') report(nameSpan(tree, line), 'other-without-reference')
      else if (kind === 'needs-1.1' && !told.some((issue) => issue.kind === kind)) {
        report(nameSpan(tree, line), 'definition-needs-1.1', featureOf(qualifier!))
      }
    }
    if (reading.ignored !== null) return []
    const { qualifiers, uninterpretable } = reading
    return [{ effect: 'allow', usage, patterns, qualifiers, uninterpretable, origin: originOf(line) }]
  })
}

/** Whether an issue is about the definition, where it has been told. */
function isDefined(issue: QualifierIssue, defined: readonly WrittenQualifier[]): boolean {
  return issue.qualifier !== null && defined.includes(issue.qualifier)
}

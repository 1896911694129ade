/**
 * A group's lines → ConventionalGroup (C1, P4, R4). What a setting says is the settings' to read.
 */
import { productToken, rowOfWords } from '../../grammar/name-token.ts'
import { patternForm } from '../../grammar/path-form.ts'
import { isReadersName } from '../../registry/reader-words.ts'
import type { Line } from '../text/lines.ts'
import type { GroupNode } from '../text/owners.ts'
import { fieldValue, nameSpan, valueSpan } from '../text/tree.ts'
import type { FileReading } from './file-reading.ts'
import type { ConventionalGroup, ConventionalRule, ConventionalSetting } from './policy.ts'
import { hasScheme } from './resources.ts'
import { readSetting } from './settings.ts'

/** Reads one group. */
export function readGroup(file: FileReading, node: GroupNode): ConventionalGroup {
  const tokens = node.names.map((line) => readToken(file, line))
  const distinct = new Set<string>()
  /** By how many name lines: the tokens that they give. */
  const reaches = [0, ...tokens.map((token) => (token === null ? distinct : distinct.add(token)).size)]
  const rules: ConventionalRule[] = []
  const settings: ConventionalSetting[] = []
  for (const { line, namesSeen } of node.fields) {
    if (line.field?.owner === 'rule') rules.push(...readRule(file, line))
    else {
      const value = readSetting(file, line)
      if (value !== null) settings.push({ reach: reaches[namesSeen]!, value, origin: file.originOf(line) })
    }
  }
  const values = node.names.map((line) => fieldValue(file.tree, line))
  return {
    tokens: [...distinct],
    phrases: rowsByToken(tokens, values),
    scope: file.scope,
    file: file.tree.source.file,
    rules,
    settings,
  }
}

/** C1: the rows of words by token, less the tokens that a line has alone. */
export function rowsByToken(
  tokens: readonly (string | null)[],
  values: readonly string[],
): Map<string, readonly string[]> {
  const phrases = new Map<string, readonly string[]>()
  const alone = new Set<string>()
  tokens.forEach((token, i) => {
    const row = rowOfWords(values[i]!)
    if (token === null) return
    if (row === null) alone.add(token)
    else phrases.set(token, [...(phrases.get(token) ?? []), row])
  })
  for (const token of alone) phrases.delete(token)
  return phrases
}

/** C1: a value is cut at the first character that tokens cannot have; the effect of the cut is reported. */
function readToken({ tree, report }: FileReading, line: Line): string | null {
  const value = fieldValue(tree, line)
  const token = productToken(value)
  if (value === '') report(nameSpan(tree, line), 'nameless', 'User-agent')
  else if (token === null) report(valueSpan(tree, line), 'no-token', value)
  else if (token.length < value.length && !isReadersName(token)) {
    report(valueSpan(tree, line), 'cut-token', value, value.slice(0, token.length))
  } else if (/[0-9]/.test(token)) report(valueSpan(tree, line), 'digits-in-token', value)
  return token
}

/** A rule with an empty value is none (C1). One that begins with neither `/` nor `*` never matches (P4). */
function readRule({ tree, report, originOf }: FileReading, line: Line): ConventionalRule[] {
  const raw = fieldValue(tree, line)
  if (raw === '') return []
  if (hasScheme(raw)) report(valueSpan(tree, line), 'url-in-rule', raw)
  else if (!raw.startsWith('/') && !raw.startsWith('*')) report(valueSpan(tree, line), 'rule-without-slash', raw)
  const effect = line.field?.name === 'Allow' ? 'allow' : 'disallow'
  return [{ effect, pattern: patternForm(raw), raw, origin: originOf(line) }]
}

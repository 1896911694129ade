/** Reads a group's lines: its tokens, rules (C1, P4, R4) and other fields (X1-X4, A1). */

import { WELL_KNOWN_CRAWLERS } from '../../crawlers/policy-tokens.ts'
import { isReadersName } from '../../crawlers/reader-words.ts'
import { productToken, rowOfWords } from '../../words/name-token.ts'
import { foldCase, patternForm } from '../../words/path-form.ts'
import type { Report } from '../findings/diagnostic.ts'
import type { GroupNode } from '../text/group-runs.ts'
import type { Line } from '../text/lines.ts'
import type { Span } from '../text/source.ts'
import { fieldValue, nameSpan, valueSpan } from '../text/tree.ts'
import { type FileReading, originOf } from './definitions.ts'
import type { ValueKind } from './field-row.ts'
import { SETTING_READERS, type SettingReader } from './group-settings.ts'
import type {
  ConventionalGroup,
  ConventionalRule,
  ConventionalSetting,
  SettingValue,
} from './policy.ts'
import { hasScheme } from './resources.ts'
import { readList } from './structured-list.ts'

export function readGroup(file: FileReading, node: GroupNode): ConventionalGroup {
  const tokens = node.names.map((line) => readToken(file, line))
  const distinct = new Set<string>()
  /** Per number of name lines: how many tokens they give. */
  const reaches = [
    0,
    ...tokens.map((token) => (token === null ? distinct : distinct.add(token)).size),
  ]
  const rules: ConventionalRule[] = []
  const settings: ConventionalSetting[] = []
  for (const { line, namesSeen } of node.fields) {
    if (line.field?.owner === 'rule') rules.push(...readRule(file, line))
    else {
      const value =
        READERS[line.field!.value]?.(
          fieldValue(file.tree, line),
          valueSpan(file.tree, line),
          file.report,
        ) ?? null
      if (value !== null)
        settings.push({ reach: reaches[namesSeen]!, value, origin: originOf(file.tree, line) })
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

/** The phrases of several words by token (C1), without tokens that are also written alone. */
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

/** Cuts a value at the first character that is not part of a token, and reports the effect (C1). */
function readToken({ tree, report }: FileReading, line: Line): string | null {
  const value = fieldValue(tree, line)
  const token = productToken(value)
  if (value === '') report(nameSpan(tree, line), 'nameless', 'User-agent')
  else if (token === null) report(valueSpan(tree, line), 'no-token', value)
  else if (token.length < value.length && !isReadersName(token)) {
    const isAlike = token === '*' || /^[/ \t]v?[0-9]/i.test(value.slice(token.length))
    report(valueSpan(tree, line), 'cut-token', value, value.slice(0, token.length), isAlike)
  } else if (isOthersName(token)) report(valueSpan(tree, line), 'digits-in-token', value)
  return token
}

/** Whether a parser that cuts names at their first digit would read a known crawler's name. */
function isOthersName(token: string): boolean {
  const cut = token.replace(/[0-9].*$/, '')
  return cut !== token && !KNOWN.has(token) && KNOWN.has(cut)
}

const KNOWN: ReadonlySet<string> = new Set(WELL_KNOWN_CRAWLERS.map(foldCase))

/** An empty value is not a rule (C1). A path without `/` or `*` at its start never matches (P4). */
function readRule({ tree, report }: FileReading, line: Line): ConventionalRule[] {
  const raw = fieldValue(tree, line)
  if (raw === '') return []
  if (hasScheme(raw)) report(valueSpan(tree, line), 'url-in-rule', raw)
  else if (!raw.startsWith('/') && !raw.startsWith('*'))
    report(valueSpan(tree, line), 'rule-without-slash', raw)
  const effect = line.field?.name === 'Allow' ? 'allow' : 'disallow'
  return [{ effect, pattern: patternForm(raw), raw, origin: originOf(tree, line) }]
}

const READERS: Partial<Record<ValueKind, SettingReader>> = {
  ...SETTING_READERS,
  text: (text) => (text === '' ? null : { kind: 'comment', text }),
  directives: readAppDirectives,
}

type Application = Extract<SettingValue, { kind: 'app-directives' }>['applications'][number]

/** Parses one value. A path begins with `/`, unlike a List. */
function readAppDirectives(value: string, at: Span, report: Report): SettingValue | null {
  const [, path = '', space = ''] = /^(\/[^ \t]*)([ \t]*)/.exec(value) ?? []
  const listAt = path.length + space.length
  const within = (from: number, to: number) => ({
    ...at,
    column: at.column + from,
    length: to - from,
  })
  const list = readList(value.slice(listAt))
  if (!list.ok) {
    const from = listAt + list.at
    report(within(from, value.length), 'malformed-directives', value.slice(from))
    return null
  }
  const applications: Application[] = []
  for (const member of list.members) {
    const { item } = member
    const token = typeof item === 'object' && 'token' in item ? item.token : null
    const [from, to] = [listAt + member.at, listAt + member.end]
    if (token === null) report(within(from, to), 'directive-of-no-token', value.slice(from, to))
    else applications.push({ token, directives: Object.fromEntries(member.parameters) })
  }
  return { kind: 'app-directives', path, pattern: patternForm(path), applications }
}

/** Parses the conventional groups of a robots.txt. Memory is small, because no lines are kept. */
import { CONVENTIONAL_NAMES } from '../../language/policy/conventional-fields.ts'
import { SETTING_READERS } from '../../language/policy/group-settings.ts'
import type { SettingValue } from '../../language/policy/policy.ts'
import { type GroupNode, groupsIn } from '../../language/text/group-runs.ts'
import { type Line, scanLines } from '../../language/text/lines.ts'
import { FILE_START } from '../../language/text/source.ts'
import { productToken, rowOfWords } from '../../words/name-token.ts'
import { type RuleLists, readRule, sortedRules, type WrittenRule } from './rule-set.ts'

/** A name of a group. */
export interface Name {
  readonly token: string
  /** The several words that it was cut from, if any (C1). */
  readonly row: string | null
}

interface Setting {
  /** How many names are above it (R4). */
  readonly reach: number
  readonly value: SettingValue
}

export interface Group {
  readonly names: readonly Name[]
  /** The rules that can match. */
  readonly rules: RuleLists
  readonly settings: readonly Setting[]
  /** All rules as written; none in a file without `Robot-version` (X1). */
  readonly written: readonly WrittenRule[]
}

type TextOf = (line: Line) => string

const NONE: readonly never[] = []

export function readFile(text: string): {
  readonly groups: readonly Group[]
  readonly sitemaps: readonly string[]
} {
  const lines = scanLines(text, CONVENTIONAL_NAMES)
  const textOf: TextOf = (line) => text.slice(line.valueStart, line.valueEnd)
  const hasVersions = lines.some(({ field }) => field?.value === 'robot-version')
  const sitemaps = lines.filter(({ field }) => field?.name === 'Sitemap').map(textOf)
  return {
    groups: exact(groupsIn(lines).map((node) => readGroup(node, textOf, hasVersions))),
    sitemaps: exact(sitemaps.filter((address) => address !== '')),
  }
}

/** A copy of a list without spare capacity. */
export function exact<T>(list: readonly T[]): readonly T[] {
  return list.length === 0 ? NONE : list.slice()
}

function readGroup(node: GroupNode, textOf: TextOf, keepsWritten: boolean): Group {
  const names: Name[] = []
  /** Per number of name lines: how many names they give. */
  const reaches = [0]
  for (const line of node.names) {
    const value = textOf(line)
    const token = productToken(value)
    if (token !== null) names.push({ token, row: rowOfWords(value) })
    reaches.push(names.length)
  }
  const written: WrittenRule[] = []
  const settings: Setting[] = []
  for (const { line, namesSeen } of node.fields) {
    const { owner, name, value: kind } = line.field!
    const raw = textOf(line)
    if (owner === 'rule' && raw !== '') written.push({ isAllow: name === 'Allow', raw })
    const read = SETTING_READERS[kind as keyof typeof SETTING_READERS]
    const value = read?.(raw, FILE_START, () => undefined) ?? null
    if (value !== null) settings.push({ reach: reaches[namesSeen]!, value })
  }
  return {
    names: exact(names),
    rules: sortedRules(written.flatMap((rule) => readRule(rule) ?? [])),
    settings: exact(settings),
    written: keepsWritten ? written : NONE,
  }
}

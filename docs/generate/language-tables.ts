/**
 * The tables of the vocabulary and the language → the same in Markdown, for documents that explain them.
 */
import { ALL_USAGES, phraseSentence } from '../../src/explorer/words.ts'
import VALUE_FORMS from '../../src/language/findings/value-forms.json' with { type: 'json' }
import type { Owner } from '../../src/language/policy/field-row.ts'
import { FIELD_TABLE } from '../../src/language/policy/fields.ts'
import { CATEGORY_WORDS } from '../../src/words/decision-words.ts'
import { QUALIFIER_TABLE } from '../../src/words/qualifier-table.ts'
import { USAGES } from '../../src/words/usages.ts'
import { PEOPLES_USES } from '../../src/words/uses.ts'
import { markdownTable } from './toml-reference.ts'

const PRESENT = USAGES.filter((usage) => usage.startsWith('present'))

/** Each usage with what a crawler's operator does. */
export function usageTable(): string {
  const rows = ALL_USAGES.map(({ name, sentence }) => [`\`${name}\``, sentence])
  return markdownTable(['usage', "what a crawler's operator may or may not do"], rows)
}

/** What people say that crawlers do, with the usage that decides. */
export function usesTable(): string {
  const rows = PEOPLES_USES.map(({ name, usage, category, phrase }) => {
    return [
      name,
      phraseSentence(phrase),
      `\`${usage}\``,
      category === null ? 'all' : CATEGORY_WORDS[category],
    ]
  })
  return markdownTable(['word', 'what a crawler does', 'usage', 'crawlers'], rows)
}

/** Each qualifier with its usages and values. */
export function qualifierTable(): string {
  const rows = QUALIFIER_TABLE.map(({ type, usages }) => [
    `\`${type}\``,
    usagesInWords(usages),
    VALUE_FORMS[type],
  ])
  return markdownTable(['qualifier', 'of permissions to', 'values'], rows)
}

function usagesInWords(usages: readonly string[]): string {
  if (usages.length === USAGES.length) return 'do anything, in pages and routes alone'
  const hasAll = PRESENT.every((usage) => usages.includes(usage))
  const rest = hasAll ? usages.filter((usage) => !usage.startsWith('present')) : usages
  return [...rest, ...(hasAll ? ['present', 'present-…'] : [])]
    .map((usage) => `\`${usage}\``)
    .join(', ')
}

const PLACES: Readonly<Record<Owner, string>> = {
  'group-name': 'opens a conventional group',
  rule: 'in conventional groups',
  group: 'in conventional groups',
  'record-name': 'opens an ACAP record',
  record: 'in ACAP records',
  file: 'for the whole file',
  'file-or-group': 'before all groups: for the whole file; else in conventional groups',
}

/** Each field with where it stands. */
export function fieldTable(): string {
  const rows = FIELD_TABLE.map(({ name, owner }) => [
    `\`${name.endsWith('-') ? `${name}USAGE` : name}\``,
    PLACES[owner],
  ])
  return markdownTable(['field', 'where it stands'], rows)
}

/** The words of those findings that a template of kinds.json cannot say: what they propose depends on their values. */
import { dateText, expiresAt, isDate } from '../../base/calendar.ts'
import { qualifierNamed } from '../../words/qualifiers.ts'
import { isUsage, USAGES } from '../../words/usages.ts'
import { didYouMean, nearest } from './suggest.ts'
import VALUE_FORMS from './value-forms.json' with { type: 'json' }
import { listed, quote, type Words, words } from './words.ts'

const MOST_PATTERNS = 3

const DEFINITION_FORMS = {
  'qualified-usage': '`ACAP-qualified-usage: NAME USAGE QUALIFIERS`',
  'composite-usage': '`ACAP-composite-usage: NAME USAGES`',
  'resource-set': '`ACAP-resource-set: NAME PATTERNS`',
} as const

/** What is wrong with a definition of a usage or a resource set. */
export type DefinitionFault = 'name' | 'nothing' | 'usage' | 'qualifiers'

const FAULTS: Readonly<Record<DefinitionFault, string>> = {
  name: 'its name is missing, or is not a letter with letters, digits, `-`, `_` and `.` after it',
  nothing: 'it has a name but no meaning',
  usage: 'its second word is not a standard usage',
  qualifiers: 'it has no qualifier',
}

type Names = ReadonlyMap<string, unknown>

export const MESSAGES = {
  'unknown-field': (name: string, known: readonly string[]) =>
    name === ''
      ? words(
          'the name before the colon is missing',
          'write `name: value`, or `#` before a comment',
        )
      : words(
          `${quote(name)} is not a known field`,
          didYouMean(name, known, 'remove the line, unless you know a crawler that reads it'),
        ),
  'lost-field': (written: string, meant: string, lacks: 'colon' | 'name') => {
    const harm = /crawler|agent/i.test(meant)
      ? 'this line names no crawler'
      : 'this line prohibits nothing'
    if (lacks === 'colon')
      return words(
        `${quote(written)} has no colon: ${harm}`,
        `write \`${meant}:\`, or \`#\` before a comment`,
      )
    const isInvisible = written.replace(/[^!-~]/g, '') === meant
    const hidden = isInvisible ? ', without the character that is not visible here' : ''
    return words(`${quote(written)} is not a known field: ${harm}`, `write \`${meant}\`${hidden}`)
  },
  'unknown-usage': (name: string, usages: readonly string[], isLocal: boolean) =>
    words(
      `${quote(name)} is not a usage, so the field is ignored`,
      isLocal
        ? `write \`(${name})\` for the local usage`
        : didYouMean(name, usages, `the usages are ${usages.join(', ')}`),
    ),
  'prohibited-local-usage': (name: string, means: readonly { readonly usage: string }[]) => {
    const usages = [...new Set(means.map((each) => each.usage))]
    const fields = listed(usages.map((usage) => `\`ACAP-disallow-${usage}\``))
    return words(
      `a prohibition cannot name a local usage: ${quote(name)} is read as ${listed(usages) || 'nothing'}`,
      usages.length === 0 ? 'name a standard usage' : `write ${fields}`,
    )
  },
  'unknown-set': (name: string, known: Iterable<string>, prohibits: boolean) => {
    const effect = prohibits ? 'read as applying to `/`' : 'ignored'
    return name === ''
      ? words(
          `no set is named here: the field is ${effect}`,
          'write the name of a set after `the-acap:resource-set:`',
        )
      : words(
          `the set ${quote(name)} is not defined: the field is ${effect}`,
          didYouMean(name, known, 'define it with `ACAP-resource-set`'),
        )
  },
  'words-after-prohibition': (text: string) =>
    words(
      `${quote(text)} is ignored, because a prohibition has no qualifiers`,
      `remove it${closedUntil(text) ?? '; terms stand behind a permission'}`,
    ),
  'malformed-definition': (kind: keyof typeof DEFINITION_FORMS, fault: DefinitionFault) =>
    words(`this defines nothing: ${FAULTS[fault]}`, `the form is ${DEFINITION_FORMS[kind]}`),
  'unknown-member': (member: string, qualified: Names, defined: Names) => {
    const bare = member.replace(/^\(|\)$/g, '').toLowerCase()
    const why =
      defined.has(bare) && !qualified.has(bare)
        ? 'it is a composite usage itself'
        : 'it is neither a standard usage nor a qualified usage in parentheses'
    return words(
      `${quote(member)} is ignored, because ${why}`,
      meantMember(bare, qualified, defined),
    )
  },
  'opened-pattern': (patterns: readonly string[]) => {
    const first = patterns[0]!
    return words(
      `a query opens what ${listed(patterns.map(quote), MOST_PATTERNS)} ${patterns.length === 1 ? 'closes' : 'close'}`,
      `add ${quote(`${first.slice(0, -1)}?`)} beside ${quote(first)}, or drop the \`$\``,
    )
  },
  'unknown-qualifier': (name: string, valid: readonly string[], isIgnored: boolean) =>
    words(
      `${quote(name)} is not a qualifier: ${fate(isIgnored)}`,
      didYouMean(name, valid, valid.length === 0 ? 'remove it' : `valid here: ${valid.join(', ')}`),
    ),
  'word-without-value': (word: string, isIgnored: boolean) =>
    words(
      `${quote(word)} is not a qualifier: ${fate(isIgnored)}`,
      word.startsWith('/') || word.startsWith('*')
        ? 'give each pattern a field of its own, or name them in an `ACAP-resource-set`'
        : 'the form is `name=value`',
    ),
  // `location` qualifies every usage: misplaced is one in robots.txt.
  'misplaced-qualifier': (name: string, usage: string, isIgnored: boolean) =>
    name === 'location'
      ? words(
          `\`location\` applies in pages and routes only: ${fate(isIgnored)}`,
          'put it into a META tag or a route of site.toml',
        )
      : words(
          `\`${name}\` does not apply to ${usage}: ${fate(isIgnored)}`,
          `it qualifies ${usagesOf(name)}`,
        ),
  'malformed-qualifier': (name: string, value: string, isIgnored: boolean) => {
    const row = qualifierNamed(name)
    return words(
      `${value === '' ? `\`${name}\` has no value` : `${quote(value)} is not a value of \`${name}\``}: ${fate(isIgnored)}`,
      `write ${row === null ? '' : VALUE_FORMS[row.type]}`,
    )
  },
  'unreachable-purpose': (
    purpose: string,
    known: readonly string[],
    route?: { readonly named: string | null },
  ) => {
    const added = 'add it to `purposes` of `[crawlers.NAME]` in site.toml'
    const named = route?.named ?? null
    return words(
      route === undefined
        ? `no crawler of this record is known to have the purpose ${quote(purpose)}`
        : `${quote(purpose)} is read as a purpose, but no crawler here is known to have it`,
      didYouMean(
        purpose,
        known,
        named === null ? added : `write ${quote(named)} if it is a crawler's name, or ${added}`,
      ),
    )
  },
  'replaced-rules': (name: string, others: number, patterns: readonly string[]) => {
    const who =
      others === 0
        ? `${quote(name)} does`
        : `${quote(name)} and ${others} other${others === 1 ? '' : 's'} do`
    const open = listed(patterns.map(quote), MOST_PATTERNS)
    return words(
      `${who} not read the rules for \`*\`, so ${open} ${patterns.length === 1 ? 'is' : 'are'} open here`,
      'repeat those rules in this group, or write `Allow: /` if everything else may be fetched',
    )
  },
  'ignored-rate': (field: string, engines: readonly string[], isOwn: boolean) => {
    const names = listed(engines.map(quote))
    const [ignore, get, their] =
      engines.length > 1 ? ['ignore', 'get', 'their'] : ['ignores', 'gets', 'its']
    return words(
      `${names} ${ignore} \`${field}\` and ${get} 429 for requests above this rate once the site enforces`,
      isOwn
        ? `remove the rate from the group of ${names}`
        : `give ${names} a group of ${their} own, with the same rules and without the rate`,
    )
  },
  'malformed-signal': (
    item: string,
    name: string,
    names: readonly string[],
    choices: readonly string[],
  ) =>
    words(
      `${quote(item)} is not a signal`,
      choices.length === 0
        ? didYouMean(name, names, `write one of ${names.join(', ')}`)
        : `write \`${name}=\` with ${choices.join(' or ')}`,
    ),
  'toml-unknown-key': (key: string, table: string, known: readonly string[]) => {
    const isShort = known.length > 0 && known.length <= 12
    const keys = known.map((word) => `\`${word}\``).join(', ')
    return words(
      `${quote(key)} is not a key of ${table}`,
      didYouMean(key, known, isShort ? `its keys are ${keys}` : 'remove it'),
    )
  },
  // Without a value it is the key's own name that is wrong.
  'toml-value': (
    key: string,
    written: string | null,
    expected: string,
    options: readonly string[],
    table?: string,
  ) => {
    const near = nearest((written ?? key).replace(/^["']|["']$/g, ''), options)
    const fix = near === null ? `write ${expected}` : `did you mean \`${near}\`?`
    return words(
      `${quote(key)} cannot be ${written === null ? `a key of ${table}` : quote(written)}`,
      fix,
    )
  },
} satisfies Readonly<Record<string, (...values: never[]) => Words>>

/** What becomes of the permission: where it is ignored already (V2), what would under the version it needs. */
function fate(isIgnored: boolean): string {
  return isIgnored
    ? 'under version 1.1 the permission would be read as a prohibition'
    : 'the permission is read as a prohibition'
}

/** The usages that a qualifier is for, in words: all that derive from present in one. */
function usagesOf(name: string): string {
  const usages: readonly string[] = qualifierNamed(name)?.usages ?? []
  const basic = usages.filter((usage) => !usage.startsWith('present-'))
  return listed(usages.length - basic.length < 8 ? usages : [...basic, 'every present-…'])
}

function meantMember(bare: string, qualified: Names, defined: Names): string {
  if (qualified.has(bare)) return `write \`(${bare})\``
  if (defined.has(bare)) return 'write the usages that it consists of'
  if (isUsage(bare)) return `write \`${bare}\``
  const local = nearest(bare, qualified.keys())
  if (local !== null) return `did you mean \`(${local})\`?`
  return didYouMean(bare, USAGES, 'define it with `ACAP-qualified-usage`, or remove it')
}

/** How pages are closed until a date (E7), for who wrote a time behind a prohibition; null for any other words. */
function closedUntil(text: string): string | null {
  const [, date] = /^time-limit=(?:until-(\d{4}-\d{2}-\d{2})|.*)$/i.exec(text) ?? [null, null]
  if (date === null) return /^[/*]/.test(text) ? ', and write a field for each path' : null
  const opening = date !== undefined && isDate(date) ? dateText(expiresAt(date)) : '2026-12-01'
  return `; \`closed-until = ${opening}\` on a route of site.toml closes pages until then`
}

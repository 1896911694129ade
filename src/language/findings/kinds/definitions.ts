/** Findings: local usages and resource sets. */
import { isUsage, USAGES } from '../../../words/usages.ts'
import { didYouMean, nearest } from '../suggest.ts'
import { type KindOfFinding, listed, quote, words } from '../words.ts'

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

export const DEFINITIONS_FINDINGS = {
  'unknown-local-usage': {
    code: 'ACAP034',
    severity: 'error',
    words: (name: string, known: Iterable<string>) =>
      words(
        `${quote(name)} is not defined, so the field is ignored`,
        didYouMean(name, known, 'define it with `ACAP-qualified-usage` or `ACAP-composite-usage`'),
      ),
    explain:
      '`ACAP-qualified-usage` or `ACAP-composite-usage` defines a name in parentheses, in ' +
      'the same file or in the file that refers to it (ACAP Part 1, 2.4.1.3). A field with ' +
      'an unknown name is ignored (L7).',
  },
  'prohibited-local-usage': {
    code: 'ACAP035',
    severity: 'error',
    words: (name: string, means: readonly { readonly usage: string }[]) => {
      const usages = [...new Set(means.map((each) => each.usage))]
      const fields = listed(usages.map((usage) => `\`ACAP-disallow-${usage}\``))
      return words(
        `a prohibition cannot name a local usage: ${quote(name)} is read as ${listed(usages) || 'nothing'}`,
        usages.length === 0 ? 'name a standard usage' : `write ${fields}`,
      )
    },
    explain:
      'A prohibition may not name a local usage (ACAP Part 1, 2.4.2): write a qualified ' +
      'permission instead. The field is read as a prohibition of the standard usages under ' +
      'the name (L7).',
  },
  'qualified-local-usage': {
    code: 'ACAP036',
    severity: 'error',
    words: () =>
      words(
        'a permission for a local usage cannot have qualifiers of its own',
        'put them into the definition',
      ),
    explain:
      'A permission for a local usage may not have qualifiers of its own (ACAP Part 1, ' +
      "2.4.1.3). They are added after the definition's qualifiers, for each of its usages, " +
      'and the rules for repeats decide which apply (L7, Q2).',
  },
  'unknown-set': {
    code: 'ACAP041',
    severity: 'error',
    words: (name: string, known: Iterable<string>, prohibits: boolean) => {
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
    explain:
      'The resource set is defined neither in this file nor in the one that refers to it ' +
      '(ACAP Part 1, 2.4.5). So a prohibition applies to everything, and a permission is ' +
      'ignored (P5): a mistake must not open anything.',
  },
  'malformed-definition': {
    code: 'ACAP045',
    severity: 'error',
    words: (kind: keyof typeof DEFINITION_FORMS, fault: DefinitionFault) =>
      words(`this defines nothing: ${FAULTS[fault]}`, `the form is ${DEFINITION_FORMS[kind]}`),
    explain:
      'A definition has a name and a meaning (ACAP Part 1, 2.7). A malformed one is ' +
      'ignored, so its name is unknown to the fields that use it (L7, P5).',
  },
  'duplicate-definition': {
    code: 'ACAP046',
    severity: 'warning',
    words: (name: string, firstLine: number) =>
      words(
        `${quote(name)} is already defined in line ${firstLine}, and the first definition counts`,
        'give this one another name',
      ),
    explain:
      'Two qualified or composite usages must not have the same name, and neither must two ' +
      'resource sets (ACAP Part 1, 3). The first well-formed definition counts (L7).',
  },
  'unknown-member': {
    code: 'ACAP047',
    severity: 'error',
    words: (member: string, qualified: Names, defined: Names) => {
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
    explain:
      'A composite usage consists of standard usages and of qualified usages in ' +
      'parentheses (ACAP Part 1, 2.7.2). It cannot contain another composite usage. An ' +
      'unknown member is ignored (L7).',
  },
  'unused-definition': {
    code: 'ACAP048',
    severity: 'note',
    words: (name: string, kind: 'usage' | 'set') =>
      words(
        `${quote(name)} is never used`,
        {
          usage: `write \`ACAP-allow-(${name})\` where it is meant`,
          set: `write \`the-acap:resource-set:${name}\` where it is meant`,
        }[kind],
      ),
    explain:
      'No field uses this name, so the definition has no effect. Perhaps a field misspells ' +
      'the name, or omits the parentheses of a local usage (ACAP Part 1, 2.4.1.3).',
  },
} satisfies Readonly<Record<string, KindOfFinding>>

function meantMember(bare: string, qualified: Names, defined: Names): string {
  if (qualified.has(bare)) return `write \`(${bare})\``
  if (defined.has(bare)) return 'write the usages that it consists of'
  if (isUsage(bare)) return `write \`${bare}\``
  const local = nearest(bare, qualified.keys())
  if (local !== null) return `did you mean \`(${local})\`?`
  return didYouMean(bare, USAGES, 'define it with `ACAP-qualified-usage`, or remove it')
}

/**
 * Findings about the text itself, its versions, records and groups (R1-R11, V1-V4).
 */
import type { IgnoreFault } from '../ignores.ts'
import { didYouMean } from '../suggest.ts'
import { quote, words } from './words.ts'

export const TEXT_MESSAGES = {
  'invalid-utf8': (count: number) => {
    return words(
      `the file is not UTF-8 here${['', '', ' and in one more place'][count] ?? ` and in ${count - 1} more places`}`,
      'save the file as UTF-8, or write such letters percent-encoded, as `%C3%A9` for `é`',
    )
  },
  'no-text': () =>
    words(
      'the file is no text, but UTF-16 or binary: crawlers read no rule in it, and it prohibits nothing',
      'save the file as UTF-8',
    ),
  'too-large': (over: number) =>
    words(
      `the file is ${over === 1 ? 'one byte' : `${over} bytes`} over the 500 KiB that crawlers read`,
      'merge rules by wildcards, or move records to a file that `ACAP-permissions-reference` names',
    ),
  'unknown-field': (name: string, known: readonly string[]) =>
    name === ''
      ? words('the name before the colon is missing', 'write `name: value`, or `#` before a comment')
      : words(
          `${quote(name)} is not a known field`,
          didYouMean(name, known, 'remove the line, unless you know a crawler that reads it'),
        ),
  'stray-line': (text: string) =>
    words(`${quote(text)} is neither a field nor a comment`, 'write `name: value`, or `#` before a comment'),
  'lost-field': (written: string, meant: string, lacks: 'colon' | 'name') => {
    const harm = /crawler|agent/i.test(meant) ? 'this line names no crawler' : 'this line prohibits nothing'
    if (lacks === 'colon') {
      return words(`${quote(written)} has no colon: ${harm}`, `write \`${meant}:\`, or \`#\` before a comment`)
    }
    const isInvisible = written.replace(/[^!-~]/g, '') === meant
    return words(
      `${quote(written)} is not a known field: ${harm}`,
      `write \`${meant}\`${isInvisible ? ', without the character that is not visible here' : ''}`,
    )
  },
  'misspelt-field': (written: string, name: string, lacks: 'colon' | 'name') =>
    lacks === 'colon'
      ? words(`${quote(name)} has no colon`, `write \`${name}:\``)
      : words(`${quote(written)} is read as \`${name}\``, `write \`${name}\``),
  'misspelt-value': (written: string, meant: string) =>
    words(`${quote(written)} is read as \`${meant}\``, `write \`${meant}\``),
  'hash-in-value': (lost: string) =>
    words(
      `${quote(lost)} is a comment: the value ends before the \`#\``,
      'write `%23` for a `#` that belongs to the value, or a space before a comment',
    ),
  'value-for-nothing': (value: string) =>
    words(`${quote(value)} is ignored, because this field takes no value`, 'remove the value, or the field'),
  'unused-ignore': (code: string) =>
    words(`there is no finding \`${code}\` on this line`, 'remove the comment, or the code from it'),
  'malformed-ignore': (fault: IgnoreFault, code: string) =>
    fault === 'no code'
      ? words('the comment names no code of a finding', 'the form is `# acap-ignore CODE REASON`')
      : fault === 'no reason'
        ? words('the comment gives no reason', `the form is \`# acap-ignore ${code} REASON\``)
        : fault === 'unknown code'
          ? words(`no finding has the code \`${code}\``, 'write the code as `acap check` prints it')
          : words(`\`${code}\` cannot be silenced`, 'fix what it reports'),
  'malformed-version': (value: string) =>
    words(`${quote(value)} is not a version`, 'write `ACAP-version: 1.1`, or `1.0`'),
  'other-version': (value: string) =>
    words(`every ACAP field is ignored: version ${quote(value)} is not supported`, 'write `1.1`'),
  'later-version': (value: string) => words(`version ${quote(value)} is read as 1.1`, null),
  'repeated-version': (first: string) =>
    words(`only the first \`ACAP-version\` counts, which says ${quote(first)}`, 'remove this one'),
  'needs-1.1': (feature: string) =>
    words(
      `the permission is ignored: ${feature} is a feature of version 1.1`,
      'declare `ACAP-version: 1.1` before all other ACAP fields',
    ),
  'definition-needs-1.1': (feature: string) =>
    words(
      `the permission is ignored: its definition holds ${feature}, a feature of version 1.1`,
      'declare `ACAP-version: 1.1` before all other ACAP fields',
    ),
  'ignored-under-later-version': (qualifier: string) =>
    words(
      `the permission is ignored: ${quote(qualifier)} may belong to the declared version, which is not supported`,
      'declare `ACAP-version: 1.1` and write a qualifier of that version, or remove this one',
    ),
  'repeated-directive': () => words('the conventional records are ignored already', 'remove this line'),
  'conventional-in-record': (name: string, record: number, group: number | null) =>
    words(
      group === null
        ? `\`${name}\` inside the ACAP record of line ${record} is ignored, because it belongs to no \`User-agent\` group`
        : `crawlers that know ACAP ignore \`${name}\` inside the record of line ${record}; others read it as part of the group of line ${group}`,
      'move the line into a `User-agent` group before the first ACAP record',
    ),
  'acap-in-group': (name: string) =>
    words(`\`${name}\` is ignored, because it is in a \`User-agent\` group`, 'write an `ACAP-crawler` line before it'),
  'acap-before-record': (name: string) =>
    words(
      `\`${name}\` is ignored, because no \`ACAP-crawler\` line comes before it`,
      'write an `ACAP-crawler` line before it',
    ),
  'conventional-before-group': (name: string) =>
    words(
      `\`${name}\` is ignored, because no \`User-agent\` line comes before it`,
      'write a `User-agent` line before it',
    ),
  'late-field': (name: string, record: number) =>
    words(`\`${name}\` comes after the record of line ${record}`, 'move it before the first `ACAP-crawler` line'),
  'name-beside-any': (name: string) =>
    words(`${quote(name)} beside \`*\` has no effect`, 'give the name a record of its own, or remove it'),
  'action-in-sub-record': () =>
    words(
      'the request applies to the whole record, not to the purpose above it',
      'move it before the first `ACAP-usage-purpose` line',
    ),
  'beside-reference': (reference: number) =>
    words(
      `the record refers to another file in line ${reference}, and should hold nothing else`,
      'move the field into that file, or into another record',
    ),
  nameless: (field: string) => words(`this \`${field}\` has no name`, 'write a name, or `*` for any crawler'),
  'no-token': (value: string) =>
    words(
      `${quote(value)} is not a product token, so it matches no crawler`,
      'write the token that the crawler documents, or `*` for any crawler',
    ),
  'cut-token': (value: string, token: string) => {
    const isAlike = token === '*' || /^[/ \t]v?[0-9]/i.test(value.slice(token.length))
    return words(`${quote(value)} is read as \`${token}\``, isAlike ? `write \`${token}\`` : null)
  },
  'digits-in-token': (value: string) =>
    words(`${quote(value)} contains digits, which RFC 9309 does not allow in a product token`, null),
  'empty-purpose': () => words('an empty purpose matches nothing', 'write a purpose, or remove the line'),
  'record-without-fields': (what: 'record' | 'sub-record') =>
    words(
      `this ${what} has no fields, so it has no effect`,
      what === 'record'
        ? 'write `ACAP-allow-crawl: /` if everything is permitted, or remove the line'
        : 'write below it what is permitted for the purpose, or remove the line',
    ),
}

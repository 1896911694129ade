/**
 * Findings about the text and its lines (R1, R2, R9, R10), and about comments that silence findings.
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
}

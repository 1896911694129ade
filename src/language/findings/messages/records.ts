/**
 * Findings about what belongs to which group or record (R4, R5, R7, R8, C1).
 */
import { quote, words } from './words.ts'

export const RECORD_MESSAGES = {
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

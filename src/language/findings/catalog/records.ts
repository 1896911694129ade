/**
 * Findings about what belongs to which group or record (R4, R5, R7, R8, C1).
 */
import { quote, row, words } from './row.ts'

export const RECORD_ROWS = {
  'conventional-in-record': row(
    'ACAP010',
    'warning',
    `Conventional fields inside an ACAP record are always ignored by readers of ACAP (ACAP Part 1, 2.10.2, R5), while
crawlers that know no ACAP do not see the record at all and take the line for part of the User-agent group above it
(C3): the same line means two things. They never read a file that a permissions reference names (R11): there it means
nothing. Real files came to this when rules were appended at the end.`,
    (name: string, record: number, group: number | null) =>
      words(
        group === null
          ? `\`${name}\` inside the ACAP record of line ${record} is ignored, because it belongs to no \`User-agent\` group`
          : `readers of ACAP ignore \`${name}\` inside the record of line ${record}; others read it as part of the group of line ${group}`,
        'move the line into a `User-agent` group before the first ACAP record',
      ),
  ),
  'acap-in-group': row(
    'ACAP011',
    'warning',
    `An ACAP field that belongs in records is ignored while a conventional group is open (ACAP Part 1, 2.10.2, R5). The
guide's example 5.16 lost its \`ACAP-crawler\` line and fell into this.`,
    (name: string) =>
      words(
        `\`${name}\` is ignored, because it stands in a \`User-agent\` group`,
        'write an `ACAP-crawler` line before it',
      ),
  ),
  'acap-before-record': row(
    'ACAP012',
    'warning',
    `An ACAP permission, prohibition, purpose, reference or request belongs to the crawlers that the \`ACAP-crawler\`
lines before it name (ACAP Part 1, 2.3). Before the first of them it applies to no crawler and is ignored (R5).`,
    (name: string) =>
      words(
        `\`${name}\` is ignored, because no \`ACAP-crawler\` line stands before it`,
        'write an `ACAP-crawler` line before it',
      ),
  ),
  'conventional-before-group': row(
    'ACAP013',
    'warning',
    `A rule belongs to the product tokens of the \`User-agent\` lines before it. Before the first of them it belongs to
nobody and is ignored (RFC 9309 2.2.1, C1).`,
    (name: string) =>
      words(
        `\`${name}\` is ignored, because no \`User-agent\` line stands before it`,
        'write a `User-agent` line before it',
      ),
  ),
  'late-field': row(
    'ACAP014',
    'warning',
    `The version, the ignore directive and all definitions stand before every ACAP record (ACAP Part 1, 2.2.1, 2.8,
2.10.1). Here it is honoured wherever it stands (R8), as the guide's own example 4.4 needs; a crawler that reads the
file once from the top may not.`,
    (name: string, record: number) =>
      words(`\`${name}\` comes after the record of line ${record}`, 'move it before the first `ACAP-crawler` line'),
  ),
  'name-beside-any': row(
    'ACAP015',
    'warning',
    `A record for any crawler must not name another (ACAP Part 1, 2.3.1). It is read as the record for any crawler, and
the name has no effect (R7): it does not make the record's fields stronger for that crawler.`,
    (name: string) =>
      words(`${quote(name)} beside \`*\` has no effect`, 'give the name a record of its own, or remove it'),
  ),
  'action-in-sub-record': row(
    'ACAP016',
    'warning',
    `A sub-record may not hold action requests (ACAP Part 1, 2.3): what is to be taken down or crawled again does not
depend on a purpose. The request applies to the whole record (R7).`,
    () =>
      words(
        'the request applies to the whole record, not to the purpose above it',
        'move it before the first `ACAP-usage-purpose` line',
      ),
  ),
  'beside-reference': row(
    'ACAP017',
    'warning',
    `A record holds either one permissions reference and nothing else, or fields (ACAP Part 1, 2.3). The fields beside a
reference apply all the same (R7), and so do those of the file it names; a crawler that follows the text may read only
one of them.`,
    (reference: number) =>
      words(
        `the record refers to another file in line ${reference}, and should hold nothing else`,
        'move the field into that file, or into another record',
      ),
  ),
  nameless: row(
    'ACAP018',
    'warning',
    `A name line without a name still opens a group or record (R4). What follows it, up to the next name line that opens
another, applies to the other names of the run only, or to no crawler. Any crawler is \`*\`.`,
    (field: string) => words(`this \`${field}\` has no name`, 'write a name, or `*` for any crawler'),
  ),
  'no-token': row(
    'ACAP019',
    'warning',
    `A User-agent value begins with a product token of letters, digits, \`-\` and \`_\` (RFC 9309 2.2.1, C1), and a
value with a character outside ASCII matches no crawler. The group still applies to its other names.`,
    (value: string) =>
      words(
        `${quote(value)} is not a product token, so it matches no crawler`,
        'write the one that the crawler documents, in letters, or `*` for any crawler',
      ),
  ),
  'cut-token': row(
    'ACAP020',
    'note',
    `A product token ends at its first character that is not a letter, digit, \`-\` or \`_\` (RFC 9309 2.2.1, C1): a
version, a space or a remark behind it changes nothing. ACAP names are not cut.`,
    (value: string, token: string) => words(`${quote(value)} is read as \`${token}\``, `write \`${token}\``),
  ),
  'digits-in-token': row(
    'ACAP021',
    'note',
    `RFC 9309 gives product tokens no digits, though real crawlers have them, as a quarter of real User-agent lines do.
They count here (C1). Google's parser cuts such a name at its first digit: its group then belongs to another crawler, or
to none.`,
    (value: string) => words(`${quote(value)} contains digits, which RFC 9309 does not allow in a product token`, null),
  ),
  'empty-purpose': row(
    'ACAP022',
    'warning',
    `A usage purpose without a value matches no purpose (P1): the fields below it never apply, unless another purpose of
the same run is named.`,
    () => words('an empty purpose matches nothing', 'write a purpose, or remove the line'),
  ),
  'record-without-fields': row(
    'ACAP023',
    'warning',
    `A record has at least one field (ACAP Part 1, 2.3). Without any it says nothing: what a converter wrote for an
empty \`Disallow\`, or what is left when the fields are commented out. If another \`ACAP-crawler\` line followed, it
would join that record and take over its prohibitions.`,
    (what: 'record' | 'sub-record') =>
      words(
        `this ${what} has no fields, so it has no effect`,
        what === 'record'
          ? 'write `ACAP-allow-crawl: /` if everything is permitted, or remove the line'
          : 'write below it what is permitted for the purpose, or remove the line',
      ),
  ),
}

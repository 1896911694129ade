/**
 * Findings about what belongs to which group or record (R4, R5, R7, R8, C1).
 */
import { quote, row, words } from './row.ts'

export const RECORD_ROWS = {
  'conventional-in-record': row(
    'ACAP010',
    'warning',
    `Crawlers that know ACAP ignore conventional fields inside an ACAP record (ACAP Part 1, 2.10.2, R5). Other crawlers
skip the record and read the line as part of the \`User-agent\` group above it (C3). So one line has two meanings. Other
crawlers never read a file that a permissions reference names (R11): there the line has no effect. Real files have this
mistake because rules were appended at the end.`,
    (name: string, record: number, group: number | null) =>
      words(
        group === null
          ? `\`${name}\` inside the ACAP record of line ${record} is ignored, because it belongs to no \`User-agent\` group`
          : `crawlers that know ACAP ignore \`${name}\` inside the record of line ${record}; others read it as part of the group of line ${group}`,
        'move the line into a `User-agent` group before the first ACAP record',
      ),
  ),
  'acap-in-group': row(
    'ACAP011',
    'warning',
    `An ACAP field that belongs in records is ignored while a conventional group is open (ACAP Part 1, 2.10.2, R5). The
guide's example 5.16 has this mistake: its \`ACAP-crawler\` line is missing.`,
    (name: string) =>
      words(
        `\`${name}\` is ignored, because it is in a \`User-agent\` group`,
        'write an `ACAP-crawler` line before it',
      ),
  ),
  'acap-before-record': row(
    'ACAP012',
    'warning',
    `An ACAP permission, prohibition, purpose, reference or request applies to the crawlers that the \`ACAP-crawler\`
lines before it name (ACAP Part 1, 2.3). Without such a line it applies to no crawler and is ignored (R5).`,
    (name: string) =>
      words(
        `\`${name}\` is ignored, because no \`ACAP-crawler\` line comes before it`,
        'write an `ACAP-crawler` line before it',
      ),
  ),
  'conventional-before-group': row(
    'ACAP013',
    'warning',
    `A rule belongs to the product tokens of the \`User-agent\` lines before it. Without such a line it applies to no
crawler and is ignored (RFC 9309 2.2.1, C1).`,
    (name: string) =>
      words(
        `\`${name}\` is ignored, because no \`User-agent\` line comes before it`,
        'write a `User-agent` line before it',
      ),
  ),
  'late-field': row(
    'ACAP014',
    'warning',
    `The version, the ignore directive and all definitions belong before every ACAP record (ACAP Part 1, 2.2.1, 2.8,
2.10.1). Here they count anywhere (R8), as the guide's example 4.4 needs. A crawler that reads the file once from the
top may ignore them.`,
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
    `A sub-record may not contain action requests (ACAP Part 1, 2.3): take-downs and re-crawls do not depend on a
purpose. The request applies to the whole record (R7).`,
    () =>
      words(
        'the request applies to the whole record, not to the purpose above it',
        'move it before the first `ACAP-usage-purpose` line',
      ),
  ),
  'beside-reference': row(
    'ACAP017',
    'warning',
    `A record contains either one permissions reference and nothing else, or fields (ACAP Part 1, 2.3). Here the fields
beside a reference apply (R7), and so do those of the referenced file. A crawler that follows the specification may read
only one of them.`,
    (reference: number) =>
      words(
        `the record refers to another file in line ${reference}, and should hold nothing else`,
        'move the field into that file, or into another record',
      ),
  ),
  nameless: row(
    'ACAP018',
    'warning',
    `A name line without a name still opens a group or record (R4). The lines below it apply only to the other names of
the run, or to no crawler.`,
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
        'write the token that the crawler documents, or `*` for any crawler',
      ),
  ),
  'cut-token': row(
    'ACAP020',
    'note',
    `A product token ends at its first character that is not a letter, digit, \`-\` or \`_\` (RFC 9309 2.2.1, C1): the
rest of the value has no effect. ACAP names are not cut.`,
    (value: string, token: string) => words(`${quote(value)} is read as \`${token}\``, `write \`${token}\``),
  ),
  'digits-in-token': row(
    'ACAP021',
    'note',
    `RFC 9309 allows no digits in product tokens, but real crawlers have them, and so does a quarter of real
\`User-agent\` lines. Here they count (C1). Google's parser cuts such a name at its first digit, so the group applies to
another crawler or to none.`,
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
    `A record has at least one field (ACAP Part 1, 2.3). An empty record has no effect. A converter writes one for an
empty \`Disallow\`, or it remains when the fields are commented out. If an \`ACAP-crawler\` line is added below, both
lines become one record with the same prohibitions.`,
    (what: 'record' | 'sub-record') =>
      words(
        `this ${what} has no fields, so it has no effect`,
        what === 'record'
          ? 'write `ACAP-allow-crawl: /` if everything is permitted, or remove the line'
          : 'write below it what is permitted for the purpose, or remove the line',
      ),
  ),
}

/** Findings: groups, records and the names that open them. */
import { type KindOfFinding, quote, words } from '../words.ts'

export const RECORDS_FINDINGS = {
  'conventional-in-record': {
    code: 'ACAP010',
    severity: 'warning',
    words: (field: string, recordLine: number, groupLine: number | null) =>
      words(
        groupLine === null
          ? `\`${field}\` inside the ACAP record of line ${recordLine} is ignored, because it belongs to no \`User-agent\` group`
          : `crawlers that know ACAP ignore \`${field}\` inside the record of line ${recordLine}; others read it as part of the group of line ${groupLine}`,
        'move the line into a `User-agent` group before the first ACAP record',
      ),
    explain:
      'Crawlers that know ACAP ignore conventional fields inside an ACAP record (ACAP Part ' +
      '1, 2.10.2, R5). Other crawlers skip the record and read the line as part of the ' +
      '`User-agent` group above it (C3). So one line has two meanings. Other crawlers ' +
      'never read a file that a permissions reference names (R11): there the line has no ' +
      'effect. Real files have this mistake because rules were appended at the end.',
  },
  'acap-in-group': {
    code: 'ACAP011',
    severity: 'warning',
    words: (field: string) =>
      words(
        `\`${field}\` is ignored, because it is in a \`User-agent\` group`,
        'write an `ACAP-crawler` line before it',
      ),
    explain:
      'An ACAP field that belongs in records is ignored while a conventional group is open ' +
      "(ACAP Part 1, 2.10.2, R5). The guide's example 5.16 has this mistake: its " +
      '`ACAP-crawler` line is missing.',
  },
  'acap-before-record': {
    code: 'ACAP012',
    severity: 'warning',
    words: (field: string) =>
      words(
        `\`${field}\` is ignored, because no \`ACAP-crawler\` line comes before it`,
        'write an `ACAP-crawler` line before it',
      ),
    explain:
      'An ACAP permission, prohibition, purpose, reference or request applies to the ' +
      'crawlers that the `ACAP-crawler` lines before it name (ACAP Part 1, 2.3). Without ' +
      'such a line it applies to no crawler and is ignored (R5).',
  },
  'conventional-before-group': {
    code: 'ACAP013',
    severity: 'warning',
    words: (field: string) =>
      words(
        `\`${field}\` is ignored, because no \`User-agent\` line comes before it`,
        'write a `User-agent` line before it',
      ),
    explain:
      'A rule belongs to the product tokens of the `User-agent` lines before it. Without ' +
      'such a line it applies to no crawler and is ignored (RFC 9309 2.2.1, C1).',
  },
  'late-field': {
    code: 'ACAP014',
    severity: 'warning',
    words: (field: string, recordLine: number) =>
      words(
        `\`${field}\` comes after the record of line ${recordLine}`,
        'move it before the first `ACAP-crawler` line',
      ),
    explain:
      'The version, the ignore directive and all definitions belong before every ACAP ' +
      'record (ACAP Part 1, 2.2.1, 2.8, 2.10.1). Here they count anywhere (R8), as the ' +
      "guide's example 4.4 needs. A crawler that reads the file once from the top may " +
      'ignore them.',
  },
  'name-beside-any': {
    code: 'ACAP015',
    severity: 'warning',
    words: (name: string) =>
      words(
        `${quote(name)} beside \`*\` has no effect`,
        'give the name a record of its own, or remove it',
      ),
    explain:
      'A record for any crawler must not name another (ACAP Part 1, 2.3.1). It is read as ' +
      'the record for any crawler, and the name has no effect (R7): it does not make the ' +
      "record's fields stronger for that crawler.",
  },
  'action-in-sub-record': {
    code: 'ACAP016',
    severity: 'warning',
    words: () =>
      words(
        'the request applies to the whole record, not to the purpose above it',
        'move it before the first `ACAP-usage-purpose` line',
      ),
    explain:
      'A sub-record may not contain action requests (ACAP Part 1, 2.3): take-downs and ' +
      're-crawls do not depend on a purpose. The request applies to the whole record (R7).',
  },
  'beside-reference': {
    code: 'ACAP017',
    severity: 'warning',
    words: (referenceLine: number) =>
      words(
        `the record refers to another file in line ${referenceLine}, and should hold nothing else`,
        'move the field into that file, or into another record',
      ),
    explain:
      'A record contains either one permissions reference and nothing else, or fields ' +
      '(ACAP Part 1, 2.3). Here the fields beside a reference apply (R7), and so do those ' +
      'of the referenced file. A crawler that follows the specification may read only one ' +
      'of them.',
  },
  nameless: {
    code: 'ACAP018',
    severity: 'warning',
    words: (field: string) =>
      words(`this \`${field}\` has no name`, 'write a name, or `*` for any crawler'),
    explain:
      'A name line without a name still opens a group or record (R4). The lines below it ' +
      'apply only to the other names of the run, or to no crawler.',
  },
  'no-token': {
    code: 'ACAP019',
    severity: 'warning',
    words: (name: string) =>
      words(
        `${quote(name)} is not a product token, so it matches no crawler`,
        'write the token that the crawler documents, or `*` for any crawler',
      ),
    explain:
      'A User-agent value begins with a product token of letters, digits, `-` and `_` (RFC ' +
      '9309 2.2.1, C1), and a value with a character outside ASCII matches no crawler. The ' +
      'group still applies to its other names.',
  },
  'cut-token': {
    code: 'ACAP020',
    severity: 'note',
    words: (written: string, token: string, isAlike: boolean) =>
      words(`${quote(written)} is read as \`${token}\``, isAlike ? `write \`${token}\`` : null),
    explain:
      'A product token ends at its first character that is not a letter, digit, `-` or `_` ' +
      '(RFC 9309 2.2.1, C1): the rest of the value has no effect. ACAP names are not cut. ' +
      'Only a version may be dropped: a name that is published with a space or a dot stays ' +
      'as it is, because some parsers search headers for the whole name.',
  },
  'digits-in-token': {
    code: 'ACAP021',
    severity: 'note',
    words: (name: string) =>
      words(
        `${quote(name)} is another crawler to Google's parser, which cuts a name at its first digit`,
        'write the name that the crawler documents, if it is another one',
      ),
    explain:
      'RFC 9309 allows no digits in product tokens, but real crawlers have them, and so ' +
      "does a quarter of real `User-agent` lines. Here they count (C1). Google's parser " +
      'cuts such a name at its first digit. It is reported where this gives the name of ' +
      "another well-known crawler: to Google's parser the rules are for that one.",
  },
  'empty-purpose': {
    code: 'ACAP022',
    severity: 'warning',
    words: () => words('an empty purpose matches nothing', 'write a purpose, or remove the line'),
    explain:
      'A usage purpose without a value matches no purpose (P1): the fields below it never ' +
      'apply, unless another purpose of the same run is named.',
  },
  'record-without-fields': {
    code: 'ACAP023',
    severity: 'warning',
    words: (level: 'record' | 'sub-record') =>
      words(
        {
          record: 'this record has no fields, so it has no effect',
          'sub-record': 'this sub-record has no fields, so it has no effect',
        }[level],
        {
          record: 'write `ACAP-allow-crawl: /` if everything is permitted, or remove the line',
          'sub-record': 'write below it what is permitted for the purpose, or remove the line',
        }[level],
      ),
    explain:
      'A record has at least one field (ACAP Part 1, 2.3). An empty record has no effect. ' +
      'A converter writes one for an empty `Disallow`, or it remains when the fields are ' +
      'commented out. If an `ACAP-crawler` line is added below, both lines become one ' +
      'record with the same prohibitions.',
  },
  'run-over-fields': {
    code: 'ACAP068',
    severity: 'warning',
    words: (groupLine: number, field: string, first: string, joined: string, isClosed: boolean) =>
      words(
        `\`${field}\` does not end the group of line ${groupLine}: ${quote(first)} and ${quote(joined)} share ` +
          (isClosed ? 'it, so neither may fetch any page' : 'all its rules'),
        'write a rule before this line, such as an empty `Disallow:`',
      ),
    explain:
      'Only `Allow` and `Disallow` close a run of `User-agent` lines (RFC 9309 2.2.4, R4): ' +
      'a delay, a comment or a sitemap does not. This line therefore joins the group above ' +
      'it, and both share all rules. Some parsers begin a new group here.',
  },
} satisfies Readonly<Record<string, KindOfFinding>>

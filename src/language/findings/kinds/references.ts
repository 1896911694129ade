/** Findings: files that a record refers to, and lines that belong elsewhere. */
import { didYouMean } from '../suggest.ts'
import { type KindOfFinding, quote, quotedList, words } from '../words.ts'

export const REFERENCES_FINDINGS = {
  'empty-reference': {
    code: 'ACAP060',
    severity: 'error',
    words: () =>
      words('the reference names no file', "write the path of a file in the site's folder"),
    explain:
      'A permissions reference names a file by its path on the same server, or by a URI ' +
      'elsewhere (ACAP Part 1, 2.3.2).',
  },
  'missing-file': {
    code: 'ACAP061',
    severity: 'error',
    words: (path: string, known: Iterable<string>) =>
      words(
        `there is no file ${quote(path)} in the site's folder`,
        didYouMean(path, known, 'create the file, or correct the path'),
      ),
    explain:
      "A relative reference names another file in the site's folder, by the path at which " +
      'it is served (R11). If the file is missing, the crawlers of the record find nothing ' +
      'there.',
  },
  'nested-reference': {
    code: 'ACAP062',
    severity: 'error',
    words: () =>
      words(
        'a referenced file cannot refer to another, so this reference is ignored',
        'move the record into robots.txt',
      ),
    explain:
      'A file that is referred to must not refer to another file (ACAP Part 1, 2.3.2), to ' +
      'prevent loops. The reference is not followed (R11).',
  },
  'reference-to-itself': {
    code: 'ACAP063',
    severity: 'error',
    words: () =>
      words(
        'the file refers to itself, so this reference is ignored',
        'name another file, or write the fields here',
      ),
    explain:
      'The reference names its own file: a loop, which ACAP Part 1, 2.3.2 forbids. It is ' +
      'not followed (R11).',
  },
  'reference-elsewhere': {
    code: 'ACAP064',
    severity: 'note',
    words: (reference: string) =>
      words(`${quote(reference)} is on another server, so it is not evaluated`),
    explain:
      'A file on another server is not read. The reference is published, but the fields of ' +
      'that file are neither checked nor enforced here (R11).',
  },
  'file-level-in-reference': {
    code: 'ACAP065',
    severity: 'warning',
    words: (field: string) =>
      words(`\`${field}\` has no effect in a referenced file`, 'write it in robots.txt'),
    explain:
      'The records of a file that is referred to join those of the robots.txt (R11). Its ' +
      'version and its ignore directive have no effect: those of the robots.txt count.',
  },
  'group-after-records': {
    code: 'ACAP084',
    severity: 'note',
    words: (recordLine: number) =>
      words(
        `this group stands after the ACAP record of line ${recordLine}`,
        'move it before the first `ACAP-crawler` line',
      ),
    explain:
      'ACAP strongly recommends records at the end, after all conventional groups (ACAP ' +
      'Part 1, 2.10.2). Parsers that know no ACAP skip the records. A rule that is later ' +
      'added without its own `User-agent` line then joins the wrong group.',
  },
  'converter-merged': {
    code: 'ACAP086',
    severity: 'warning',
    words: (name: string, prohibitionLine: number) =>
      words(
        `${quote(name)} joins the record below it, where line ${prohibitionLine} prohibits what its empty \`Disallow\` permits`,
        'write `ACAP-allow-crawl: /` below this line',
      ),
    explain:
      'An empty `Disallow` lets this crawler in everywhere, and ACAP has no field for ' +
      'that. The converter of 2007 wrote nothing for it, so the `ACAP-crawler` line joined ' +
      'the next record (ACAP Part 1, 2.3) and its prohibitions. This once shut out a ' +
      'search engine that had a contract.',
  },
  'joined-names': {
    code: 'ACAP141',
    severity: 'warning',
    words: (value: string, others: readonly string[]) =>
      words(
        `${quote(value)} does not name ${quotedList(others)}: a line has one name`,
        'write one line for each name',
      ),
    explain:
      'A `User-agent` line has one product token. It ends at its first character that is ' +
      'not a letter, digit, `-` or `_` (RFC 9309 2.2.1, C1), so other names behind a ' +
      'comma, a bar or `and` have no effect: their crawlers read the rules for `*`. An ' +
      'ACAP name is compared as a whole (I1), so a list of names matches no crawler.',
  },
  'joined-lines': {
    code: 'ACAP142',
    severity: 'error',
    words: (second: string) =>
      words(
        `a line break is missing before ${quote(second)}, which has no effect`,
        `write ${quote(second)} on a line of its own: it will then count, which changes decisions`,
      ),
    explain:
      'The value of a field ends with its line (R3). The name of another field in the ' +
      'middle of a value means that two lines became one. The second field is lost: its ' +
      'crawlers read the rules for `*`, or its rule closes nothing. Real files have a ' +
      'hundred such lines: their publishers believe that as many crawlers are shut out. ' +
      'With the line break the second field counts, so decisions change: `acap check ' +
      '--fix` only shows it.',
  },
} satisfies Readonly<Record<string, KindOfFinding>>

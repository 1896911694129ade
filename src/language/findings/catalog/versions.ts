/**
 * Findings about versions and directives for the whole file (V1-V3).
 */
import { quote, row, words } from './row.ts'

export const VERSION_ROWS = {
  'malformed-version': row(
    'ACAP025',
    'error',
    `An ACAP version is two or more integers joined by dots, such as \`1.1\` (ACAP Part 1, 2.8). Any other value is not
understood, and the file is read as 1.0 (V3): permissions that use a feature of 1.1 are ignored.`,
    (value: string) => words(`${quote(value)} is not a version`, 'write `ACAP-version: 1.1`, or `1.0`'),
  ),
  'other-version': row(
    'ACAP026',
    'error',
    `Another major version is not backwards-compatible (ACAP Part 1, 2.8), so every ACAP field is ignored, including the
ignore directive and requests (V3).`,
    (value: string) => words(`every ACAP field is ignored: version ${quote(value)} is not supported`, 'write `1.1`'),
  ),
  'later-version': row(
    'ACAP027',
    'note',
    `A later minor version is read as 1.1. A permission that is not understood is ignored, not turned into a
prohibition, because it may use a new feature of that version (V3).`,
    (value: string) => words(`version ${quote(value)} is read as 1.1`, null),
  ),
  'repeated-version': row(
    'ACAP028',
    'warning',
    `A file declares one version (ACAP Part 1, 2.8). The first field counts (V1).`,
    (first: string) => words(`only the first \`ACAP-version\` counts, which says ${quote(first)}`, 'remove this one'),
  ),
  'needs-1.1': row(
    'ACAP029',
    'error',
    `Without an \`ACAP-version\` field a file is ACAP 1.0. Every crawler that follows the specification ignores fields
with features of a later version (ACAP Part 1, 2.8, V2); it does not read them as prohibitions. The comment \`##ACAP
version=1.1\` informs people and declares nothing (V1).`,
    (feature: string) =>
      words(
        `the permission is ignored: ${feature} is a feature of version 1.1`,
        'declare `ACAP-version: 1.1` before all other ACAP fields',
      ),
  ),
  'definition-needs-1.1': row(
    'ACAP030',
    'error',
    `The definition that this permission uses holds a feature of ACAP 1.1, and the file is read as 1.0: the permission
is ignored (ACAP Part 1, 2.8, V2).`,
    (feature: string) =>
      words(
        `the permission is ignored: its definition holds ${feature}, a feature of version 1.1`,
        'declare `ACAP-version: 1.1` before all other ACAP fields',
      ),
  ),
  'ignored-under-later-version': row(
    'ACAP031',
    'warning',
    `Under a later minor version a permission with a qualifier that is not understood is ignored (V3): it may use a new
feature of that version. Under 1.1 it would be read as a prohibition (ACAP Part 1, 2.4.3).`,
    (qualifier: string) =>
      words(
        `the permission is ignored: ${quote(qualifier)} may belong to the declared version, which is not supported`,
        'declare `ACAP-version: 1.1` and write a qualifier of that version, or remove this one',
      ),
  ),
  'repeated-directive': row(
    'ACAP032',
    'note',
    `\`ACAP-ignore-conventional-records\` applies to the whole file, so once is enough (ACAP Part 1, 2.10.1).`,
    () => words('the conventional records are ignored already', 'remove this line'),
  ),
}

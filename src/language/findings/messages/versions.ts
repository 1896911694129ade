/**
 * Findings about versions and directives for the whole file (V1-V3).
 */
import { quote, words } from './words.ts'

export const VERSION_MESSAGES = {
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
}

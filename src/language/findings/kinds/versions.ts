/** Findings: versions of ACAP, and what needs one. */
import { type KindOfFinding, quote, words } from '../words.ts'

export const VERSIONS_FINDINGS = {
  'comment-version': {
    code: 'ACAP024',
    severity: 'note',
    words: (declared: string, inComment: string) =>
      words(
        `the comment declares nothing: the file is read as version ${declared}, not ${inComment}`,
        inComment === '1.1'
          ? 'write `ACAP-version: 1.1` if features of 1.1 are used'
          : `write \`##ACAP version=${declared}\``,
      ),
    explain:
      'The comment `##ACAP version=` tells people that a file holds ACAP records; it ' +
      'declares nothing (ACAP Part 1, 2.8, 2.10.3, V1). The version in force is that of ' +
      'the field `ACAP-version`, and 1.0 without one.',
  },
  'malformed-version': {
    code: 'ACAP025',
    severity: 'error',
    words: (version: string) =>
      words(`${quote(version)} is not a version`, 'write `ACAP-version: 1.1`, or `1.0`'),
    explain:
      'An ACAP version is two or more integers joined by dots, such as `1.1` (ACAP Part 1, ' +
      '2.8). Any other value is not understood, and the file is read as 1.0 (V3): ' +
      'permissions that use a feature of 1.1 are ignored.',
  },
  'other-version': {
    code: 'ACAP026',
    severity: 'error',
    words: (version: string) =>
      words(
        `every ACAP field is ignored: version ${quote(version)} is not supported`,
        'write `1.1`',
      ),
    explain:
      'Another major version is not backwards-compatible (ACAP Part 1, 2.8), so every ACAP ' +
      'field is ignored, including the ignore directive and requests (V3).',
  },
  'later-version': {
    code: 'ACAP027',
    severity: 'note',
    words: (version: string) => words(`version ${quote(version)} is read as 1.1`),
    explain:
      'A later minor version is read as 1.1. A permission that is not understood is ' +
      'ignored, not turned into a prohibition, because it may use a new feature of that ' +
      'version (V3).',
  },
  'repeated-version': {
    code: 'ACAP028',
    severity: 'warning',
    words: (first: string) =>
      words(
        `only the first \`ACAP-version\` counts, which says ${quote(first)}`,
        'remove this one',
      ),
    explain: 'A file declares one version (ACAP Part 1, 2.8). The first field counts (V1).',
  },
  'needs-1.1': {
    code: 'ACAP029',
    severity: 'error',
    words: (feature: string, isSecond: boolean) =>
      words(
        isSecond
          ? `the permission is ignored: a second \`${feature}\` is a feature of version 1.1`
          : `the permission is ignored: ${quote(feature)} is a feature of version 1.1`,
        'declare `ACAP-version: 1.1` before all other ACAP fields',
      ),
    explain:
      'Without an `ACAP-version` field a file is ACAP 1.0. Every crawler that follows the ' +
      'specification ignores fields with features of a later version (ACAP Part 1, 2.8, ' +
      'V2); it does not read them as prohibitions. The comment `##ACAP version=1.1` ' +
      'informs people and declares nothing (V1).',
  },
  'definition-needs-1.1': {
    code: 'ACAP030',
    severity: 'error',
    words: (feature: string, isSecond: boolean) =>
      words(
        isSecond
          ? `the permission is ignored: its definition holds a second \`${feature}\`, a feature of version 1.1`
          : `the permission is ignored: its definition holds ${quote(feature)}, a feature of version 1.1`,
        'declare `ACAP-version: 1.1` before all other ACAP fields',
      ),
    explain:
      'The definition that this permission uses holds a feature of ACAP 1.1, and the file ' +
      'is read as 1.0: the permission is ignored (ACAP Part 1, 2.8, V2).',
  },
  'ignored-under-later-version': {
    code: 'ACAP031',
    severity: 'warning',
    words: (qualifier: string) =>
      words(
        `the permission is ignored: ${quote(qualifier)} may belong to the declared version, which is not supported`,
        'declare `ACAP-version: 1.1` and write a qualifier of that version, or remove this one',
      ),
    explain:
      'Under a later minor version a permission with a qualifier that is not understood is ' +
      'ignored (V3): it may use a new feature of that version. Under 1.1 it would be read ' +
      'as a prohibition (ACAP Part 1, 2.4.3).',
  },
} satisfies Readonly<Record<string, KindOfFinding>>

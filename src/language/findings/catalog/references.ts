/**
 * Findings about permissions references (R11) and routes (E4, E5).
 */
import { didYouMean } from '../suggest.ts'
import { quote, row, words } from './row.ts'

export const REFERENCE_ROWS = {
  'empty-reference': row(
    'ACAP060',
    'error',
    `A permissions reference names a file by its path on the same server, or by a URI elsewhere (ACAP Part 1, 2.3.2).`,
    () => words('the reference names no file', "write the path of a file in the site's folder"),
  ),
  'missing-file': row(
    'ACAP061',
    'error',
    `A relative reference names another file in the site's folder, by the path at which it is served (R11). If the file
is missing, the crawlers of the record find nothing there.`,
    (path: string, files: Iterable<string>) =>
      words(
        `there is no file ${quote(path)} in the site's folder`,
        didYouMean(path, files, 'create the file, or correct the path'),
      ),
  ),
  'nested-reference': row(
    'ACAP062',
    'error',
    `A file that is referred to must not refer to another file (ACAP Part 1, 2.3.2), to prevent loops. The reference is
not followed (R11).`,
    () =>
      words(
        'a referenced file cannot refer to another, so this reference is ignored',
        'move the record into robots.txt',
      ),
  ),
  'reference-to-itself': row(
    'ACAP063',
    'error',
    `The reference names its own file: a loop, which ACAP Part 1, 2.3.2 forbids. It is not followed (R11).`,
    () =>
      words('the file refers to itself, so this reference is ignored', 'name another file, or write the fields here'),
  ),
  'reference-elsewhere': row(
    'ACAP064',
    'note',
    `A file on another server is not read. The reference is published, but the fields of that file are neither checked
nor enforced here (R11).`,
    (uri: string) => words(`${quote(uri)} is on another server, so it is not evaluated`, null),
  ),
  'file-level-in-reference': row(
    'ACAP065',
    'warning',
    `The records of a file that is referred to join those of the robots.txt (R11). Its version and its ignore directive
have no effect: those of the robots.txt count.`,
    (name: string) => words(`\`${name}\` has no effect in a referenced file`, 'write it in robots.txt'),
  ),
  'route-field-form': row(
    'ACAP056',
    'error',
    `Each of a route's fields is the content of a META tag without the word ACAP: an optional crawler name and colon, an
optional usage purpose, then \`allow-USAGE\` with its qualifiers, or \`disallow-USAGE\` (E4).`,
    (text: string, lacks: 'name' | 'usage') =>
      lacks === 'name'
        ? words(
            `${quote(text)} is ignored: the text before its colon is not a crawler's name`,
            'write a name there; for any crawler, write neither name nor colon',
          )
        : words(
            `${quote(text)} is ignored: it holds neither \`allow-USAGE\` nor \`disallow-USAGE\``,
            'write one, as `disallow-index`, or `NAME: disallow-index` for one crawler',
          ),
  ),
  'route-allows-crawl': row(
    'ACAP058',
    'error',
    `A route may only prohibit the crawl, or bind it to a location (E5). Before its first request for a page, a crawler
can learn only from robots.txt that it may fetch it.`,
    (text: string) =>
      words(
        `a route cannot permit the crawl, as ${quote(text)} does`,
        'write the permission in robots.txt, or use `location`',
      ),
  ),
}

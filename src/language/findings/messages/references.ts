/**
 * Findings about permissions references (R11) and routes (E4, E5).
 */
import { didYouMean } from '../suggest.ts'
import { quote, words } from './words.ts'

export const REFERENCE_MESSAGES = {
  'empty-reference': () => words('the reference names no file', "write the path of a file in the site's folder"),
  'missing-file': (path: string, files: Iterable<string>) =>
    words(
      `there is no file ${quote(path)} in the site's folder`,
      didYouMean(path, files, 'create the file, or correct the path'),
    ),
  'nested-reference': () =>
    words('a referenced file cannot refer to another, so this reference is ignored', 'move the record into robots.txt'),
  'reference-to-itself': () =>
    words('the file refers to itself, so this reference is ignored', 'name another file, or write the fields here'),
  'reference-elsewhere': (uri: string) => words(`${quote(uri)} is on another server, so it is not evaluated`, null),
  'file-level-in-reference': (name: string) =>
    words(`\`${name}\` has no effect in a referenced file`, 'write it in robots.txt'),
  'route-field-form': (text: string, lacks: 'name' | 'usage') =>
    lacks === 'name'
      ? words(
          `${quote(text)} is ignored: the text before its colon is not a crawler's name`,
          'write a name there; for any crawler, write neither name nor colon',
        )
      : words(
          `${quote(text)} is ignored: it holds neither \`allow-USAGE\` nor \`disallow-USAGE\``,
          'write one, as `disallow-index`, or `NAME: disallow-index` for one crawler',
        ),
  'route-allows-crawl': (text: string) =>
    words(
      `a route cannot permit the crawl, as ${quote(text)} does`,
      'write the permission in robots.txt, or use `location`',
    ),
}

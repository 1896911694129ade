/**
 * Findings about a policy as a whole: fields that contradict, shadow or miss each other. One row per file of checks/.
 */
import { didYouMean } from '../suggest.ts'
import { quote, words } from './words.ts'

export const POLICY_MESSAGES = {
  'non-ascii-pattern': (text: string, form: string) =>
    words(`${quote(text)} is matched as \`${form}\``, `write \`${form}\``),
  'comment-version': (version: string, declared: string) =>
    words(
      `the comment declares nothing: the file is read as version ${declared}, not ${version}`,
      version === '1.1'
        ? 'write `ACAP-version: 1.1` if features of 1.1 are used'
        : `write \`##ACAP version=${declared}\``,
    ),
  'unused-definition': (name: string, kind: 'usage' | 'set') =>
    words(
      `${quote(name)} is never used`,
      kind === 'set'
        ? `write \`the-acap:resource-set:${name}\` where it is meant`
        : `write \`ACAP-allow-(${name})\` where it is meant`,
    ),
  'lone-other': () =>
    words('this prohibits every usage except the crawl', 'add `ACAP-disallow-crawl` if crawlers should stay away'),
  'route-over-permission': (pattern: string, match: string) =>
    words(
      `the route ${quote(match)} prohibits the crawl, and this permits ${quote(pattern)} inside it`,
      'remove the permission, or give the route a pattern that leaves it out',
    ),
  'route-contradiction': (permission: string, prohibition: string) =>
    words(`${quote(permission)} never decides: the route also says ${quote(prohibition)}`, 'remove one of them'),
  'shadowed-route': (match: string, line: number) =>
    words(
      `this route never applies: the route in line ${line} has the same match, ${quote(match)}`,
      'merge the two routes, or give one of them another match',
    ),
  'space-in-pattern': (value: string) =>
    words(
      `${quote(value)} is one pattern with white space in it`,
      'write one line for each pattern, or `%20` for an intended space',
    ),
  'relative-uri': (name: string, value: string) =>
    words(
      value === '' ? `this \`${name}\` has no value` : `${quote(value)} is not an absolute URI`,
      'write `https://` and the host before the path',
    ),
  'malformed-signal': (item: string, name: string, names: readonly string[], choices: readonly string[]) =>
    words(
      `${quote(item)} is not a signal`,
      choices.length === 0
        ? didYouMean(name, names, `write one of ${names.join(', ')}`)
        : `write \`${name}=\` with ${choices.join(' or ')}`,
    ),
  'malformed-preference': (item: string) =>
    words(`${quote(item)} is not a preference`, 'write a category with `=y` or `=n`'),
  contradiction: (usage: string, pattern: string, line: number) =>
    words(
      `this permission of ${usage} never decides: line ${line} prohibits ${quote(pattern)}`,
      'remove one of the two',
    ),
  'shadowed-field': (pattern: string, shadow: string, line: number) =>
    words(
      `${quote(pattern)} never decides: ${quote(shadow)} in line ${line} is narrower, and matches all that it matches`,
      'remove one of the two, or the wildcard at the end',
    ),
  'repeated-field': (line: number) => words(`this repeats line ${line}`, 'remove this line'),
  'wider-permission': (name: string, pattern: string, prohibited: string) =>
    words(
      `${quote(pattern)} also opens ${quote(prohibited)} to \`${name}\`, which is prohibited to others`,
      'repeat the prohibition in this record if it is meant for this crawler too',
    ),
  disagreement: (pattern: string, effect: 'allow' | 'disallow', line: number) =>
    words(
      effect === 'allow'
        ? `${quote(pattern)} is open to crawlers that know ACAP, and closed to others by line ${line}`
        : `${quote(pattern)} is closed to crawlers that know ACAP, and open to others by line ${line}`,
      'write the same in both, unless this is what you want',
    ),
  'expired-date': (date: string) =>
    words(`the permission expired on ${date}, so the usage is prohibited`, 'write a later date, or a prohibition'),
}

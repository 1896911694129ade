/**
 * Findings about a whole policy: what it does, what is served of it, and what another vocabulary can say of it.
 */
import { didYouMean } from '../suggest.ts'
import { listed, quote, words } from './words.ts'

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
  // `version` is the `Robot-version` by which a group does not exist, where that is the cause.
  'served-differs': (
    name: string,
    usage: string,
    target: string,
    meant: string,
    served: string,
    field: string | null,
    version: string | null,
  ) => {
    const differs = `${usage} of ${quote(target)} is ${meant} to \`${name}\`, and ${served} by the robots.txt that is served`
    if (version !== null) {
      return words(
        `${differs}: by ${quote(version)} its group does not exist`,
        'write an even minor version, such as `2.0`',
      )
    }
    return words(differs, field === null ? null : `change ${quote(field)}, or the route that contradicts it`)
  },
  'category-exempts': (category: string, names: readonly string[], path: string) => {
    const [who, own, it] =
      names.length === 1
        ? ['has a group of its own, which leaves', 'it', 'the group']
        : ['have groups of their own, which leave', 'them', 'the groups']
    return words(
      `${listed(names.map(quote))} ${who} ${quote(path)} open: \`[categories.${category}]\` does not apply to ${own}`,
      `remove ${it}, or write \`Disallow: ${path}\` there; \`Allow: ${path}\` if everything else there may be fetched`,
    )
  },
  'slow-to-decide': (field: string, steps: number, most: number) =>
    words(
      `one request could take ${steps.toLocaleString('en')} steps, and the limit is ${most.toLocaleString('en')}; ${quote(field)} takes the most`,
      'use fewer patterns with `*`, or fewer stars in each',
    ),
  'too-many-rules': (field: string, rules: number, most: number) =>
    words(
      `the policy has ${rules.toLocaleString('en')} rules, and the limit is ${most.toLocaleString('en')}; ${quote(field)} makes the most`,
      'merge fields about one resource set, or use a pattern with `*` in place of a long set',
    ),
  'not-expressible': (field: string, vocabulary: string, help: string | null) =>
    words(`${vocabulary} cannot express ${quote(field)}`, help),
  'converted-more-loosely': (field: string, vocabulary: string, what: string) =>
    words(`${quote(field)} becomes looser in ${vocabulary}: ${what}`, null),
  'converted-more-strictly': (field: string, vocabulary: string, what: string) =>
    words(`${quote(field)} becomes stricter in ${vocabulary}: ${what}`, null),
  'letter-case': (field: string, what: string, others: number) =>
    words(
      `letter case changes what ${quote(field)} covers: ${what}${others === 0 ? '' : `; the same happens to ${others} other ${others === 1 ? 'field' : 'fields'}`}`,
      'ignore this unless the site serves a page under several spellings of its path',
    ),
  'converted-in-part': (field: string, vocabulary: string, missing: readonly string[], help: string | null) =>
    words(`${vocabulary} cannot express ${listed(missing.map(quote))} of ${quote(field)}`, help),
}

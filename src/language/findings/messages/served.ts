/**
 * Findings about what is generated from a policy: the files that are served.
 */
import { listed, quote, words } from './words.ts'

export const SERVED_MESSAGES = {
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
  'category-exempts': (category: string, names: readonly string[]) => {
    const [who, own, it] =
      names.length === 1
        ? ['has a group of its own, which leaves', 'it', 'the group']
        : ['have groups of their own, which leave', 'them', 'the groups']
    return words(
      `${listed(names.map(quote))} ${who} \`/\` open: \`[categories.${category}]\` does not apply to ${own}`,
      `remove ${it}, or write \`Disallow: /\` there; \`Allow: /\` if everything else may be fetched`,
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
}

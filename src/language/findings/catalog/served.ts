/**
 * Findings about what is generated from a policy: the files that are served.
 */
import { listed, quote, row, words } from './row.ts'

export const SERVED_ROWS = {
  'served-differs': row(
    'ACAP099',
    'error',
    `The build reads the served robots.txt again and compares its decisions with the edge's, for every name of the
policy, at a path for every set of patterns that can match at once. If they differ, the file says one thing and the edge
does another. The usual cause is a route that cannot be published as it is (E5): another route inside it prohibits
nothing, or a group of the 1996 standard permits by \`Allow\` only, or is experimental and does not exist (X1).`,
    // `version` is the `Robot-version` by which a group does not exist, where that is the cause.
    (
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
  ),
  'category-exempts': row(
    'ACAP124',
    'warning',
    `\`[categories.NAME]\` applies to the crawlers of the category that no group or record names (I6). An old group such as
\`User-agent: CCBot\` with one \`Disallow\` keeps its crawler out of the category and leaves the rest of the site open to it.
A group with \`Allow: /\` or an empty \`Disallow\` is meant as an exception and not reported.`,
    (category: string, names: readonly string[]) => {
      const [who, own, it] =
        names.length === 1
          ? ['has a group of its own, which leaves', 'it', 'the group']
          : ['have groups of their own, which leave', 'them', 'the groups']
      return words(
        `${listed(names.map(quote))} ${who} \`/\` open: \`[categories.${category}]\` does not apply to ${own}`,
        `remove ${it}, or write \`Disallow: /\` there; \`Allow: /\` if everything else may be fetched`,
      )
    },
  ),
  'slow-to-decide': row(
    'ACAP130',
    'error',
    `The engine may have to search the text after a \`*\` at every position of a path. The build counts how many steps
one request can take at most, over all spellings of a path of 8,192 bytes (P8). About 6,000 rules with a \`*\` for one
crawler are within the bound. A policy beyond it is refused, because readers and crawlers would wait for its decisions.
The finding marks the field with the greatest share.`,
    (field: string, steps: number, most: number) =>
      words(
        `one request could take ${steps.toLocaleString('en')} steps, and the limit is ${most.toLocaleString('en')}; ${quote(field)} takes the most`,
        'use fewer patterns with `*`, or fewer stars in each',
      ),
  ),
  'too-many-rules': row(
    'ACAP131',
    'error',
    `A field about a resource set becomes one rule for each pattern of the set (P5). A field that several names share
becomes one rule for each set of names. A name in a referenced file counts for the names that refer to it
(R11), one rule for each. So a short policy can produce millions of rules. One site may have 500,000. The
finding marks the field with the greatest share.`,
    (field: string, rules: number, most: number) =>
      words(
        `the policy has ${rules.toLocaleString('en')} rules, and the limit is ${most.toLocaleString('en')}; ${quote(field)} makes the most`,
        'merge fields about one resource set, or use a pattern with `*` in place of a long set',
      ),
  ),
}

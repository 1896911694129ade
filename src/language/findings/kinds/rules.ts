/** Findings: rules that contradict, repeat or undo each other. */
import { type KindOfFinding, listed, quote, quotedList, words } from '../words.ts'

const MOST_PATTERNS = 3

export const RULES_FINDINGS = {
  'browser-name': {
    code: 'ACAP059',
    severity: 'warning',
    words: (written: string, token: string, isCut: boolean) => {
      const letter = token.length === 1 ? 'a single letter' : 'a word that browsers or apps send'
      const what = /^\d+$/.test(token) ? 'a number' : letter
      return words(
        `${isCut ? `${quote(written)} is cut to ${quote(token)},` : `${quote(token)} is`} ${what}: it identifies no crawler`,
        'write the name that only the crawler sends',
      )
    },
    explain:
      'Browsers, in-app browsers, televisions, mail and chat clients send this word in ' +
      'their User-Agent, or it is a number or a single letter. A name that readers send ' +
      'identifies no crawler (I1): the edge refuses no client by it, but one whose whole ' +
      'header is a word that readers never send alone. It stays in the served robots.txt. ' +
      'A `User-agent` value is cut at its first character that is not a letter, digit, `-` ' +
      'or `_` (C1), so a whole header such as `Mozilla/5.0 (compatible; …)` is cut to ' +
      '`Mozilla`.',
  },
  'space-in-pattern': {
    code: 'ACAP069',
    severity: 'warning',
    words: (pattern: string) =>
      words(
        `${quote(pattern)} is one pattern with white space in it`,
        'write one line for each pattern, or `%20` for an intended space',
      ),
    explain:
      'A conventional rule has one pattern, and a request one path. White space is part of ' +
      "the pattern, as `%20` (P2). Only ACAP's resource sets are lists of patterns.",
  },
  contradiction: {
    code: 'ACAP080',
    severity: 'warning',
    words: (usage: string, pattern: string, prohibitionLine: number) =>
      words(
        `this permission of ${usage} never decides: line ${prohibitionLine} prohibits ${quote(pattern)}`,
        'remove one of the two',
      ),
    explain:
      'If fields of one level have equal patterns, the prohibition decides (L3), because ' +
      'neither is narrower (ACAP Part 1, 2.4.6). The permission and its qualifiers never ' +
      'apply.',
  },
  'shadowed-field': {
    code: 'ACAP081',
    severity: 'warning',
    words: (pattern: string, narrower: string, narrowerLine: number) =>
      words(
        `${quote(pattern)} never decides: ${quote(narrower)} in line ${narrowerLine} is narrower, and matches all that it matches`,
        'remove one of the two, or the wildcard at the end',
      ),
    explain:
      'Patterns are compared character by character: one that has ended is broader than ' +
      '`$`, `$` broader than `*`, and `*` broader than a character (ACAP Part 1, 2.4.6, ' +
      'L3). `/a/*` is therefore narrower than `/a/` though both match the same, and wins ' +
      'wherever both apply.',
  },
  'repeated-field': {
    code: 'ACAP082',
    severity: 'note',
    words: (firstLine: number) => words(`this repeats line ${firstLine}`, 'remove this line'),
    explain: 'Another line says the same to the same crawler. One line is easier to keep right.',
  },
  'wider-permission': {
    code: 'ACAP083',
    severity: 'note',
    words: (crawler: string, permission: string, opened: string) =>
      words(
        `${quote(permission)} also opens ${quote(opened)} to \`${crawler}\`, which is prohibited to others`,
        'repeat the prohibition in this record if it is meant for this crawler too',
      ),
    explain:
      'A field for a named crawler overrides every matching field for more crawlers, even ' +
      'a narrower one (ACAP Part 1, 2.2.1, L1). So this crawler may fetch pages that are ' +
      'closed to the others. If you do not want that, repeat the prohibition in its record.',
  },
  disagreement: {
    code: 'ACAP085',
    severity: 'note',
    words: (pattern: string, conventionalLine: number, effect: 'allow' | 'disallow') =>
      words(
        {
          allow: `${quote(pattern)} is open to crawlers that know ACAP, and closed to others by line ${conventionalLine}`,
          disallow: `${quote(pattern)} is closed to crawlers that know ACAP, and open to others by line ${conventionalLine}`,
        }[effect],
        'write the same in both, unless this is what you want',
      ),
    explain:
      'For the same pattern the ACAP field decides for crawlers that know ACAP (ACAP Part ' +
      '1, 2.10.2, C2), and the conventional rule for all others. That may be intended, to ' +
      'let in only crawlers that understand the conditions.',
  },
  'unmatchable-name': {
    code: 'ACAP087',
    severity: 'warning',
    words: (name: string, has: 'wildcard' | 'letters') =>
      words(
        `no User-Agent matches ${quote(name)}`,
        {
          wildcard: 'write the name without `*`, or `*` alone for any crawler',
          letters: 'write the name that the crawler sends',
        }[has],
      ),
    explain:
      'A crawler name must occur literally in the User-Agent header (ACAP Part 1, 2.3.1, ' +
      'I1). It has no wildcards except `*` alone, and a header contains only printable ' +
      'ASCII.',
  },
  'url-in-rule': {
    code: 'ACAP105',
    severity: 'warning',
    words: (rule: string) =>
      words(
        `${quote(rule)} never matches, because a rule is a path`,
        'write what follows the host',
      ),
    explain:
      'A rule is compared with path and query only (P1). A whole URL, which begins with a ' +
      'scheme, never matches (P4).',
  },
  'replaced-rules': {
    code: 'ACAP106',
    severity: 'warning',
    words: (name: string, others: number, patterns: readonly string[]) => {
      const who =
        others === 0
          ? `${quote(name)} does`
          : `${quote(name)} and ${others} other${others === 1 ? '' : 's'} do`
      const open = listed(patterns.map(quote), MOST_PATTERNS)
      return words(
        `${who} not read the rules for \`*\`, so ${open} ${patterns.length === 1 ? 'is' : 'are'} open here`,
        'repeat those rules in this group, or write `Allow: /` if everything else may be fetched',
      )
    },
    explain:
      'A crawler uses one group: the one with the longest name that matches, else the ' +
      'group for `*` (RFC 9309 2.2.1, C1). Its own group replaces the group for `*`. So ' +
      'pages that only the group for `*` closes are open to this crawler. A group that ' +
      'opens everything with `Disallow:` or `Allow: /` is not reported. Nor is anything in ' +
      'a file with so many long rules that comparing them all would take too long.',
  },
  'tied-rules': {
    code: 'ACAP107',
    severity: 'warning',
    words: (disallow: string, allow: string, allowLine: number, isSame: boolean) =>
      words(
        isSame
          ? `line ${allowLine} allows ${quote(disallow)} as well, and the Allow decides`
          : `line ${allowLine} allows ${quote(allow)}, which is as long, and the Allow decides where both match`,
        'remove one of the two, or make the one that should decide longer',
      ),
    explain:
      'The longest rule that matches a path decides. If two are equally long, the Allow ' +
      'decides (RFC 9309 2.2.2, C1). Parsers older than RFC 9309 use the first line ' +
      'instead. In a file with very many rules, only equal patterns are compared.',
  },
  'opened-pattern': {
    code: 'ACAP116',
    severity: 'note',
    words: (patterns: readonly string[]) => {
      const first = patterns[0]!
      return words(
        `a query opens what ${listed(patterns.map(quote), MOST_PATTERNS)} ${patterns.length === 1 ? 'closes' : 'close'}`,
        `add ${quote(`${first.slice(0, -1)}?`)} beside ${quote(first)}, or drop the \`$\``,
      )
    },
    explain:
      'A pattern that ends in `$` matches only where the path and its query end (P1). With ' +
      'a query, as in `/a.pdf?x`, the page is open, and most servers send it. An empty ' +
      'query or a final slash opens nothing at the edge (P6).',
  },
  'unproven-name': {
    code: 'ACAP140',
    severity: 'warning',
    words: (names: readonly string[], opened: string, remedy: 'fetch' | 'profile') =>
      words(
        `anybody who writes ${quotedList(names)} into a User-Agent header gets what is opened here, such as ${quote(opened)}: nothing proves the name`,
        {
          fetch: 'run `acap networks`, which fetches the addresses of its operator',
          profile:
            "add the operator's addresses (`networks`) or its key (`signature-agents`) to its profile in site.toml",
        }[remedy],
      ),
    silence: 'later',
    explain:
      'A group or record of its own lets the crawler do what `*` or its category may not. ' +
      'A name is claimed in a header that everybody can write. With a list of addresses in ' +
      '`.networks/`, or a signature (Web Bot Auth), the name counts only for its operator ' +
      '(I4). An unsigned request is believed where there is a key and no list, so ' +
      'addresses are the stronger proof. Where the page is not worth a forgery, `# ' +
      'acap-ignore` with a reason silences the finding.',
  },
} satisfies Readonly<Record<string, KindOfFinding>>

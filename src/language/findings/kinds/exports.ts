/** Findings: what the files of a server say otherwise than the policy. */
import { type KindOfFinding, quote, quotedList, words } from '../words.ts'

export const EXPORTS_FINDINGS = {
  'export-left-out': {
    code: 'ACAP170',
    severity: 'warning',
    words: (what: string, server: string, becomes: string) =>
      words(`${what} cannot be written for ${server}: ${becomes}`),
    silence: 'later',
    explain:
      'The files that `acap convert --to nginx` and the like write are static. They know ' +
      'the target and the name of a request, and no clock, counter or address. What needs ' +
      'one is left out, and opens nothing: hours are closed, and dates hold as of the ' +
      'stretch in which the files were written.',
  },
  'export-unchecked-name': {
    code: 'ACAP171',
    severity: 'warning',
    words: (names: readonly string[], server: string) =>
      words(
        `${server} cannot check ${quotedList(names)}: judged as a name that failed its check`,
        'serve such crawlers behind `acap gate`, which checks signatures',
      ),
    silence: 'later',
    explain:
      'A name counts only as far as it is proven (I4). Files that cannot check a signature ' +
      'judge a name with such a proof as failed: its own rules close, and ' +
      'so do those for nameless crawlers of its category. Who only claims the name is ' +
      'given nothing by it.',
  },
  'export-stricter': {
    code: 'ACAP172',
    severity: 'warning',
    words: (pattern: string, request: string, why: string) =>
      words(`stricter: ${quote(request)} is closed, against ${quote(pattern)} (${why})`),
    silence: 'later',
    explain:
      'The files of a server close more than the policy here. A target that an origin may ' +
      'read in several ways (`;`, `//`, `%2F`: P6) is closed where any closing pattern ' +
      'matches any of its spellings, and no permission opens it. Where patterns have an ' +
      'encoded character, and a hexadecimal digit behind `*`, paths with `+`, `,`, `:` and ' +
      'the like are closed to each group that closes anything. Visiting hours are closed.',
  },
  'export-leak': {
    code: 'ACAP173',
    severity: 'error',
    words: (request: string, userAgent: string) =>
      words(
        `nothing is written: the files would answer ${quote(request)} to ${quote(userAgent)} otherwise than the policy`,
        'report it, with the policy',
      ),
    silence: 'later',
    explain:
      'Before files are written they are read back as the server reads them, and asked. ' +
      'What the policy closes must be closed, people are never refused, and /robots.txt is ' +
      'open to everybody. This request shows that one of these would not hold.',
  },
  'export-idle': {
    code: 'ACAP174',
    severity: 'error',
    words: (mode: string) =>
      words(
        `nothing is written: the mode of the site is ${quote(mode)}, and files of a server always enforce`,
        'write `mode = "enforce"` in site.toml',
      ),
    silence: 'later',
    explain:
      'A policy in the mode `observe` or `off` refuses nobody. The files of a server have ' +
      'no such mode.',
  },
  'export-tried': {
    code: 'ACAP175',
    severity: 'note',
    words: (requests: number, isProven: boolean) =>
      words(
        isProven
          ? `proven for plain targets, by ${requests} requests to what the files say`
          : `not proven, ${requests} requests hold: the files were read back and asked`,
      ),
    silence: 'later',
    explain:
      'The files were read back by a model of the server. Patterns and expressions are ' +
      'automata: the shortest target for each place in both stands for every plain target ' +
      '(one spelling, in the form of P2). It is asked by each group of crawlers, and a closed ' +
      'path with the headers of people. Where there are too many places, the requests that ' +
      'were asked hold, and no more is known. That the server means what the model says, and ' +
      'what becomes of other spellings and headers, is tested in the real servers.',
  },
  'export-over-budget': {
    code: 'ACAP178',
    severity: 'error',
    words: (needs: readonly string[], plan: string, most: string, larger: string | null) =>
      words(
        `nothing is written: the plan ${plan} has ${most}, and ${needs.join('; ')}`,
        `${larger === null ? '' : `\`--plan ${larger}\` is enough; or `}name fewer crawlers, or fewer paths`,
      ),
    silence: 'later',
    explain:
      'A firewall has so many rules for each plan, and an expression so many characters. ' +
      'Rules that leave some of the names or paths out would open what the policy closes, ' +
      'so nothing is written. `User-agent: *` needs most: without regular expressions each ' +
      'known crawler is a test of its own.',
  },
  'export-budget': {
    code: 'ACAP179',
    severity: 'note',
    words: (needs: readonly string[], used: string, plan: string) =>
      words(`${used} of the plan ${plan}: ${needs.join('; ')}`),
    silence: 'later',
    explain:
      'How many of the rules of a plan the files take, and the characters of each group of ' +
      'crawlers. The rest is left for rules of your own.',
  },
  'export-loose-name': {
    code: 'ACAP190',
    severity: 'warning',
    words: (names: readonly string[], server: string) =>
      words(
        `readers send ${quotedList(names)}, too: ${server} refuses it where a product begins with it alone`,
      ),
    silence: 'later',
    explain:
      'A test without word boundaries would find a short name, or one that browsers have, ' +
      'in the headers of people. Such a name is looked for where a product begins: at the ' +
      'start, behind a parenthesis, or with a version. A header that has it elsewhere is ' +
      'not refused.',
  },
} satisfies Readonly<Record<string, KindOfFinding>>

/** Findings: fields of RFC 9309, the Extended Standard and younger drafts. */
import { didYouMean } from '../suggest.ts'
import { type KindOfFinding, listed, quote, quotedList, words } from '../words.ts'

export const CONVENTIONAL_FINDINGS = {
  'malformed-robot-version': {
    code: 'ACAP070',
    severity: 'warning',
    words: (version: string) =>
      words(
        `${quote(version)} is not a version, so the group is read by RFC 9309`,
        'write `2.0`, or `1.0`',
      ),
    explain:
      '`Robot-version` is a number such as `2.0`. With any other value the group is read ' +
      'by RFC 9309 (X1).',
  },
  'experimental-robot-version': {
    code: 'ACAP071',
    severity: 'warning',
    words: (version: string) =>
      words(
        `version ${quote(version)} is experimental, so crawlers ignore the group`,
        'write an even minor version, such as `2.0`',
      ),
    explain:
      'An odd minor version is experimental, and the standard of 1996 asks robots to ' +
      'ignore such a group: its names use the group of the next-longest matching token, or ' +
      'that of `*` (X1).',
  },
  'malformed-visit-time': {
    code: 'ACAP072',
    severity: 'warning',
    words: (window: string) =>
      words(
        `${quote(window)} is not a window of two times, so it is ignored`,
        'write two times, such as `0600-0845`',
      ),
    explain:
      'A visiting time is two times of day in UTC, `HHMM` or `HH:MM`, joined by `-` or ' +
      'white space. Another value is ignored (X2): crawlers may come at any time.',
  },
  'malformed-request-rate': {
    code: 'ACAP073',
    severity: 'warning',
    words: (rate: string) =>
      words(
        `${quote(rate)} is not a rate, so it is ignored`,
        'write `1/10m`, or `1/10m 1300-1659`',
      ),
    explain:
      'A rate is a number of documents, `/`, and a time in seconds, minutes (`m`) or hours ' +
      '(`h`), optionally followed by a window of two times. Another value is ignored (X3).',
  },
  'malformed-crawl-delay': {
    code: 'ACAP074',
    severity: 'warning',
    words: (delay: string) =>
      words(`${quote(delay)} is not a number of seconds, so it is ignored`, 'write a number'),
    explain:
      '`Crawl-delay` is a number of seconds between two documents. Another value is ' +
      'ignored (X3).',
  },
  'malformed-directives': {
    code: 'ACAP075',
    severity: 'warning',
    words: (rest: string) =>
      words(
        rest === ''
          ? 'the list ends too early, so the field is ignored'
          : `the list cannot be read from ${quote(rest)} on, so the field is ignored`,
        'the form is `token;name=value, token;name=value`',
      ),
    explain:
      '`App-Directives` is an optional path, white space, and a List of RFC 9651 whose ' +
      'members are application tokens with parameters: `examplesearch;widgets=?0, ' +
      'other;a=1`. Any other value is ignored as a whole (A1).',
  },
  'directive-of-no-token': {
    code: 'ACAP076',
    severity: 'warning',
    words: (application: string) =>
      words(
        `${quote(application)} is not the name of an application, so it is ignored`,
        'write the application as a token, without quotes',
      ),
    explain:
      'Each member of `App-Directives` is a Token: the identifier of an application. A ' +
      'string, number or inner list names no application and is ignored (A1).',
  },
  'relative-uri': {
    code: 'ACAP077',
    severity: 'warning',
    words: (field: string, uri: string) =>
      words(
        uri === '' ? `this \`${field}\` has no value` : `${quote(uri)} is not an absolute URI`,
        'write `https://` and the host before the path',
      ),
    explain: '`Sitemap` and `License` need an absolute URI. Crawlers ignore anything else.',
  },
  'malformed-signal': {
    code: 'ACAP078',
    severity: 'warning',
    words: (item: string, name: string, names: readonly string[], choices: readonly string[]) =>
      words(
        `${quote(item)} is not a signal`,
        choices.length === 0
          ? didYouMean(name, names, `write one of ${names.join(', ')}`)
          : `write \`${name}=\` with ${choices.join(' or ')}`,
      ),
    explain:
      '`Content-Signal` knows `search`, `ai-input` and `ai-train` with `yes` or `no`, and ' +
      '`use` with `immediate`, `reference` or `full`. Crawlers ignore anything else. The ' +
      'line is served unchanged.',
  },
  'malformed-preference': {
    code: 'ACAP079',
    severity: 'warning',
    words: (preference: string, breaksList: boolean) =>
      words(
        breaksList
          ? `${quote(preference)} cannot be read, so nothing of this line counts`
          : `${quote(preference)} is not a preference`,
        'write a category with `=y` or `=n`',
      ),
    explain:
      '`Content-Usage` is an optional path and a list of categories with `y` or `n`: ' +
      '`train-ai=n, search=y` (the drafts of AI Preferences). Crawlers ignore a category ' +
      'or a value that they do not know. A list that is no structured field (RFC 9651), ' +
      'such as one with a capital letter in a category, makes all of the line unknown. ' +
      'The line is served unchanged.',
  },
  'older-preference': {
    code: 'ACAP154',
    severity: 'warning',
    words: (label: string, renewed: string) =>
      words(
        `\`${label}\` is a label of an older draft of AI Preferences, which readers of today's do not know`,
        renewed === '' ? 'remove it: the line says it already' : `write \`${renewed}\``,
      ),
    explain:
      'The labels of Content-Usage changed from draft to draft. draft-ietf-aipref-vocab-08 ' +
      'has `train-ai`, `ai-use` and `search`. Readers ignore any other label, so an old ' +
      'one says nothing to them. Here a prohibition of an old label still counts, and a ' +
      'permission does not. What older labels covered was wider: no label of today is ' +
      'about the training of models that rank or classify.',
  },
  'unread-signal': {
    code: 'ACAP155',
    severity: 'warning',
    words: (field: string, token: string | null) =>
      words(
        token === null
          ? `nobody reads this \`${field}\`: its group names no crawler`
          : `nobody reads this \`${field}\`: no request carries the name \`${token}\``,
        'write it into the group for `*`, and into those of crawlers that have their own',
      ),
    explain:
      'A crawler reads the signals of its own group. A group whose names are empty or ' +
      'cannot be matched belongs to nobody. A policy token, such as `Google-Extended`, is ' +
      'read by its operator for `Disallow` alone; the pages are fetched under another name.',
  },
  'managed-block': {
    code: 'ACAP156',
    severity: 'note',
    words: (end: number) =>
      words(
        `the lines to line ${end} are Cloudflare's, which puts them in front of the file by itself`,
        'leave them out of the file that you keep; Cloudflare adds them when it serves the file',
      ),
    explain:
      'A zone with the managed robots.txt of Cloudflare gets these lines in front of its own ' +
      'file. So `User-agent: *` occurs twice, and both groups count together (C1). A ' +
      'crawler that the block closes by name does not read the rules for `*`. If a copy of ' +
      'the block is kept in the file, it is served twice and grows old.',
  },
  'license-in-group': {
    code: 'ACAP157',
    severity: 'warning',
    words: () =>
      words(
        'readers disagree whether this `License` is for the whole file or for the group above it',
        'write `License` once, before the first `User-agent`',
      ),
    explain:
      'RSL 1.0, 4.4.2, lets a `License` in a group replace that of the file (known ' +
      'second-hand). The guide of rslstandard.org says that `License` is not tied to any ' +
      'crawler. Only a line before every group means the same to both.',
  },
  'repeated-preference': {
    code: 'ACAP158',
    severity: 'warning',
    words: (label: string) =>
      words(`\`${label}\` stands twice on this line, and the last one counts`, 'remove the first'),
    explain:
      'A list of AI Preferences is a dictionary (RFC 9651): of two values of one label the ' +
      'last counts, of any type. `train-ai=n, train-ai` says nothing about training.',
  },
  'ignored-rate': {
    code: 'ACAP123',
    severity: 'warning',
    words: (field: string, engines: readonly string[], isOwn: boolean) => {
      const names = listed(engines.map(quote))
      const [ignore, get, their] =
        engines.length > 1 ? ['ignore', 'get', 'their'] : ['ignores', 'gets', 'its']
      return words(
        `${names} ${ignore} \`${field}\` and ${get} 429 for requests above this rate once the site enforces`,
        isOwn
          ? `remove the rate from the group of ${names}`
          : `give ${names} a group of ${their} own, with the same rules and without the rate`,
      )
    },
    explain:
      'The crawlers of Google and Yandex read neither `Crawl-delay` nor `Request-rate` ' +
      '(docs/interop.md). They come as fast as before, and where the site enforces, each ' +
      'request above the rate gets 429 (X3). After days of 429, a search engine crawls ' +
      'less and drops pages. A group for `*` applies to them unless they have a group of ' +
      'their own.',
  },
  'open-signal': {
    code: 'ACAP143',
    severity: 'warning',
    words: (signal: string, open: readonly string[], table: string | null) =>
      words(
        `\`${signal}\` asks, and closes nothing: ${quotedList(open)} may fetch pages here`,
        table === null
          ? 'close them with groups of their own, and `Disallow: /`'
          : `close them with \`[categories.${table}]\` and \`crawl = false\` in site.toml, or with groups of their own`,
      ),
    explain:
      'Content-Signal and Content-Usage state a preference about pages that a crawler has ' +
      'fetched already. Not every operator reads them, and the edge refuses nobody for ' +
      'them. Where the crawlers that it concerns may fetch, the statement is only a ' +
      'request. If that is what you mean, `# acap-ignore` with a reason silences the ' +
      'finding.',
  },
  'obsolete-host': {
    code: 'ACAP160',
    severity: 'note',
    words: () =>
      words(
        '`Host` has no reader left: Yandex, for which it was, stopped reading it in 2018',
        'remove this line',
      ),
    explain:
      '`Host` told Yandex which of several addresses of a site is the main one. Since March ' +
      '2018 Yandex reads redirects instead (301 from the other addresses). Other crawlers ' +
      "never read the field. `Clean-param`, Yandex's other field, is still read.",
  },
} satisfies Readonly<Record<string, KindOfFinding>>

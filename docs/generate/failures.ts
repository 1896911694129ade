/**
 * The table of failures, and what fails outside of it → the table of docs/architecture.md, in words.
 */
import { FAILURES, type Given } from '../../src/edge/failures.ts'

const GIVEN: Readonly<Record<Given, string>> = {
  untouched: 'the origin’s page, untouched',
  unavailable: '503 with `Retry-After`',
  page: 'the page, as far as it comes',
}

interface Words {
  readonly what: string
  /** What there is to add about crawlers. */
  readonly crawler?: string
}

const ROBOTS = '`/robots.txt` gives it to everybody'

const WORDS: Readonly<Record<keyof typeof FAILURES, Words>> = {
  policies: {
    what: 'the bundle: missing, corrupt, of an unknown version; a store: not reached since the start, or without a version and no site was shipped',
    crawler: `from a store after 1 s at most; ${ROBOTS}`,
  },
  site: {
    what: 'the program of a site: missing, damaged, and no last good one',
    crawler: `for this site, from a store after 1 s at most; ${ROBOTS}`,
  },
  'broken page': {
    what: 'the origin: breaks off within a page',
    crawler: 'unless the page was sent already',
  },
  meta: {
    what: 'a page whose own META cannot be read',
    crawler: 'the page where the site says `serve`; no body where the status is no success',
  },
  code: { what: 'our own code' },
}

/** What fails without a choice: each client gets what the platform or the stage has. */
const OTHERS: readonly (readonly [what: string, readers: string, crawlers: string])[] = [
  ['the origin: down, slow, reset', '502 or 504', '502 or 504'],
  [
    'the counter of a rate: unreachable, or slower than a second (Redis: 100 ms)',
    'nothing of it',
    'the page; it is logged',
  ],
  ['a page that cannot be rewritten safely', 'the page, and headers instead of tags', 'the same'],
  [
    'a key directory: slow, too large, redirecting, down',
    'nothing of it; they never wait for one',
    'the decision without the signature, after 2 s at most',
  ],
  ['the decision of a version on trial', 'nothing of it', 'nothing of it; it is logged'],
]

/** The rows, one for each failure. */
export function failureTable(): string {
  const chosen = Object.entries(WORDS).map(([key, { what, crawler }]) => {
    const [readers, crawlers, observed] = FAILURES[key as keyof typeof FAILURES]
    const more = crawler === undefined ? '' : `; ${crawler}`
    return [
      what,
      GIVEN[readers],
      GIVEN[crawlers] + more,
      observed === crawlers ? 'the same' : GIVEN[observed],
    ]
  })
  const head = [
    'what fails',
    'readers get',
    'crawlers get',
    'crawlers get where the policy only observes',
  ]
  const rows = [
    head,
    head.map(() => '---'),
    ...chosen,
    ...OTHERS.map((row) => [...row, 'the same']),
  ]
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/**
 * The table of failures → the table of docs/architecture.md, in words.
 */
import { FAILURES, type Given } from '../../src/edge/failures.ts'

const GIVEN: Readonly<Record<Given, string>> = {
  untouched: 'the origin’s page, untouched',
  unavailable: '503 with `Retry-After`',
  page: 'the page',
  nothing: 'nothing of it',
  headers: 'the page as it is, and headers instead of tags',
  gateway: '502 or 504',
  cut: 'the same truncated page',
}

interface Words {
  readonly what: string
  /** What there is to add about readers, and about crawlers. */
  readonly reader?: string
  readonly crawler?: string
}

const ROBOTS = '`/robots.txt` gives it to everybody'

const WORDS: Readonly<Record<keyof typeof FAILURES, Words>> = {
  policies: { what: 'the bundle: missing, corrupt, of an unknown version', crawler: ROBOTS },
  store: {
    what: 'a store: not reached since the start, for hosts that the shipped bundle does not name',
    crawler: `after 1 s at most; ${ROBOTS}`,
  },
  'stored site': {
    what: 'a site’s program in a store: missing, damaged, and no last good one',
    crawler: `after 1 s at most; ${ROBOTS}`,
  },
  site: { what: 'the part of a bundle that holds one site', crawler: `for this site; ${ROBOTS}` },
  origin: { what: 'the origin: down, slow, reset' },
  'broken page': {
    what: 'the origin: breaks off within a page',
    crawler: 'the truncated page where it was sent already',
  },
  rate: {
    what: 'the counter of a rate: unreachable, or slower than a second (Redis: 100 ms)',
    crawler: 'it is logged',
  },
  place: { what: 'a page that cannot be rewritten safely' },
  meta: {
    what: 'a page whose own META cannot be read',
    crawler: 'the page where the site says `serve`; no body where the status is no success',
  },
  keys: {
    what: 'a key directory: slow, too large, redirecting, down',
    reader: 'they never wait for one',
    crawler: 'the decision without the signature, after 2 s at most',
  },
  trial: { what: 'the decision of a version on trial' },
  code: { what: 'our own code' },
}

/** The rows, one for each failure. */
export function failureTable(): string {
  const rows = Object.entries(WORDS).map(([key, { what, reader, crawler }]) => {
    const [ofReaders, ofCrawlers, observed] = FAILURES[key as keyof typeof FAILURES]
    const isSame = observed === ofCrawlers
    const cells = [cell(ofReaders, reader), cell(ofCrawlers, crawler), isSame ? 'the same' : GIVEN[observed]]
    return `| ${[what, ...cells].join(' | ')} |`
  })
  const head = ['what fails', 'readers get', 'crawlers get', 'crawlers get where the policy only observes']
  return [`| ${head.join(' | ')} |`, `| ${head.map(() => '---').join(' | ')} |`, ...rows].join('\n')
}

function cell(given: Given, more: string | undefined): string {
  return more === undefined ? GIVEN[given] : `${GIVEN[given]}; ${more}`
}

/**
 * A row of extension-directives.json → what its engine and what this project make of one field of the 1996 standard, as
 * comparable text. Fields that bear on no decision here (Content-Signal, Clean-param, …) are kept and printed, not compared.
 */

import type { ConventionalSetting, Window } from '../../../src/language/policy/policy.ts'
import { readText } from '../../../src/language/site/read-site.ts'
import { groupFor } from '../../reference/conventional.ts'
import { chains, nameMatches } from '../../reference/names.ts'

/** A row: `values` as written for crawler-commons, `parsed` for protego. */
export interface ExtensionVector {
  readonly id: string
  readonly robots: string
  readonly userAgent: string
  readonly directive: string
  readonly values?: readonly string[] | null
  readonly parsed?: Parsed | null
}

interface Parsed {
  readonly requests?: number
  readonly seconds?: number
  readonly start: string | null
  readonly end: string | null
}

const COMPARED = new Set(['request-rate', 'visit-time', 'comment', 'robot-version'])

const RUN_GOES_ON =
  'a run of User-agent lines goes on over Request-rate (R4, RFC 9309 2.2.4); protego ends it there'

/** Where this project reads a row otherwise, what it reads, and why. */
export const STATED_DIFFERENCES: Readonly<
  Record<string, { readonly ours: string; readonly why: string }>
> = {
  'protego/request-rate-bare/one': {
    ours: 'one in 60 s, one in 6 s, one in 2 s, one in 5 s, one in 10 s 0600-0845',
    why: RUN_GOES_ON,
  },
  'protego/request-rate-bare/two': {
    ours: 'one in 6 s, one in 2 s, one in 5 s, one in 10 s 0600-0845',
    why: RUN_GOES_ON,
  },
  'protego/request-rate-bare/three': {
    ours: 'one in 2 s, one in 5 s, one in 10 s 0600-0845',
    why: RUN_GOES_ON,
  },
  'protego/request-rate-bare/four': { ours: 'one in 5 s, one in 10 s 0600-0845', why: RUN_GOES_ON },
  'protego/request-rate-units/one': {
    ours: 'one in 10 s, one in 9 s, one in 9 s, one in 10 s 1820-1940',
    why: RUN_GOES_ON,
  },
  'protego/request-rate-units/two': {
    ours: 'one in 9 s, one in 9 s, one in 10 s 1820-1940',
    why: RUN_GOES_ON,
  },
  'protego/request-rate-units/three': {
    ours: 'one in 9 s, one in 10 s 1820-1940',
    why: RUN_GOES_ON,
  },
  'protego/request-rate-units/four': {
    ours: 'one in 10 s 1820-1940',
    why: `${RUN_GOES_ON}; X3 has no unit \`d\``,
  },
}

/** Both readings of a row. */
export function extensionValues({ robots, userAgent, directive, values, parsed }: ExtensionVector) {
  if (!COMPARED.has(directive)) return { theirs: '', ours: '' }
  const settings = settingsFor(robots, userAgent).filter(({ value }) => value.kind === directive)
  if (parsed === undefined) {
    const written = settings.map(({ origin }) =>
      origin.text.slice(origin.text.indexOf(':') + 1).trim(),
    )
    return { theirs: (values ?? []).join(', '), ours: written.join(', ') }
  }
  return {
    theirs: parsed === null ? '' : tellParsed(parsed),
    ours: settings.map(tellSetting).join(', '),
  }
}

function settingsFor(robots: string, userAgent: string): readonly ConventionalSetting[] {
  const groups = readText(robots).policy.repGroups
  const tokens = new Set(groups.flatMap((group) => group.tokens))
  const [chain] = chains(
    [...tokens].filter((token) => token !== '*' && nameMatches(token, userAgent)),
  )
  return groupFor(groups, chain!)?.settings ?? []
}

function tellParsed({ requests, seconds, start, end }: Parsed): string {
  const window = start === null ? '' : `${start}-${end}`
  return requests === undefined ? window : `one in ${seconds! / requests} s ${window}`.trim()
}

function tellSetting({ value }: ConventionalSetting): string {
  if (value.kind === 'visit-time') return value.windows.map(tellWindow).join(', ')
  if (value.kind !== 'request-rate') return ''
  return `one in ${value.seconds} s ${value.window === null ? '' : tellWindow(value.window)}`.trim()
}

function tellWindow({ from, to }: Window): string {
  return [from, to]
    .map((at) => `${Math.floor(at / 60)}`.padStart(2, '0') + `${at % 60}`.padStart(2, '0'))
    .join('-')
}

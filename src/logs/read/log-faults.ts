/**
 * Explains lines that match no format, and what to type. Each row is a format that cannot be read
 * without help.
 */
import { UsageError } from '../../base/faults.ts'
import type { UnreadLine } from '../report/replay-report.ts'
import { cellsIn, objectIn } from './json-rows.ts'
import { LINE_PREFIXES } from './log-formats.ts'
import { PartNames } from './log-parts.ts'

interface KnownFault {
  readonly mark: RegExp
  readonly why: string
  readonly help: string
}

const AGENTLESS = 'which has no User-Agent'

const KNOWN_FAULTS: readonly KnownFault[] = [
  {
    mark: /^(?:\S+ )?\S+ \S+ \S+ \[\d\d\/\w{3}\/\d{4}:[^\]]+\] "[^"]*" \d{3} (?:\d+|-)\s*$/,
    why: `it is Common Log Format, ${AGENTLESS}`,
    help:
      'let the server write the combined format: `access_log … combined` (nginx), ' +
      '`CustomLog … combined` (Apache)',
  },
  {
    mark: /heroku\[router\]|^at=\w+ .*\bmethod=[A-Z]+ path=/,
    why: `it is of Heroku’s router, ${AGENTLESS}`,
    help: 'log requests in the app: https://devcenter.heroku.com/articles/http-routing',
  },
  {
    mark: /\[\d\d\/\w{3}\/\d{4}:[\d:]+\.\d+\] \S+ \S+\/\S+ -?\d+\/.*\{.*\} "/,
    why: 'it is of HAProxy, which does not say what it captured',
    help: 'if that is the User-Agent alone: --format \'$remote_addr [$time_local] $- $- $- $status $bytes_sent $- $- $- $- $- {$http_user_agent} "$request"\'',
  },
  {
    mark: /\[\d\d\/\w{3}\/\d{4}:[\d:]+\.\d+\] \S+ \S+\/\S+ -?\d+\//,
    why: `it is of HAProxy, ${AGENTLESS}`,
    help:
      '`http-request capture req.hdr(User-Agent) len 256` in haproxy.cfg, ' +
      'then --format (acap report --help)',
  },
  {
    mark: /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d \[\w+\] |^\[\w{3} \w{3} \d\d [\d:.]+ \d{4}\] \[/,
    why: 'it is a log of errors',
    help: 'name the log of requests: access.log',
  },
  {
    mark: /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d \S+ .*\+|\t\d\d:\d\d:\d\d\t)/,
    why: 'it is a W3C log whose `#Fields:` is not there',
    help: 'put the `#Fields:` line of its first file before it',
  },
  {
    mark: /^"\d{4}-\d\d-\d\d" "\d\d:\d\d:\d\d" /,
    why: 'it is of Imperva, whose paths begin with a host',
    help: 'let it log the path alone',
  },
  {
    mark: /\] "[^"]*" [45]\d\d (?:\d+|-) "-" "-"/,
    why: 'it is no request: what came names no path',
    help: 'name a log that has others, too',
  },
  {
    mark: /^\d{10}\.\d{6}\t\w+\t/,
    why: 'it is of Zeek',
    help: 'let Zeek write JSON (`LogAscii::use_json=T`), then --map ip=id.orig_h status=status_code',
  },
  {
    mark: /\] \(\d+ s\) "[^"]*" \d{3} \d+ "/,
    why: 'it is of Gandi',
    help: '--format \'$host $remote_addr - $remote_user [$time_local] ($- s) "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"\'',
  },
  {
    mark: /^[\w"-]+(?:,[\w" -]+){3,}$/,
    why: 'it is perhaps CSV',
    help: 'acap report --engine duckdb FILE reads CSV whose first line names the columns',
  },
  { mark: /^\s*</, why: 'it is XML or HTML', help: 'name the text file of the log' },
]

const NO_AGENT = 'no line has a User-Agent, so crawlers cannot be told from readers'

/** What to say where no line was understood. */
export function misread(
  command: string,
  paths: readonly string[],
  first: UnreadLine | undefined,
): UsageError {
  const logs = `\`${paths.join(' ')}\``
  if (first === undefined) return new UsageError(`no line of ${logs} was understood`)
  const fault = faultOf(first)
  const seen = `the first is \`${first.text.slice(0, LONGEST_SAMPLE)}\``
  return new UsageError(
    `no line of ${logs} was understood${fault === null ? '' : `: ${fault.why}`}; ${seen}`,
    fault?.help ?? `acap ${command} --help lists the formats; --format and --map name others`,
  )
}

const LONGEST_SAMPLE = 300

/**
 * Requests without the place of a User-Agent: @returns what to say of a log that has nothing else
 */
export function agentless(path: string): UsageError {
  return new UsageError(
    `\`${path}\`: ${NO_AGENT}`,
    'let the server log the header, or give its name: --map userAgent=NAME',
  )
}

/** Why a line is not understood, and what helps; null where that is not known. */
function faultOf({ text, lack }: UnreadLine): Pick<KnownFault, 'why' | 'help'> | null {
  if (lack !== undefined)
    return { why: `its \`#Fields:\` lack ${lack}`, help: 'let the server log that field, too' }
  const plain = LINE_PREFIXES.reduce((line, prefix) => line.replace(prefix, ''), text)
  return (
    faultOfObject(text) ??
    KNOWN_FAULTS.find(({ mark }) => mark.test(text) || mark.test(plain)) ??
    null
  )
}

const MOST_MEMBERS = 12

/** An object of JSON whose members have other names. */
function faultOfObject(text: string): Pick<KnownFault, 'why' | 'help'> | null {
  const row = text.startsWith('{') ? objectIn(text) : null
  if (row === null) return null
  const { userAgent, target, request } = cellsIn(row, new PartNames())
  const missing = [
    ...(userAgent === null ? [['userAgent', 'a User-Agent'] as const] : []),
    ...(target === null && request === null ? [['target', 'a path'] as const] : []),
  ]
  if (missing.length === 0) return null
  const members = Object.keys(row).slice(0, MOST_MEMBERS).join(', ')
  const unknown = missing.map(([, what]) => what).join(' and ')
  return {
    why: `no member is known for ${unknown} (it has ${members})`,
    help: `--map ${missing.map(([part]) => `${part}=NAME`).join(' ')}`,
  }
}

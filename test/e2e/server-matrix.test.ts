/**
 * Hosts × request lines for a closed page, on the wire, through the servers of Debian: the page never goes to a refused
 * crawler, and server-answers.md says what each server answers. `UPDATE_GOLDEN=1 ACAP_LONG=1 npx vitest run --project e2e
 * test/e2e/server-matrix.test.ts` writes that table again. Without `ACAP_LONG`, one host has every line, and one line
 * every host.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { missing } from '../support/debian.ts'
import { gate } from '../support/doors/gate.ts'
import { octetsOrigin, sent, statusOf } from '../support/doors/octets-origin.ts'
import { HOSTS, type HostLines, REQUEST_LINES } from '../support/doors/server-matrix.ts'
import { SERVER_KINDS } from '../support/doors/servers.ts'
import { runs } from '../support/runs.ts'
import { BROWSER } from '../support/tagging-policy.ts'

const GOLDEN = join(import.meta.dirname, 'server-answers.md')
const isLong = runs(0, 1) === 1
const PAGE = 'the closed page'
const CRAWLER = 'ClosedOne/1.0'
const BY_GATE = ' by the gate'
const FILES = {
  'robots.txt': 'User-agent: ClosedOne\nDisallow: /closed/\n',
  'site.toml': 'hosts = ["news.test", "*"]\n',
}
const ASKING = SERVER_KINDS.filter(({ authorize }) => authorize !== null)
const [FIRST_HOST] = HOSTS as readonly [HostLines]
const [FIRST_LINE] = REQUEST_LINES as readonly [string]

/** One request of both clients: what the crawler and a reader get. */
interface Cell {
  readonly host: HostLines
  readonly line: string
}

const CELLS: readonly Cell[] = HOSTS.flatMap((host) =>
  REQUEST_LINES.map((line) => ({ host, line })),
).filter(({ host, line }) => isLong || host === FIRST_HOST || line === FIRST_LINE)

const keyOf = ({ host, line }: Cell) => `${host.about} ${line}`
const requestOf = ({ host, line }: Cell, userAgent: string) =>
  [
    line,
    ...host.lines,
    `User-Agent: ${userAgent}`,
    'Content-Length: 0',
    'Connection: close',
    '',
    '',
  ].join('\r\n')

/** The status; and who says it, where both the server and the gate might. */
function answerIn(received: string): string {
  const status = statusOf(received)
  return status === '400' && received.includes('the host of this request')
    ? status + BY_GATE
    : status
}

/** The answers of one server to all cells, some at a time. */
async function answersOf(port: number, seen: readonly string[]): Promise<Answers> {
  const answers = new Map<string, string>()
  const left = [...CELLS]
  const work = async () => {
    for (let cell = left.pop(); cell !== undefined; cell = left.pop()) {
      const refused = await sent(port, requestOf(cell, CRAWLER))
      const read = await sent(port, requestOf(cell, BROWSER))
      expect([keyOf(cell), refused.includes(PAGE)]).toEqual([keyOf(cell), false])
      const both = [answerIn(refused), answerIn(read)]
      answers.set(keyOf(cell), both[0] === both[1] ? both[0]! : both.join(', '))
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  expect(seen.filter((header) => header.includes(CRAWLER))).toEqual([])
  return answers
}

type Answers = ReadonlyMap<string, string>
const found = new Map<string, Answers>()

describe('a closed page never goes to a refused crawler', () => {
  test('in a matrix of 100 hosts and 40 request lines', () => {
    expect(HOSTS.length).toBeGreaterThanOrEqual(100)
    expect(REQUEST_LINES.length).toBeGreaterThanOrEqual(40)
  })

  test.each(ASKING)(
    'behind $name',
    { timeout: 600_000 },
    async ({ name, program, authorize, start }) => {
      if (missing(`the matrix of ${name}`, program)) return
      const origin = await octetsOrigin(PAGE)
      const { url, log } = await gate({
        files: FILES,
        answer: () => undefined,
        settings: { authorize, trust: ['loopback'] },
      })
      const port = await start({ gate: new URL(url).host, origin: origin.at })
      found.set(name, await answersOf(port, origin.seen))
      expect(log.filter(({ acap }) => acap === 'fault')).toEqual([])
    },
  )

  test('and each server answers as server-answers.md says', () => {
    const names = ASKING.map(({ name }) => name)
    if (names.some((name) => !found.has(name)))
      return console.log('skipped: the table needs all servers')
    const text = [...tables(names), ...(isLong ? [together(names)] : [])].join('\n')
    if (process.env.UPDATE_GOLDEN === '1' && isLong) writeFileSync(GOLDEN, text)
    const golden = readFileSync(GOLDEN, 'utf8')
    expect(text).toBe(isLong ? golden : golden.slice(0, text.length))
  })
})

const answer = (name: string, cell: Cell) => found.get(name)!.get(keyOf(cell))!

/** One line with every host, and one host with every line. */
function tables(names: readonly string[]): readonly string[] {
  const of = (cell: Cell) => names.map((name) => answer(name, cell))
  const hosts = HOSTS.map((host) => [host.about, ...of({ host, line: FIRST_LINE })])
  const lines = REQUEST_LINES.map((line) => [line, ...of({ host: FIRST_HOST, line })])
  return [
    `# What servers answer to a refused crawler, and to a reader where that is another status\n`,
    table(`Host, in \`${FIRST_LINE}\``, names, hosts),
    table(`Request line, with \`Host: ${FIRST_HOST.about}\``, names, lines),
  ]
}

/** Where a host and a line together are answered otherwise than by the stricter one of their rows. */
function together(names: readonly string[]): string {
  const rows = new Map<string, number>()
  for (const name of names) {
    for (const { host, line } of CELLS) {
      const [byHost, byLine] = [
        answer(name, { host, line: FIRST_LINE }),
        answer(name, { host: FIRST_HOST, line }),
      ]
      const both = answer(name, { host, line })
      const expected = byHost.startsWith('400') || byLine.startsWith('400') ? '400' : byLine
      if (both.replace(BY_GATE, '') === expected.replace(BY_GATE, '')) continue
      const key = JSON.stringify([name, line, byHost, byLine, both])
      rows.set(key, (rows.get(key) ?? 0) + 1)
    }
  }
  const columns = ['request line', 'by the host alone', 'by the line alone', 'together', 'hosts']
  return table(
    'Server',
    columns,
    Array.from(rows, ([key, count]) => [...JSON.parse(key), String(count)]),
  )
}

function table(
  first: string,
  names: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const head = [first, ...names]
  const lines = [
    head,
    head.map(() => '---'),
    ...rows.map(([about, ...rest]) => [codeOf(about!), ...rest.map(codeOf)]),
  ]
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
}

/** A cell of Markdown, in ASCII. */
function codeOf(text: string): string {
  const plain = text.replace(
    /[^ -~]/g,
    (octet) => `\\x${octet.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
  return plain.replaceAll('|', '\\|')
}

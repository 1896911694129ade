/**
 * Every sentence of report and replay about logs, beside counts made without them: of known traffic, and of logs in the combined
 * format in the folder that ACAP_LOGS names.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { identify } from '../../src/registry.ts'
import {
  type CountedLog,
  falseReplay,
  falseSentences,
  REFUSALS,
  searchOf,
} from '../support/claims/check-report.ts'
import { acap, folderWith } from '../support/cli/acap.ts'
import { logOf } from '../support/logs/known-formats.ts'
import { HOUR, knownFolder, ROBOTS_ARGS, traffic, truthOf } from '../support/logs/known-traffic.ts'
import { runs } from '../support/runs.ts'

const all = traffic(11).slice(0, runs(1200, 4000))
const counted = truthOf(all)
const truth: CountedLog = {
  total: all.length,
  readers: all.filter(({ name }) => name === 'reader').length,
  hours: new Set(all.map(({ time }) => Math.floor(time / HOUR))).size,
  bytes: counted.reduce((total, { bytes }) => total + bytes, 0),
  crawlers: counted.map(({ name, requests, forged, proof, violations }) => ({
    ...searchOf(name, 0),
    name,
    requests,
    forged: forged?.requests ?? 0,
    verified: proof.verified,
    proven: violations.proven,
    unseen: violations.unseen,
    onBehalf: false,
  })),
}

/** Made once, by the first test that reads it. */
let report: string | null = null
function knownReport(): string {
  report ??= acap(['report', 'log', ...ROBOTS_ARGS], { cwd: knownFolder({ log: logOf(all) }) }).out
  return report
}

it('a report of known traffic', () => {
  const { kinds, faults } = falseSentences(knownReport(), truth)
  expect(faults).toEqual([])
  for (const kind of [
    'who came',
    'who broke',
    'proof',
    'hours',
    'cost',
    'forged',
    'new name',
    'row',
  ])
    expect(kinds, kind).toContain(kind)
})

it.each([
  ['a request more', (text: string) => text.replace(/made (\d)/, 'made 1$1')],
  [
    'what was not read',
    (text: string) =>
      text.replace(
        /, and it had read that text in the day before/,
        ', and no fetch of robots.txt was seen in the day before',
      ),
  ],
  ['proof', (text: string) => text.replace('A client that calls itself ', '')],
  ['an hour more', (text: string) => text.replace(/has requests of (\d)/, 'has requests of 1$1')],
  ['other octets', (text: string) => text.replace(/were sent (\d)/, 'were sent 1$1')],
  ['a number in a row', (text: string) => text.replace(/^(GPTBot +training +)\d+/m, '$11')],
])('a lie is found: %s', (_, lie) => {
  const out = knownReport()
  expect(lie(out)).not.toBe(out)
  expect(falseSentences(lie(out), truth).faults).not.toEqual([])
})

/** The rules of the policies that logs of others are held to. */
const CLOSED = ['/private/', '/presentations/', '/wp-', '/images/', '/blog/']
const ROBOTS = `User-agent: *\n${CLOSED.map((path) => `Disallow: ${path}\n`).join('')}`
const POLICIES = {
  'policies/a/robots.txt': ROBOTS,
  'policies/a/site.toml': 'hosts = ["a.test"]\nmode = "enforce"\n',
}

const LINE =
  /^(\d+\.\d+\.\d+\.\d+|[\da-f]*:[\da-f:]*) \S+ \S.*? \[(\d\d)\/(\w{3})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)\] "(\S+) (\S+)[^"]*" (\d{3}) (\d+|-) "(?:[^"\\]|\\.)*" "((?:[^"\\]|\\.)*)"$/

interface Seen {
  readonly actor: string
  readonly name: string | null
  readonly isOnBehalf: boolean
  readonly method: string
  readonly path: string
  readonly time: number
  readonly status: number
  readonly bytes: number
  readonly ip: string
}

/** A line by its letters; null for one of another format. */
function seenIn(line: string): Seen | null {
  const found = LINE.exec(line)
  if (found === null) return null
  const [, ip, day, month, year, clock, hours, minutes, method, path, status, bytes, agent] =
    found as unknown as readonly string[]
  const { kind, name, category } = identify(agent === '-' ? '' : agent!)
  return {
    ip: ip!,
    actor: `${name} ${ip!.split('.').slice(0, 3).join('.')}`,
    name: kind === 'crawler' ? (name ?? '(no name)') : null,
    isOnBehalf: category === 'assistant' || category === 'agent',
    method: method!,
    path: path!,
    time: Date.parse(`${day} ${month} ${year} ${clock} ${hours}${minutes}`),
    status: Number(status),
    bytes: Number(bytes) || 0,
  }
}

/** By hand: one machine's, of private networks, of links. */
const PRIVATE =
  /^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.|^(?:f[cd]|fe[89ab])|^::1?$/i

const isRobots = ({ path }: Seen) => /^\/robots\.txt(?:\?|$)/.test(path)
/** Served to everybody before any rule (P7). */
const isExempt = (each: Seen) =>
  isRobots(each) || each.path.startsWith('/.well-known/acme-challenge/')
const isClosed = ({ path }: Seen) => CLOSED.some((each) => path.startsWith(each))

/** Whether the last fetch of its robots.txt in the day before was read; null where there is none. */
function hadRead(request: Seen, fetches: readonly Seen[]): boolean | null {
  const before = fetches.filter(
    ({ actor, time }) =>
      actor === request.actor && time <= request.time && time >= request.time - 24 * HOUR,
  )
  const last = Math.max(...before.map(({ time }) => time))
  const latest = before.filter(({ time }) => time === last)
  return latest.length === 0 ? null : latest.some(({ status }) => status < 400)
}

function countedIn(seen: readonly Seen[]): CountedLog {
  const fetches = seen.filter(
    (each) => each.name !== null && isRobots(each) && each.method === 'GET',
  )
  const names = [...new Set(seen.flatMap(({ name }) => name ?? []))]
  const crawlers = names.map((name) => {
    const own = seen.filter((each) => each.name === name)
    const broken = own.filter((each) => isClosed(each)).map((each) => hadRead(each, fetches))
    return {
      ...searchOf(name, own.filter(({ status }) => REFUSALS.includes(status)).length),
      name,
      requests: own.length,
      forged: 0,
      verified: 0,
      proven: broken.filter((read) => read === true).length,
      unseen: broken.filter((read) => read === null).length,
      onBehalf: own[0]!.isOnBehalf,
    }
  })
  return {
    total: seen.length,
    readers: seen.filter(({ name }) => name === null).length,
    hours: new Set(seen.map(({ time }) => Math.floor(time / HOUR))).size,
    bytes: seen.reduce((total, { name, bytes }) => total + (name === null ? 0 : bytes), 0),
    proxied: seen.filter(({ name, ip }) => name !== null && PRIVATE.test(ip)).length,
    crawlers,
  }
}

const folder = process.env.ACAP_LOGS
const logs = folder === undefined ? [] : readdirSync(folder)
const ownLog = logOf(
  traffic(3)
    .slice(0, 800)
    .map((each) => ({ ...each, path: each.path.replace('/a/', '/blog/') })),
)

it.each([
  ['known traffic, read by its letters', ownLog] as const,
  ...logs.map((name) => [name, readFileSync(join(folder!, name), 'latin1')] as const),
])('%s', (_, log) => {
  // Lines in another format are counted by nothing here.
  const read = log.split(/\r?\n/).flatMap((line) => {
    const seen = seenIn(line)
    return seen?.path.startsWith('/') === true && !Number.isNaN(seen.time) ? [{ line, seen }] : []
  })
  if (read.length === 0) return
  const whole = read.map(({ seen }) => seen)
  const text = read.map(({ line }) => `${line}\n`).join('')
  const at = folderWith({ ...POLICIES, log: Buffer.from(text, 'latin1') })
  expect(falseSentences(acap(['report', 'log'], { cwd: at }).out, countedIn(whole)).faults).toEqual(
    [],
  )
  const crawlers = whole.filter((each) => each.name !== null && !isExempt(each))
  const refused = crawlers.filter(isClosed).length
  const readers = whole.filter((each) => each.name === null && !isExempt(each)).length
  const replay = acap(['replay', 'log'], { cwd: at }).out
  expect(
    falseReplay(replay, {
      lines: whole.length,
      readers,
      exempt: whole.length - readers - crawlers.length,
      permitted: crawlers.length - refused,
      refused,
    }),
  ).toEqual([])
})

/**
 * Mixed traffic for one deployment of many sites: the example, the presets and generated policies, who asks them for
 * what, and what the reference evaluator says of each request. Nothing here asks the engine.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { PACKAGE_ROOT } from '../../../src/base/files/package-root.ts'
import { shorterTargets, spellings } from '../../../src/decide/spellings.ts'
import { readSite } from '../../../src/language/site/read-site.ts'
import { encode } from '../../../src/program/encode.ts'
import type { SiteProgram } from '../../../src/program/program.ts'
import type { Outcome } from '../../../src/words/decision-words.ts'
import { decideByReference } from '../../reference.ts'
import { random } from '../base/random.ts'
import { registryOf } from '../bundle.ts'
import { compileReading, type Reading } from '../decide/evaluators.ts'
import { policies } from '../language/generate-policies.ts'

/** One request, and what is to become of it. */
export interface Asked {
  readonly host: string
  readonly target: string
  readonly userAgent: string
  readonly isReader: boolean
  readonly outcome: Outcome
}

const READERS = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0; SLCC1; .NET CLR 2.0.50727)',
  'Lynx/2.9.2 libwww-FM/2.14 SSL-MM/1.4.1 OpenSSL/3.5.1',
]

/** Known to the registry alone: a client with this name beside others is a crawler, and its other names count. */
const KNOWN = 'TrafficBot'

/** What depends on the clock; other tests are about that. */
const TIMED = /^[^\S\n]*(?:visit|request|crawl)[ -](?:time|rate|delay).*$/gim

const GENERATED = 24
const TARGETS = 60
const SEED = 20261121

/** A site before it is compiled: its files, and the names and patterns that its requests are aimed at. */
interface Subject {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
  readonly names: readonly string[]
  readonly patterns: readonly string[]
}

function subjects(): readonly Subject[] {
  const presets = join(PACKAGE_ROOT, 'src/cli/presets')
  const written = [
    subjectIn(join(PACKAGE_ROOT, 'policies/example-news'), 'example'),
    ...readdirSync(presets).map((name) => subjectIn(join(presets, name), name)),
  ]
  const generated = fc
    .sample(policies, { seed: SEED, numRuns: GENERATED })
    .map(({ files, patterns }, i) => ({
      name: `generated${i}`,
      files: { 'robots.txt': files['robots.txt']!.replace(TIMED, '') },
      names: ['ab/1', 'a', 'abc', 'b bot', 'a-b', 'robots ab', 'x'],
      patterns,
    }))
  return [...written, ...generated]
}

/** A folder of policy files; a route that only observes would let pass what is prohibited. */
function subjectIn(folder: string, name: string): Subject {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const robots = read('robots.txt').replace(TIMED, '')
  const names = [...robots.matchAll(/^(?:User-agent|ACAP-crawler): *([\w-]+)/gim)].map(
    ([, each]) => `${each}/1.0`,
  )
  const patterns = [...robots.matchAll(/^(?:dis)?allow: *(\S+)|^ACAP-[\w()-]+: *(\/\S*)/gim)].map(
    ([, a, b]) => a ?? b!,
  )
  const toml = read('site.toml').replace(/^mode\s*=.*$/gm, '')
  return {
    name,
    files: { 'robots.txt': robots, 'site.toml': toml },
    names,
    patterns: [...patterns, '/news/*'],
  }
}

/** The bundle of the deployment, and the requests that may come. */
export async function traffic(): Promise<{
  readonly policies: ArrayBuffer
  readonly requests: readonly Asked[]
}> {
  const sites = subjects().map((subject) => {
    const host = `${subject.name}.test`
    const encoder = new TextEncoder()
    const files = new Map(
      Object.entries(subject.files).map(([path, text]) => [path, encoder.encode(text)]),
    )
    const { policy } = readSite(subject.name, files)
    const reading: Reading = { policy, files: subject.files }
    const program = compileReading(reading)
    const site: SiteProgram = { ...program, config: { ...program.config, hosts: [host] } }
    return { site, requests: requestsFor(subject, reading, host) }
  })
  const registry = registryOf({ [KNOWN]: 'search' })
  const bytes = await encode({ sites: sites.map(({ site }) => site), registry, networks: [] })
  return { policies: bytes.buffer, requests: sites.flatMap(({ requests }) => requests) }
}

function requestsFor(
  { name, patterns, names }: Subject,
  { policy }: Reading,
  host: string,
): readonly Asked[] {
  const roll = random(name.length + patterns.length)
  const made = Array.from({ length: TARGETS }, () =>
    resolved(targetFor(patterns[roll(patterns.length)] ?? '/', roll)),
  )
  const open = ['/.well-known/', '/robots.txt', ...policy.config.exempt]
  const isFit = (target: string) =>
    !MALFORMED.test(target) && !open.some((each) => target.includes(each))
  const targets = [...new Set(made)].filter(isFit)
  const crawlers = [...new Set(names)].map((each) => ({
    userAgent: `${each} ${KNOWN}/2.1`,
    isReader: false,
  }))
  const readers = READERS.map((userAgent) => ({ userAgent, isReader: true }))
  return targets.flatMap((target) =>
    [...crawlers, ...readers].map((agent) => {
      const outcome = agent.isReader
        ? 'permitted'
        : byReference(policy, host, target, agent.userAgent)
      return { host, target, ...agent, outcome }
    }),
  )
}

/** P6: a crawl is permitted only if it is under every spelling of its target. */
function byReference(
  policy: Reading['policy'],
  host: string,
  target: string,
  userAgent: string,
): Outcome {
  const now = Date.now()
  const outcomes = spellings(target, { ...policy.config, patternsEncode: true }).flatMap((each) =>
    [[], shorterTargets(each)].map(
      (joined) =>
        decideByReference(policy, {
          userAgent,
          target: each,
          joined,
          uri: `http://${host}${each}`,
          now,
        }).outcome,
    ),
  )
  return outcomes.includes('prohibited') ? 'prohibited' : outcomes[0]!
}

/** What servers answer with 400 to every client. */
const MALFORMED = /%(?![\da-f]{2})|%00/i

const FILLS = [
  '',
  'a',
  'b/c',
  'x.html',
  '2026/a.jpg',
  '/',
  ';p=1',
  '%2F',
  '?a=b',
  '?print=1',
  'x/..%2f',
]

function targetFor(pattern: string, roll: (below: number) => number): string {
  const fill = () => FILLS[roll(FILLS.length)]!
  const body = pattern.replace(/\*/g, fill).replace(/\$$/, '') + (roll(2) === 0 ? fill() : '')
  const cut = roll(8) === 0 ? body.slice(0, -1) : body
  const rooted = cut.startsWith('/') ? cut : `/${cut}`
  return roll(8) === 0 ? rooted.toUpperCase() : rooted
}

/** As a client would send it. */
function resolved(target: string): string {
  const { pathname, search } = new URL(`http://localhost${target.replace(/^\/+/, '/')}`)
  return pathname + search
}

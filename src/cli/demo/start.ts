/**
 * `npm start`: runs the Worker in wrangler's development server, and the explorer beside it. The
 * development server gives requests to localhost the host of one site; the Worker itself is
 * unchanged.
 */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DEFAULT_POLICIES, loadSites, siteNamed } from '../../author/files/load-site.ts'
import { reportFault } from '../../author/files/report-findings.ts'
import { EXIT, type ExitCode, UsageError } from '../../base/faults.ts'
import { PACKAGE_ROOT } from '../../base/files/package-root.ts'
import { writeFiles } from '../../base/files/write-files.ts'
import type { Painted } from '../../base/io.ts'
import { shellWord } from '../../base/printable.ts'
import { readSiteConfig } from '../../language/site/site.ts'
import { processIo } from '../io.ts'
import { refuseTakenPort } from '../output/taken-port.ts'
import { run } from '../run.ts'
import { buildDemo, DEMO_PORT } from './build-demo.ts'
import { madeUpWeek } from './made-up-week.ts'

const DEFAULT_PORT = 8787
const EXAMPLE = 'example-news'
const QUIET = join(import.meta.dirname, 'quiet-wrangler.ts')
const USAGE = `npm start -- [--site NAME] [--origin URL] [--port N]

  --site NAME   the site that localhost stands for: its folder in ${DEFAULT_POLICIES}/, or one of its hosts
  --origin URL  where pages come from; default the site's own \`origin\`, else a small demo newspaper
  --port N      where the site is served; the explorer has the next port; default ${DEFAULT_PORT}
`
const DEMO = [
  '--env',
  'demo',
  '-c',
  'wrangler.toml',
  '-c',
  'src/cli/demo/demo-origin/wrangler.toml',
]

interface Choice {
  readonly site: string | null
  readonly origin: string | null
  readonly port: number
}

interface Site {
  readonly name: string
  readonly hosts: readonly string[]
  /** The address at which the site expects its pages, as `https://www.example.com`. */
  readonly home: string
  readonly origin: string | null
  /** Whether it refuses nobody, and logs what it would refuse. */
  readonly onlyObserves: boolean
}

const io = processIo()
try {
  process.exitCode = await start(process.argv.slice(2))
} catch (fault) {
  process.exitCode = reportFault(fault as Error, io)
}

async function start(argv: readonly string[]): Promise<number> {
  if (argv.includes('--help')) {
    io.out(USAGE)
    return 0
  }
  const choice = readChoice(argv)
  const { site: name, origin, port } = choice
  await refuseTakenPorts(choice)
  const sites = loadSites(DEFAULT_POLICIES).map(({ site, files }) => describe(site, files))
  const here = `http://localhost:${port}`
  const site = chooseSite(sites, name)
  // The example is at home on localhost, on any port: there the other name of this machine plays a
  // mirror.
  const isHome = new URL(site.home).origin.startsWith('http://localhost:')
  if (isHome && port !== 0) process.env[DEMO_PORT] = `${port}`
  const built = await build()
  if (built !== EXIT.ok) return built
  const pages = origin ?? site.origin ?? 'the demo newspaper (others: --origin URL)'
  const stands = isHome && port !== 0 ? '' : ` stands for ${site.home}`
  io.out(`acap: ${here}${stands}: pages come from ${pages}\n`)
  if (site.onlyObserves)
    io.out(
      `acap: ${site.name} only observes: nothing is refused until \`mode\` in site.toml says "enforce"\n`,
    )
  const next = nextStep(site, here)
  const words = [
    process.execPath,
    QUIET,
    next,
    'dev',
    ...DEMO,
    '--port',
    `${port}`,
    '--inspector-port',
    '0',
  ]
  if (!isHome) words.push(...upstream(site.home))
  if (origin !== null) words.push('--var', `ORIGIN_URL:${origin}`)
  const explorerPort = port === 0 ? 0 : port + 1
  const command = words.map(shellWord).join(' ')
  return run(['serve', '--port', `${explorerPort}`, ...demoLog(site), '--while', command], io)
}

/** The logs to show. The example has made-up traffic; a site of the author's own has none. */
function demoLog({ name, hosts }: Site): readonly string[] {
  if (name !== EXAMPLE || !hosts.includes('localhost')) return []
  const path = join(PACKAGE_ROOT, 'dist', 'demo', 'access.log')
  writeFiles([{ path, content: madeUpWeek(Date.now(), 'localhost:8787') }])
  return ['--log', path, '--since', '7d']
}

/** What to type next. The demo newspaper has pages to ask for. */
function nextStep({ name, hosts }: Site, here: string): string {
  const question = hosts.includes('localhost')
    ? 'the "Five questions" of README.md'
    : `curl -A GPTBot ${here}/`
  return `acap: try ${question}; changes in ${DEFAULT_POLICIES}/${name} count at once`
}

function upstream(home: string): readonly string[] {
  const { protocol, host } = new URL(home)
  return ['--local-upstream', host, '--upstream-protocol', protocol.slice(0, -1)]
}

function readChoice(argv: readonly string[]): Choice {
  const { site = null, origin = null, port } = parse(argv)
  if (origin !== null && !/^https?:$/.test(URL.canParse(origin) ? new URL(origin).protocol : ''))
    throw new UsageError(
      `\`${origin}\` is not the URL of an origin`,
      '--origin https://origin.example.com',
    )
  const number = port === undefined ? DEFAULT_PORT : Number(port)
  // The explorer needs the next one.
  if (!(Number.isInteger(number) && number >= 0 && number < 65_535))
    throw new UsageError(
      `\`${port}\` is not a port`,
      'a number from 1 to 65534, or 0 for any that is free',
    )
  return { site, origin: origin === null ? null : new URL(origin).origin, port: number }
}

function parse(argv: readonly string[]) {
  const string = { type: 'string' } as const
  try {
    return parseArgs({ args: [...argv], options: { site: string, origin: string, port: string } })
      .values
  } catch (fault) {
    throw new UsageError((fault as Error).message.split('. ', 1)[0]!, USAGE)
  }
}

function describe(name: string, files: ReadonlyMap<string, Uint8Array>): Site {
  const { hosts, canonical, origin, mode, routes } = readSiteConfig(
    files.get('site.toml') ?? '',
  ).config
  const onlyObserves = mode === 'observe' && routes.every((route) => route.mode !== 'enforce')
  const home = canonical === null ? null : new URL(canonical)
  if (home !== null && hosts.includes(home.hostname))
    return { name, hosts, home: home.origin, origin, onlyObserves }
  const host = hosts.find((each) => !each.includes('*')) ?? name
  return { name, hosts, home: new URL(`https://${host}`).origin, origin, onlyObserves }
}

/** The site that was named; else the one that is at home on localhost, else the only one. */
function chooseSite(sites: readonly Site[], name: string | null): Site {
  const help = `--site ${sites.map((each) => each.name).join(' | ')}`
  if (name !== null) {
    const known = siteNamed(name)
    const found = sites.find((each) => each.name === known)
    if (found === undefined)
      throw new UsageError(`\`${name}\` is not a site of \`${DEFAULT_POLICIES}\``, help)
    return found
  }
  const local =
    sites.find(({ hosts }) => hosts.includes('localhost')) ??
    (sites.length === 1 ? sites[0] : undefined)
  if (local === undefined) throw new UsageError('which site is localhost?', help)
  return local
}

function flag(name: string, value: string | null): string {
  return value === null ? '' : `${name} ${shellWord(value)} `
}

/** wrangler listens on both addresses of localhost. */
async function refuseTakenPorts({ site, origin, port }: Choice): Promise<void> {
  const own = flag('--site', site) + flag('--origin', origin)
  for (const address of ['127.0.0.1', '::1'])
    await refuseTakenPort(address, port, `npm start -- ${own}--port ${port + 10}`)
}

async function build(): Promise<ExitCode> {
  for (const script of ['build:cli', 'build:explorer']) {
    const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', script], {
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
    if (status === 0) continue
    io.err(stdout + stderr)
    return EXIT.findings
  }
  const isAge = (text: string | Painted) =>
    typeof text === 'string' && text.startsWith('lists of crawlers: ')
  return buildDemo({
    ...io,
    out: () => undefined,
    err: (text) => void (isAge(text) || io.err(text)),
  })
}

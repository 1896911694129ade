/**
 * A folder → the files of a small project in it: a Worker for the policies there, its test, and a workflow that checks
 * and deploys. A package.json that is there is added to; of any other file nothing is overwritten.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../exit-codes.ts'
import type { NewFile } from '../output/write-files.ts'
import { PACKAGE_ROOT } from '../package-root.ts'
import { OWN_NAME, ownSource } from './own-source.ts'
import { WRANGLER_NODE } from './starter-report.ts'
import { EXAMPLE_HOST } from './with-hosts.ts'

const EXAMPLE_WORKER = 'edge-www-example-com'

/** Where each template goes. */
const TEMPLATES: Readonly<Record<string, string>> = {
  'dev-vars': '.dev.vars.example',
  gitignore: '.gitignore',
  'policies.yml': '.github/workflows/policies.yml',
  'worker.test.mjs': 'test/worker.test.mjs',
  'worker.txt': 'src/worker.ts',
  'wrangler.toml': 'wrangler.toml',
}
const WORKER = 'src/worker.ts'
const CONFIGS = ['wrangler.toml', 'wrangler.json', 'wrangler.jsonc']

const SCRIPTS = {
  start: 'wrangler dev',
  explore: 'acap serve',
  test: 'acap check && acap test && acap build && node --test',
  deploy: 'acap check && acap test && wrangler deploy',
  lists: 'acap networks',
}

/** What Cloudflare says of each where it asks who deploys the project by a button. */
const BINDINGS = {
  PACE: { description: 'Counts the pages of crawlers that have a rate. It needs no setting.' },
  ORIGIN_URL: { description: 'The server that has the pages, such as https://origin.example.com.' },
}

/** A package.json, as far as it is read. */
interface Manifest {
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

/** A project, by path in its folder. */
interface Starter {
  readonly files: ReadonlyMap<string, string>
  /** The package.json; nothing that is in it changes. */
  readonly manifest: NewFile
  /** What the project depends on to get this program. */
  readonly source: string
}

/** Throws UsageError where the folder holds a Worker. The configuration is written last: what ended before it is repeated. */
export function refuseWorker(folder: string): void {
  const worker = join(folder, WORKER)
  const isForeign = existsSync(worker) && readFileSync(worker, 'utf8') !== templateText('worker.txt')
  const taken = CONFIGS.find((path) => existsSync(join(folder, path))) ?? (isForeign ? WORKER : undefined)
  if (taken !== undefined)
    throw new UsageError(`\`${taken}\` already exists`, 'acap init --worker begins a project that has no Worker')
}

/** The project for a site in `folder`. */
export function starterIn(folder: string, site: string, host: string): Starter {
  const files = new Map<string, string>()
  for (const [template, path] of Object.entries(TEMPLATES)) {
    if (existsSync(join(folder, path))) continue
    files.set(path, settled(templateText(template), site, host))
  }
  const path = join(folder, 'package.json')
  const bytes = existsSync(path) ? readFileSync(path) : null
  const before = readManifest(bytes, path)
  const source =
    before.dependencies?.[OWN_NAME] ?? before.devDependencies?.[OWN_NAME] ?? ownSource(PACKAGE_ROOT, folder)
  const content = `${JSON.stringify(manifestWith(before, source), null, 2)}\n`
  return { files, manifest: { path, content, before: bytes }, source }
}

function templateText(name: string): string {
  return readFileSync(join(PACKAGE_ROOT, 'src', 'cli', 'starter', name), 'utf8')
}

function settled(text: string, site: string, host: string): string {
  const domain = host.replace(/:\d+$/, '').replace(/^www\./, '')
  return text
    .replaceAll(EXAMPLE_WORKER, `edge-${host.replace(/[^a-z\d]+/gi, '-')}`.slice(0, 54).toLowerCase())
    .replaceAll(`policies/${EXAMPLE_HOST}`, `policies/${site}`)
    .replaceAll(EXAMPLE_HOST, host)
    .replaceAll('"example.com"', JSON.stringify(domain))
}

function readManifest(bytes: Buffer | null, path: string): Manifest {
  if (bytes === null) return { private: true, engines: { node: `>=${WRANGLER_NODE}` } }
  try {
    return JSON.parse(bytes.toString()) as Manifest
  } catch {
    throw new UsageError(`\`${path}\` is not JSON`)
  }
}

/** Nothing that is there changes. */
function manifestWith(before: Manifest, source: string): Manifest {
  const { scripts = {}, dependencies = {}, devDependencies = {} } = before
  // `npm init` writes one that fails.
  const own = Object.entries(scripts).filter(([, script]) => !script.includes('no test specified'))
  const isNamed = OWN_NAME in dependencies || OWN_NAME in devDependencies
  const hasWrangler = 'wrangler' in dependencies || 'wrangler' in devDependencies
  return {
    ...before,
    scripts: { ...SCRIPTS, ...Object.fromEntries(own) },
    dependencies: isNamed ? dependencies : { ...dependencies, [OWN_NAME]: source },
    devDependencies: hasWrangler ? devDependencies : { ...devDependencies, wrangler: `^${wranglerVersion()}` },
    cloudflare: before.cloudflare ?? { bindings: BINDINGS },
  }
}

/** The version that this program was tested with. */
function wranglerVersion(): string {
  const { devDependencies } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as Manifest
  return devDependencies!.wrangler!
}

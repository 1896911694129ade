/** Creates a project with a Worker for the policies in a folder. Overwrites nothing. */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { EXAMPLE_HOST } from '../../author/files/presets.ts'
import { UsageError } from '../../base/faults.ts'
import { PACKAGE_ROOT, packageVersion } from '../../base/files/package-root.ts'
import type { NewFile } from '../../base/files/write-files.ts'
import { columns } from '../command.ts'
import starter from './starter.json' with { type: 'json' }

const EXAMPLE_WORKER = 'edge-www-example-com'

const WORKER = 'src/worker.ts'
const CONFIGS = ['wrangler.toml', 'wrangler.json', 'wrangler.jsonc']

interface Manifest {
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

/**
 * Throws UsageError where the folder holds a Worker. The configuration is written last: what ended
 * before it is repeated.
 */
export function refuseWorker(folder: string): void {
  const worker = join(folder, WORKER)
  const isForeign =
    existsSync(worker) && readFileSync(worker, 'utf8') !== templateText('worker.txt')
  const taken =
    CONFIGS.find((path) => existsSync(join(folder, path))) ?? (isForeign ? WORKER : undefined)
  if (taken !== undefined)
    throw new UsageError(
      `\`${taken}\` already exists`,
      'acap init --worker begins a project that has no Worker',
    )
}

/**
 * `manifest` is the package.json: nothing that is in it changes. `source`: what the project depends
 * on to get this program.
 */
export function starterIn(folder: string, site: string, host: string) {
  const files = new Map<string, string>()
  for (const { template, path } of starter.files)
    if (!existsSync(join(folder, path)))
      files.set(path, settled(templateText(template), site, host))
  const path = join(folder, 'package.json')
  const bytes = existsSync(path) ? readFileSync(path) : null
  const before = readManifest(bytes, path)
  const source =
    before.dependencies?.[OWN_NAME] ??
    before.devDependencies?.[OWN_NAME] ??
    ownSource(PACKAGE_ROOT, folder)
  const content = `${JSON.stringify(manifestWith(before, source), null, 2)}\n`
  const manifest: NewFile = { path, content, before: bytes }
  return { files, manifest, source }
}

export function templateText(name: string): string {
  return readFileSync(join(PACKAGE_ROOT, 'src', 'cli', 'starter', name), 'utf8')
}

function settled(text: string, site: string, host: string): string {
  const domain = host.replace(/:\d+$/, '').replace(/^www\./, '')
  return text
    .replaceAll(
      EXAMPLE_WORKER,
      `edge-${host.replace(/[^a-z\d]+/gi, '-')}`.slice(0, 54).toLowerCase(),
    )
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

function manifestWith(before: Manifest, source: string): Manifest {
  const { scripts = {}, dependencies = {}, devDependencies = {} } = before
  // `npm init` writes one that fails.
  const own = Object.entries(scripts).filter(([, script]) => !script.includes('no test specified'))
  const isNamed = OWN_NAME in dependencies || OWN_NAME in devDependencies
  const hasWrangler = 'wrangler' in dependencies || 'wrangler' in devDependencies
  // The version that this program was tested with.
  const tested = (JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as Manifest)
    .devDependencies
  return {
    ...before,
    scripts: { ...starter.scripts, ...Object.fromEntries(own) },
    dependencies: isNamed ? dependencies : { ...dependencies, [OWN_NAME]: source },
    devDependencies: hasWrangler
      ? devDependencies
      : { ...devDependencies, wrangler: `^${tested!.wrangler!}` },
    cloudflare: before.cloudflare ?? { bindings: starter.bindings },
  }
}

interface Installed {
  readonly name?: string
  readonly version?: string
  /** Missing where npm's settings leave out the addresses of registries. */
  readonly resolved?: string
  readonly link?: boolean
}

interface Lock {
  readonly packages?: Readonly<Record<string, Installed>>
}

/** What the Worker imports this program as. */
const OWN_NAME = 'acap-edge'

const REGISTRY = 'https://registry.npmjs.org/'
const MODULES = `${sep}node_modules${sep}`

/** What package.json in `folder` says to depend on the package at `root`. */
export function ownSource(root: string, folder: string): string {
  const at = root.lastIndexOf(MODULES)
  if (at < 0) return fileIn(folder, root)
  const project = root.slice(0, at)
  const list = join(project, 'node_modules', '.package-lock.json')
  const path = root
    .slice(at + 1)
    .split(sep)
    .join('/')
  const lock = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Lock) : {}
  const installed = lock.packages?.[path]
  if (installed !== undefined) return dependencyOn(installed, path, project, folder)
  throw new UsageError(
    'nothing here says where acap was installed from',
    'in the new project: npm install TARBALL|URL, then npx --no-install acap init --worker',
  )
}

function dependencyOn(installed: Installed, path: string, project: string, folder: string): string {
  const {
    name = path.slice('node_modules/'.length),
    version = packageVersion(),
    resolved,
    link,
  } = installed
  if (link || resolved?.startsWith('file:'))
    return fileIn(folder, resolve(project, resolved!.replace(/^file:/, '')))
  if (resolved !== undefined && !resolved.startsWith(REGISTRY)) return resolved
  return name === OWN_NAME ? version : `npm:${name}@${version}`
}

function fileIn(folder: string, path: string): string {
  return `file:${relative(resolve(folder), path).split(sep).join('/') || '.'}`
}

/** The oldest version of Node that wrangler runs in; acap itself runs in older ones. */
const WRANGLER_NODE = '22.12'

/** The report; `source` is where the project gets acap from, `node` the version that runs. */
export function starterReport(
  files: readonly string[],
  source: string,
  node = process.versions.node,
): string {
  const aboutOf = (file: string) => starter.files.find(({ path }) => path === file)?.about
  const about = files.map(
    (file) => [file, aboutOf(file) ?? `acap-edge comes from ${source}`] as const,
  )
  const note = /^file:(?!\.\.)/.test(source) || !source.startsWith('file:') ? '' : OUTSIDE
  const isOlder = node.localeCompare(WRANGLER_NODE, 'en', { numeric: true }) < 0
  return `Wrote, for a Worker\n${columns(about)}${note}\nNext, here\n${columns(starter.next as [string, string][])}${isOlder ? tooOld(node) : ''}`
}

/** The package `node` is Node itself, for the scripts of one project. */
function tooOld(node: string): string {
  return `
Note
  \`npm start\` and \`npm run deploy\` need Node ${WRANGLER_NODE} or newer, because wrangler does; this is ${node}. Install one
  from https://nodejs.org/, or for this project alone: npm install --save-dev node@24
`
}

const OUTSIDE = `\nThat is a file outside this folder, which a workflow will not find: copy it here and name it in package.json.\n`

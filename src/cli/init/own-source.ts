/**
 * This program as npm installed it → the dependency that installs the same elsewhere: a tarball, a repository, or a
 * version of a registry. A bare name would trust that nobody else registers it.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { UsageError } from '../exit-codes.ts'
import { packageVersion } from '../package-root.ts'

/** What npm's list of installed packages says of one. */
interface Installed {
  readonly name?: string
  readonly version?: string
  /** Missing where npm's settings leave out the addresses of registries. */
  readonly resolved?: string
  readonly link?: boolean
}

/** What the Worker imports this program as. */
export const OWN_NAME = 'acap-edge'

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
  const installed = existsSync(list) ? installedIn(list, path) : undefined
  if (installed !== undefined) return dependencyOn(installed, path, project, folder)
  throw new UsageError(
    'nothing here says where acap was installed from',
    'in the new project: npm install TARBALL|URL, then npx --no-install acap init --worker',
  )
}

function installedIn(list: string, path: string): Installed | undefined {
  return (JSON.parse(readFileSync(list, 'utf8')) as { packages?: Record<string, Installed> }).packages?.[path]
}

function dependencyOn(installed: Installed, path: string, project: string, folder: string): string {
  const { name = path.slice('node_modules/'.length), version = packageVersion(), resolved, link } = installed
  if (link || resolved?.startsWith('file:')) return fileIn(folder, resolve(project, resolved!.replace(/^file:/, '')))
  if (resolved !== undefined && !resolved.startsWith(REGISTRY)) return resolved
  return name === OWN_NAME ? version : `npm:${name}@${version}`
}

function fileIn(folder: string, path: string): string {
  return `file:${relative(resolve(folder), path).split(sep).join('/') || '.'}`
}

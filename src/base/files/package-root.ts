/** Finds the package's root folder, bundled or not, and lists files in folders. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const PACKAGE_ROOT = findRoot(dirname(fileURLToPath(import.meta.url)))

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder))
}

export function packageVersion(): string {
  return (
    JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { version: string }
  ).version
}

/**
 * A source file newer than the bundle, to warn in a checkout. Null for none, or if the source
 * itself runs.
 */
export function newerSource(bundled: string, sources = join(PACKAGE_ROOT, 'src')): string | null {
  if (bundled.endsWith('.ts') || !existsSync(join(sources, 'cli', 'main.ts'))) return null
  const built = statSync(bundled).mtimeMs
  const paths = filesBelow(sources).map((path) => join(sources, path))
  return paths.find((path) => statSync(path).mtimeMs > built) ?? null
}

export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => !`/${path}`.includes('/.') && statSync(join(folder, path)).isFile())
    .sort()
}

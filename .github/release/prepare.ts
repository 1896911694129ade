/**
 * A version → everything of its release but the upload: the version and the owner's addresses in package.json, its section of
 * the changelog, the tarball in dist/release/, checked, a commit and a tag. docs/releasing.md says when.
 * `node .github/release/prepare.ts 0.1.0`
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { PROJECT } from '../../src/words/project.ts'
import { releasedChangelog } from './changelog-section.ts'
import { packageFaults } from './package-faults.ts'

const OUT = 'dist/release'

function run(program: string, ...args: readonly string[]): string {
  return execFileSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()
}

/** Whether a version is newer than another, both three numbers. */
function isNewer(version: string, other: string): boolean {
  const [own, others] = [version, other].map((each) => each.split('.').map(Number))
  const first = own!.findIndex((part, i) => part !== others![i])
  return first >= 0 && own![first]! > others![first]!
}

/** What keeps this version from being prepared. */
function* obstacles(version: string): Generator<string> {
  if (!/^\d+\.\d+\.\d+$/.test(version)) yield `\`${version}\` is not a version such as 0.1.0`
  for (const [key, value] of Object.entries(PROJECT)) {
    if (value === null) yield `\`${key}\` in src/words/project.ts is a placeholder`
  }
  const tags = run('git', 'tag', '--list', 'v*').split('\n').filter(Boolean)
  for (const tag of tags)
    if (!isNewer(version, tag.slice(1))) yield `${tag} is not older than ${version}`
  if (run('git', 'status', '--porcelain') !== '') yield 'there are changes that are not committed'
}

/** The manifest with what the owner fills in once, in src/words/project.ts. */
function writeManifest(version: string): void {
  run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts')
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
  const { repository, documents } = PROJECT
  Object.assign(manifest, {
    repository: { type: 'git', url: `git+${repository}.git` },
    bugs: `${repository}/issues`,
    homepage: documents,
  })
  writeJson('package.json', manifest)
  // Cloudflare's button copies this folder alone.
  const template = JSON.parse(readFileSync('template/package.json', 'utf8'))
  template.dependencies[manifest.name] = `^${version}`
  writeJson('template/package.json', template)
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}

async function prepare(version: string): Promise<void> {
  const { changelog, notes } = releasedChangelog(
    readFileSync('CHANGELOG.md', 'utf8'),
    version,
    today(),
  )
  writeManifest(version)
  writeFileSync('CHANGELOG.md', changelog)
  run('npm', 'run', '-s', 'build')
  rmSync(OUT, { recursive: true, force: true })
  mkdirSync(OUT, { recursive: true })
  writeFileSync(`${OUT}/notes.md`, notes)
  const tarball = `${OUT}/${run('npm', 'pack', '--ignore-scripts', '--silent', '--pack-destination', OUT)}`
  const faults = await packageFaults(tarball)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  run('git', 'commit', '--quiet', '--all', '--message', `Release ${version}`)
  run('git', 'tag', '--annotate', `v${version}`, '--message', `Release ${version}`)
  console.log(`${tarball} and the tag v${version} are ready`)
}

const today = () => new Date().toISOString().slice(0, 10)

const [version = ''] = process.argv.slice(2)
const faults = [...obstacles(version)]
for (const fault of faults) console.error(`release: ${fault}`)
if (faults.length > 0) process.exitCode = 1
else await prepare(version)

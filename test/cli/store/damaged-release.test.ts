/**
 * A store whose release is damaged: nothing changes it, and `--rebuild` reads the versions back.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { folderStore } from '../../../src/doors/node/bundle-stores.ts'
import { encode } from '../../../src/program/encode.ts'
import { FORMAT_VERSION } from '../../../src/program/format.ts'
import { readRelease } from '../../../src/program/release.ts'
import { programOf, registryOf } from '../../support/bundle.ts'
import { folderWith } from '../../support/cli/acap.ts'
import { runAcap } from '../../support/cli/run-acap.ts'
import { filesIn } from '../../support/cli/writing-commands.ts'

const SITE = 'hosts = ["a.test"]\n'

/** A store with three versions, each of which closes another path. */
async function storeOfThree() {
  const policies = folderWith({ 'a/robots.txt': '', 'a/site.toml': SITE })
  const parent = mkdtempSync(join(tmpdir(), 'acap-damaged-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const to = join(parent, 'store')
  const publish = (...args: string[]) =>
    runAcap(['publish', policies, '--to', to, ...args], { env: {} })
  const close = (path: string) =>
    writeFileSync(join(policies, 'a/robots.txt'), `User-agent: *\nDisallow: ${path}\n`)
  for (const path of ['/one', '/two', '/three']) {
    close(path)
    expect((await publish()).code).toBe(0)
  }
  const release = () => readRelease(readFileSync(join(to, 'bundle')))!
  return { to, publish, close, release }
}

const versions = ({ current, earlier }: ReturnType<typeof readRelease> & object) =>
  [current, ...earlier].map(({ version }) => version)

const DAMAGED: Readonly<Record<string, (bytes: Buffer) => Buffer | null>> = {
  empty: () => Buffer.alloc(0),
  cut: (bytes) => bytes.subarray(0, bytes.length / 2),
  'zeros, as after a loss of power': (bytes) => Buffer.alloc(bytes.length),
  'of another kind': () => Buffer.from(`{"format":${FORMAT_VERSION}}\n`),
  'of an older format': (bytes) =>
    Buffer.from(bytes.toString().replace(/"format":\d+/, '"format":2')),
  'an array': () => Buffer.from('[]'),
  'without a version in force': (bytes) =>
    Buffer.from(bytes.toString().replace('"current"', '"currant"')),
  'with a sequence that no other could follow': (bytes) =>
    Buffer.from(
      bytes.toString().replace(/"sequence":\d+/, `"sequence":${Number.MAX_SAFE_INTEGER}`),
    ),
  'with a sequence that is no exact number': (bytes) =>
    Buffer.from(bytes.toString().replace(/"sequence":\d+/, '"sequence":1e999')),
  'with a version that has no manifest': (bytes) =>
    Buffer.from(bytes.toString().replaceAll('"manifest"', '"manifesto"')),
  'with a key that leads out of the store': (bytes) =>
    Buffer.from(
      bytes.toString().replace(/"manifest":"[^"]*"/, '"manifest":"https://other.test/values"'),
    ),
  missing: () => null,
}

it('is not rolled back to a version that is damaged', async () => {
  const { to, publish, release } = await storeOfThree()
  const before = release()
  const key = join(to, before.earlier[0]!.manifest)
  rmSync(key)
  expect(await publish('--rollback')).toMatchObject({
    code: 3,
    err: expect.stringContaining('of version 2 is missing'),
  })
  expect(release()).toEqual(before)
  expect((await publish('--rollback', '--version', '1')).code).toBe(0)
  expect((await publish('--rollback', '--version', '3')).code).toBe(0)
})

it.each(['the release', 'a manifest'])(
  'refuses a pipe and a folder in the place of %s',
  async (what) => {
    const { to, publish, release } = await storeOfThree()
    const path = join(to, what === 'the release' ? 'bundle' : release().current.manifest)
    for (const make of [() => execFileSync('mkfifo', [path]), () => mkdirSync(path)]) {
      rmSync(path, { recursive: true })
      make()
      for (const args of [[], ['--prune'], ['--list']])
        expect([args, await publish(...args)]).toMatchObject([
          args,
          { code: 3, err: expect.stringContaining(path) },
        ])
    }
  },
)

describe.each(Object.entries(DAMAGED))('a release that is damaged: %s', (_, damage) => {
  it('stops publish, --rollback, --prune and --list, and is read back with its numbers by --rebuild', async () => {
    const { to, publish, close, release } = await storeOfThree()
    const before = release()
    const path = join(to, 'bundle')
    const bytes = damage(readFileSync(path))
    if (bytes === null) rmSync(path)
    else writeFileSync(path, bytes)
    const files = filesIn(to)
    for (const args of [[], ['--rollback'], ['--prune'], ['--list'], ['--shadow']]) {
      const { code, err } = await publish(...args)
      expect([args, code, err]).toEqual([
        args,
        3,
        expect.stringMatching(
          /^acap: the release of the store is (?:damaged|missing|of an older format): nothing was changed\nhelp: acap publish --rebuild [^\n]*\n$/,
        ),
      ])
    }
    expect(filesIn(to)).toEqual(files)
    close('/four')
    const rebuilt = await publish('--rebuild')
    expect([rebuilt.code, rebuilt.err]).toEqual([0, ''])
    expect(versions(release())).toEqual([4, 3, 2, 1])
    expect(release().sequence).toBeGreaterThan(before.sequence)
    expect(release().earlier).toEqual([before.current, ...before.earlier])
    expect((await publish('--prune')).out).toContain('0 values')
    expect((await publish('--rollback', '--version', '2')).code).toBe(0)
    expect((await publish('--list')).code).toBe(0)
    expect((await publish('--rebuild')).err).toContain('is not damaged')
  })
})

describe('--rebuild', () => {
  it('leaves out versions that cannot be read, and gives no number twice', async () => {
    const { to, publish, release } = await storeOfThree()
    const { current, earlier } = release()
    rmSync(join(to, current.manifest))
    writeFileSync(join(to, `versions/${earlier[1]!.version}`), 'x')
    writeFileSync(join(to, 'bundle'), '')
    expect((await publish('--rebuild')).code).toBe(0)
    expect(versions(release())).toEqual([4, 2])
  })

  it('takes no number from a record that no publisher wrote', async () => {
    const { to, publish, release } = await storeOfThree()
    for (const name of ['1e999', '99999999999999999999'])
      writeFileSync(join(to, 'versions', name), '{}')
    writeFileSync(join(to, 'bundle'), '')
    expect((await publish('--rebuild')).code).toBe(0)
    expect(release().highest).toBe(3)
    expect((await publish('--list')).code).toBe(0)
  })

  it('writes nothing in a dry run, and needs policies without errors', async () => {
    const { to, publish } = await storeOfThree()
    writeFileSync(join(to, 'bundle'), '')
    const files = filesIn(to)
    expect((await publish('--rebuild', '--dry-run')).out).toContain('version 3 would be in force')
    expect(filesIn(to)).toEqual(files)
  })

  it('puts the policies of the folder in force, also those of the last version', async () => {
    const { to, publish, release } = await storeOfThree()
    const { sequence } = release()
    writeFileSync(join(to, 'bundle'), '')
    expect((await publish('--rebuild')).out).toContain('version 3 is in force')
    expect(versions(release())).toEqual([3, 2, 1])
    expect(release().sequence).toBeGreaterThanOrEqual(sequence)
    expect(await folderStore(to).get('bundle')).not.toBeNull()
  })

  it('is taken by edges that follow a sequence of a clock that was ahead', async () => {
    const { to, publish, release } = await storeOfThree()
    const published = Date.now() + 1e11
    writeFileSync(join(to, 'versions/3'), JSON.stringify({ ...release().current, published }))
    writeFileSync(join(to, 'bundle'), '')
    expect((await publish('--rebuild')).code).toBe(0)
    expect(release().sequence).toBeGreaterThan(published / 1000)
  })
})

describe('what is no damage', () => {
  it('is a bundle in the place of the release', async () => {
    const { to, publish, release } = await storeOfThree()
    const site = programOf('a', { 'robots.txt': '', 'site.toml': SITE })
    writeFileSync(
      join(to, 'bundle'),
      await encode({ sites: [site], registry: registryOf({}), networks: [] }),
    )
    expect((await publish()).code).toBe(0)
    expect(versions(release())).toEqual([1])
  })

  it('is a store of newer code, which says so', async () => {
    const { to, publish } = await storeOfThree()
    const path = join(to, 'bundle')
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(`"format":${FORMAT_VERSION}`, '"format":99'),
    )
    const files = filesIn(to)
    for (const args of [[], ['--rebuild'], ['--rollback']]) {
      const { code, err } = await publish(...args)
      expect([args, code, err]).toEqual([
        args,
        3,
        'acap: the release has format 99, and this code reads format 3: update acap-edge\n',
      ])
    }
    expect(filesIn(to)).toEqual(files)
  })
})

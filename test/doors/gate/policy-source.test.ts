import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  type PoliciesAt,
  policySource,
  SOURCE_PACE,
} from '../../../src/doors/gate/policy-source.ts'
import { bundleOf } from '../../support/bundle.ts'
import { gate } from '../../support/doors/gate.ts'
import { raw, startOrigin } from '../../support/node-origin.ts'
import { BROWSER } from '../../support/tagging-policy.ts'

const built = (path: string) =>
  bundleOf(
    {
      site: {
        'robots.txt': `User-agent: *\nDisallow: ${path}\n`,
        'site.toml': 'hosts = ["127.0.0.1"]\n',
      },
    },
    { known: { SearchBot1: 'search' } },
  )
const [A, B] = [new Uint8Array(await built('/a/')), new Uint8Array(await built('/b/'))]

const gateOf = async (policies: PoliciesAt) => {
  const tested = await gate({
    files: {},
    answer: (_, response) => void response.end('a page'),
    settings: { policies, admin: { host: '127.0.0.1', port: 0 } },
  })
  const statuses = (userAgent: string) =>
    Promise.all(
      ['/a/', '/b/'].map(
        async (path) =>
          (await raw(tested.url + path, { headers: { 'user-agent': userAgent } })).status,
      ),
    )
  const ready = async () => (await raw(`${tested.adminUrl}/readyz`)).status
  return { ...tested, statuses, ready }
}

function fileWith(bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'acap-source-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'policies.bin')
  writeFileSync(path, bytes)
  return path
}

describe('the policies of a gate', () => {
  test('are those of a file, as soon as another one is in its place', async () => {
    const path = fileWith(A)
    const { statuses, log } = await gateOf({ kind: 'file', path })
    expect(await statuses('SearchBot1/1')).toEqual([403, 200])
    writeFileSync(`${path}.new`, B)
    renameSync(`${path}.new`, path)
    await vi.waitFor(async () => expect(await statuses('SearchBot1/1')).toEqual([200, 403]), {
      timeout: 20_000,
    })
    writeFileSync(path, 'no bundle')
    await vi.waitFor(
      () =>
        expect(log.filter(({ acap }) => acap === 'policies').at(-1)).toMatchObject({
          state: /stay/,
        }),
      {
        timeout: 20_000,
      },
    )
    expect(await statuses('SearchBot1/1')).toEqual([200, 403])
    expect(await statuses(BROWSER)).toEqual([200, 200])
  })

  test('may come late from a URL, and stay when it is down', async () => {
    let bundle: Uint8Array | null = null
    const store = await startOrigin((_, response) => {
      if (bundle === null) response.writeHead(500).end()
      else response.end(bundle)
    })
    onTestFinished(() => store.stop())
    const { statuses, ready, reload } = await gateOf({
      kind: 'url',
      url: `${store.url}/policies.bin`,
    })
    expect([await ready(), await statuses('SearchBot1/1'), await statuses(BROWSER)]).toEqual([
      503,
      [503, 503],
      [200, 200],
    ])
    bundle = A
    await reload()
    expect([await ready(), await statuses('SearchBot1/1')]).toEqual([200, [403, 200]])
    bundle = null
    await reload()
    expect([await ready(), await statuses('SearchBot1/1')]).toEqual([200, [403, 200]])
    bundle = B
    await reload()
    expect(await statuses('SearchBot1/1')).toEqual([200, 403])
  })

  test('may be broken when it starts: readers get the site, and crawlers come back', async () => {
    const path = fileWith(A.map((octet, i) => (i === A.length - 9 ? octet ^ 1 : octet)))
    const { statuses, ready, log } = await gateOf({ kind: 'file', path })
    expect([await ready(), await statuses('SearchBot1/1'), await statuses(BROWSER)]).toEqual([
      503,
      [503, 503],
      [200, 200],
    ])
    expect(log).toContainEqual(
      expect.objectContaining({
        fault: expect.objectContaining({
          message: expect.stringContaining('the bundle is corrupt'),
        }),
      }),
    )
    writeFileSync(path, A)
    await vi.waitFor(async () => expect(await statuses('SearchBot1/1')).toEqual([403, 200]), {
      timeout: 20_000,
    })
    const build = () => Promise.reject(new Error('robots.txt:1: error'))
    const folder = await gateOf({ kind: 'folder', path: dirname(path), build })
    expect(await folder.statuses(BROWSER)).toEqual([200, 200])
  })

  test('of a URL are looked for again and again', async () => {
    const source = policySource(
      { kind: 'url', url: 'https://store.test/policies.bin' },
      { ...SOURCE_PACE, poll: 1 },
    )
    await new Promise<void>((resolve) => {
      let times = 0
      const stop = source.watch(() => {
        if (++times < 3) return
        stop()
        resolve()
      }, console)
    })
  })
})

import { beforeEach, expect, test } from 'vitest'
import { BROWSER, capturedLog } from '../support/edge/edge.ts'
import { FakeKv, release, versionOf } from '../support/edge/store.ts'
import { clock, isolate, KNOWN, REFRESH_MS } from '../support/edge/store-edge.ts'

beforeEach(() => void capturedLog())

/** A version of two sites; one field stands for all pages of each. */
const versionWith = (version: number, field: string) => {
  const files = (name: string) => ({
    'robots.txt': `ACAP-crawler: *\n${field}: /\n`,
    'site.toml': `hosts = ["${name}.test"]\n`,
  })
  return versionOf(version, { a: files('a'), b: files('b') }, KNOWN)
}

async function edgeAt(store: FakeKv) {
  const { ask, settled } = await isolate(store)
  /** What is said of a page, once the program of its site is there. */
  return async (url: string) => {
    for (let i = 0; i < 3; i++) {
      await ask(url, BROWSER)
      await settled()
    }
    return (await ask(url, BROWSER)).headers.get('x-robots-tag')
  }
}

test('a newer version of a site puts its own terms on pages', async () => {
  const pass = clock()
  const store = new FakeKv()
  release(store, 1, await versionWith(1, 'ACAP-disallow-index'))
  const termsAt = await edgeAt(store)
  expect(await termsAt('https://a.test/page')).toBe('noindex')
  release(store, 2, await versionWith(2, 'ACAP-disallow-follow'))
  pass(REFRESH_MS)
  expect(await termsAt('https://a.test/page')).toBe('nofollow')
  expect(await termsAt('https://b.test/page')).toBe('nofollow')
})

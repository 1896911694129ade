import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { storeAt, urlStore } from '../../src/doors/node/bundle-stores.ts'

const textOf = async (value: Promise<ArrayBuffer | null>) => {
  const bytes = await value
  return bytes && new TextDecoder().decode(bytes)
}

describe('a store in a folder', () => {
  it('gives what is there, null for what is not, and rejects for the rest', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'acap-store-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'values/2-a'), { recursive: true })
    writeFileSync(join(folder, 'values/2-a/b'), 'a value')
    const store = storeAt(folder)
    expect(await textOf(store.get('values/2-a/b'))).toBe('a value')
    expect(await store.get('bundle')).toBeNull()
    await expect(store.get('values')).rejects.toThrow('is not a regular file')
  })

  it.skipIf(process.platform === 'win32')(
    'reads neither pipes nor devices, nor more than 64 MiB',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'acap-store-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      execFileSync('mkfifo', [join(folder, 'pipe')])
      symlinkSync('/dev/zero', join(folder, 'device'))
      writeFileSync(join(folder, 'large'), '')
      truncateSync(join(folder, 'large'), 64 * 1024 * 1024 + 1)
      const store = storeAt(folder)
      await expect(store.get('pipe')).rejects.toThrow('is not a regular file')
      await expect(store.get('device')).rejects.toThrow('is not a regular file')
      await expect(store.get('large')).rejects.toThrow('has more than 67108864 bytes')
    },
  )
})

describe('a store at a URL', () => {
  const answers: Record<string, () => Response> = {
    'https://store.test/policies/bundle': () => new Response('a release'),
    'https://store.test/policies/gone': () => new Response('', { status: 404 }),
    'https://store.test/policies/down': () => new Response('', { status: 500 }),
  }
  const asked: RequestInit[] = []
  const fetching = async (url: URL, init: RequestInit) => {
    asked.push(init)
    return answers[url.href]!()
  }
  const store = urlStore('https://store.test/policies', fetching as typeof fetch)

  it('gives what is there, null for what is not, and rejects for the rest', async () => {
    expect(await textOf(store.get('bundle'))).toBe('a release')
    expect(await store.get('gone')).toBeNull()
    await expect(store.get('down')).rejects.toThrow('answered 500')
    expect(asked.every(({ redirect, signal }) => redirect === 'error' && signal != null)).toBe(true)
  })

  it('says why it cannot be reached, and where it is', async () => {
    const down = urlStore('http://127.0.0.1:1/policies')
    await expect(down.get('bundle')).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:1\/policies\/bundle: (?!fetch failed)/,
    )
  })

  it.each(['http://store.test/', 'ftp://store.test/', 'file:///etc/'])('is not %s', (place) => {
    expect(() => storeAt(place)).toThrow('is not https')
  })
})

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isPublicAddress, keyFetcher, type Resolve } from '../../src/doors/node/fetch-keys.ts'

/** Resolves every name to these addresses; each call gives the next of several answers. */
const resolvesTo = (...answers: string[][]): Resolve => {
  let calls = 0
  return (_host, _options, done) => {
    const addresses = answers[Math.min(calls++, answers.length - 1)]!
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
}

const SWITCHED = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: keys\r\n\r\n'

/** An https server on this machine for `keys.test`; the paths that it was asked for. */
async function keyServer() {
  const folder = mkdtempSync(join(tmpdir(), 'acap-keys-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const name = ['-subj', '/CN=keys.test', '-addext', 'subjectAltName=DNS:keys.test']
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ed25519',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      key,
      '-out',
      cert,
      ...name,
    ],
    { stdio: 'ignore' },
  )
  const asked: string[] = []
  const server = createServer(
    { key: readFileSync(key), cert: readFileSync(cert) },
    (request, response) => {
      asked.push(`${request.headers.host}${request.url}`)
      if (request.url === '/elsewhere')
        response.writeHead(302, { location: 'https://keys.test/' }).end()
      else if (request.url === '/no-status') response.writeHead(600).end('{"keys":[]}')
      else if (request.url === '/other-protocol') request.socket.write(SWITCHED)
      else
        response.writeHead(200, { 'content-type': 'application/jwk-set+json' }).end('{"keys":[]}')
    },
  ).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.close()
    rmSync(folder, { recursive: true })
  })
  const { port } = server.address() as AddressInfo
  return { asked, port, tls: { ca: readFileSync(cert) } }
}

describe('fetching keys', () => {
  it('connects to the address that was checked, and asks by the name', async () => {
    const { asked, port, tls } = await keyServer()
    const fetchKeys = keyFetcher({ resolve: resolvesTo(['127.0.0.1']), isPublic: () => true, tls })
    const answer = await fetchKeys(`https://keys.test:${port}/keys`, { redirect: 'manual' })
    expect([answer.status, await answer.text()]).toEqual([200, '{"keys":[]}'])
    expect(asked).toEqual([`keys.test:${port}/keys`])
  })

  it('follows no redirect', async () => {
    const { asked, port, tls } = await keyServer()
    const fetchKeys = keyFetcher({ resolve: resolvesTo(['127.0.0.1']), isPublic: () => true, tls })
    expect((await fetchKeys(`https://keys.test:${port}/elsewhere`)).status).toBe(302)
    expect(asked).toHaveLength(1)
  })

  it('connects to nothing where any address of a name is not public', async () => {
    const { asked, port, tls } = await keyServer()
    for (const addresses of [
      ['127.0.0.1'],
      ['8.8.8.8', '127.0.0.1'],
      ['::1'],
      ['::ffff:127.0.0.1'],
    ]) {
      const fetchKeys = keyFetcher({ resolve: resolvesTo(addresses), tls })
      await expect(fetchKeys(`https://keys.test:${port}/`)).rejects.toThrow('not public')
    }
    await expect(keyFetcher({ tls })(`https://127.0.0.1:${port}/`)).rejects.toThrow('not public')
    await expect(keyFetcher({ tls })(`https://[::1]:${port}/`)).rejects.toThrow('not public')
    expect(asked).toEqual([])
  })

  it('does not resolve a second time between the check and the connection', async () => {
    const { asked, port, tls } = await keyServer()
    const isPublic = (address: string) => address === '192.0.2.1'
    const rebinding = resolvesTo(['192.0.2.1'], ['127.0.0.1'])
    const fetchKeys = keyFetcher({ resolve: rebinding, isPublic, tls })
    // Nothing answers at the checked address, and the server at the second one must not be reached instead.
    await expect(
      fetchKeys(`https://keys.test:${port}/`, { signal: AbortSignal.timeout(300) }),
    ).rejects.toThrow()
    expect(asked).toEqual([])
  })

  it.each(['/no-status', '/other-protocol'])(
    'fails at an answer that is none: %s',
    async (path) => {
      const { port, tls } = await keyServer()
      const fetchKeys = keyFetcher({
        resolve: resolvesTo(['127.0.0.1']),
        isPublic: () => true,
        tls,
      })
      await expect(fetchKeys(`https://keys.test:${port}${path}`)).rejects.toThrow()
    },
  )

  it('refuses plain http', async () => {
    await expect(keyFetcher()('http://keys.test/')).rejects.toThrow('not https')
  })

  it.each(['8.8.8.8', '2606:4700::1', '193.99.144.80'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '0.0.0.0',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
    expect(isPublicAddress(`::ffff:${address}`)).toBe(false)
    expect(isPublicAddress(`64:ff9b::${address}`)).toBe(false)
  })

  it.each([
    '::',
    '::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))
})

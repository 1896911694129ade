import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { folderWith } from '../support/cli/acap.ts'
import { latin1 } from '../support/cli/begin-site.ts'
import { runAcap } from '../support/cli/run-acap.ts'

describe('a robots.txt that is fetched', () => {
  async function serve(
    pages: Readonly<
      Record<string, readonly [status: number, headers: OutgoingHttpHeaders, body: Uint8Array]>
    >,
  ) {
    const server = createServer((request, response) => {
      const [status, headers, body] = pages[
        `${request.headers.host!.split(':')[0]}${request.url}`
      ] ?? [404, {}, latin1('')]
      response.writeHead(status, headers).end(body)
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }

  it('is read as its Content-Type says', async () => {
    const body = latin1('# \xe9\nUser-agent: *\nDisallow: /\xe9\n')
    const port = await serve({
      '127.0.0.1/robots.txt': [200, { 'content-type': 'text/plain; charset="windows-1251"' }, body],
    })
    const policies = join(folderWith({}), 'policies')
    const { out } = await runAcap([
      'init',
      'a',
      '--from',
      `http://127.0.0.1:${port}`,
      '--policies',
      policies,
    ])
    expect(readFileSync(join(policies, 'a/robots.txt'), 'utf8')).toBe(
      '# й\nUser-agent: *\nDisallow: /%E9 # browsers send UTF-8; the same for them is Disallow: /%D0%B9\n',
    )
    expect(out).toContain('for /й')
  })

  it.each([
    ['/robots.txt', 'localhost'],
    ['/files/robots-v2.txt', '127.0.0.1'],
  ])('is found behind a redirect to %s, for the host %s', async (path, host) => {
    const pages: Record<string, readonly [number, OutgoingHttpHeaders, Uint8Array]> = {
      [`localhost${path}`]: [200, {}, latin1('User-agent: *\nDisallow: /x\n')],
    }
    const port = await serve(pages)
    const target = `http://localhost:${port}${path}`
    pages['127.0.0.1/robots.txt'] = [301, { location: target }, latin1('')]
    const policies = join(folderWith({}), 'policies')
    const from = `http://127.0.0.1:${port}`
    const { out, code } = await runAcap(['init', 'a', '--from', from, '--policies', policies])
    expect(code).toBe(0)
    expect(out).toContain(`${from} redirects to ${target}`)
    expect(readFileSync(join(policies, 'a/site.toml'), 'utf8')).toContain(
      `hosts = ["${host}:${port}"]`,
    )
  })
})

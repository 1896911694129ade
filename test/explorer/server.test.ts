import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { explorerServer } from '../../src/cli/explorer-server.ts'
import { draftOf } from '../../src/explorer/site-data.ts'
import { folderWith } from '../support/acap.ts'

async function started(files: Readonly<Record<string, string>>): Promise<number> {
  const built = folderWith({ 'index.html': '<title>x</title>', 'main.js': '', 'explorer.css': '', 'icon.svg': '' })
  const server = explorerServer(built, join(folderWith(files), 'policies'))
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

interface Answered {
  readonly status: number | undefined
  readonly type: string | undefined
  readonly security: unknown
  readonly body: string
}

function get(port: number, path: string, { method = 'GET', host = 'localhost' } = {}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, method, headers: { host } }, async (response) => {
      let body = ''
      for await (const chunk of response) body += chunk
      const { 'content-type': type, 'content-security-policy': security } = response.headers
      resolve({ status: response.statusCode, type, security, body })
    })
    sent.on('error', reject).end()
  })
}

describe('the server of the explorer', () => {
  it('serves the page with the types of its files, and nothing that could load anything else', async () => {
    const port = await started({})
    const files = await Promise.all(['/', '/main.js', '/explorer.css', '/icon.svg'].map((path) => get(port, path)))
    const types = files.map(({ type }) => type?.split(';')[0])
    expect(types).toEqual(['text/html', 'text/javascript', 'text/css', 'image/svg+xml'])
    expect(files[0]!.security).toContain("default-src 'none'")
  })

  it('sends the sites of the folder as they are now', async () => {
    const port = await started({
      'policies/news/robots.txt': 'User-agent: *\n',
      'policies/news/permissions/a.txt': '',
      'policies/news/site.toml': 'hosts = ["*"]',
      'policies/.networks/x.json': '{}',
    })
    const [site, ...others] = JSON.parse((await get(port, '/sites.json')).body)
    expect(others).toEqual([])
    expect([...draftOf(site).files.keys()]).toEqual(['robots.txt', 'site.toml', 'permissions/a.txt'])
  })

  it('sends no sites where there is no folder', async () => {
    expect((await get(await started({}), '/sites.json')).body).toBe('[]')
  })

  it('sends the crawlers that everybody knows', async () => {
    const { body } = await get(await started({}), '/crawlers.json')
    expect(JSON.parse(body)).toContainEqual(expect.objectContaining({ name: 'gptbot' }))
  })

  it('refuses other names of this machine, other paths and other methods', async () => {
    const port = await started({})
    expect((await get(port, '/sites.json', { host: 'rebound.test' })).status).toBe(421)
    expect((await get(port, '/../package.json')).status).toBe(404)
    expect((await get(port, '/', { method: 'POST' })).status).toBe(405)
    expect(await get(port, '/', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
  })
})

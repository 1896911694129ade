import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { draftOf } from '../../src/explorer/site-files.ts'
import { folderWith } from '../support/cli/acap.ts'
import { get, serve } from '../support/explorer/started-server.ts'

async function started(files: Readonly<Record<string, string>>): Promise<number> {
  return serve(join(folderWith(files), 'policies'))
}

describe('the server of the explorer', () => {
  it('serves the page with the types of its files, and nothing that could load anything else', async () => {
    const port = await started({})
    const files = await Promise.all(
      ['/', '/main.js', '/background-worker.js', '/explorer.css', '/icon.svg'].map((path) =>
        get(port, path),
      ),
    )
    const types = files.map(({ type }) => type?.split(';')[0])
    expect(types).toEqual([
      'text/html',
      'text/javascript',
      'text/javascript',
      'text/css',
      'image/svg+xml',
    ])
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
    expect([...draftOf(site).files.keys()]).toEqual([
      'robots.txt',
      'site.toml',
      'permissions/a.txt',
    ])
  })

  it('sends no sites where there is no folder', async () => {
    expect((await get(await started({}), '/sites.json')).body).toBe('[]')
    expect((await get(await started({ 'policies/.keep': '' }), '/sites.json')).body).toBe('[]')
  })

  it('sends the crawlers that everybody knows', async () => {
    const { body } = await get(await started({}), '/crawlers.json')
    expect(JSON.parse(body)).toContainEqual(expect.objectContaining({ name: 'gptbot' }))
  })

  it('refuses other names of this machine, other paths and other methods', async () => {
    const port = await started({})
    expect((await get(port, '/sites.json', { host: 'rebound.test' })).status).toBe(421)
    expect((await get(port, '/../package.json')).status).toBe(404)
    expect((await get(port, '/', { method: 'PUT' })).status).toBe(405)
    expect((await get(port, '/', { method: 'POST' })).status).toBe(405)
    expect(await get(port, '/', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
  })
})

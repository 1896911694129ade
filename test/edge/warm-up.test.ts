import { describe, expect, it } from 'vitest'
import { warmUp } from '../../src/doors/workers/warm-up.ts'
import { Edge } from '../../src/edge/edge.ts'
import type { Exchange } from '../../src/edge/platform.ts'
import { encode } from '../../src/program/encode.ts'
import { bundleOf, registryOf, type SiteFiles } from '../support/bundle.ts'

const REFUSES = 'User-agent: *\nDisallow: /\n'
const PERMITS = 'User-agent: *\nAllow: /\n'

const edgeOf = (current: object, answer: (exchange: Exchange) => Response) =>
  ({ policies: { current }, answer }) as unknown as Edge

describe('warming up', () => {
  const of = (toml: string, robots = REFUSES): SiteFiles => ({
    'site.toml': toml,
    'robots.txt': robots,
  })

  it.each([
    ['any host', of('hosts = ["*"]')],
    ['a port', of('hosts = ["example.com:8080"]')],
    ['IPv6', of('hosts = ["[::1]"]')],
    ['a name that no URL can have', of('hosts = ["xn--a.example"]')],
    ['a policy that only observes', of('hosts = ["*"]\nmode = "observe"')],
    ['a policy that is off', of('hosts = ["*"]\nmode = "off"')],
    ['a policy that permits', of('hosts = ["*"]', PERMITS)],
    ['a rate', of('hosts = ["*"]', 'User-agent: *\nCrawl-delay: 10\n')],
  ])('neither throws nor logs for %s', async (_, files) => {
    const logged: unknown[] = []
    const log = (...line: unknown[]) => void logged.push(line)
    const platform = {
      log: { log, warn: log, error: log },
      fetchKeys: () => Promise.reject(new Error('unexpected')),
    }
    warmUp(
      new Edge(platform, {
        bundle: await bundleOf({ site: files }, { known: { Googlebot: 'search' } }),
      }),
    )
    await new Promise(setImmediate)
    expect(logged).toEqual([])
  })

  it('does nothing for a bundle without sites', async () => {
    const bundle = await encode({ sites: [], registry: registryOf({}), networks: [] })
    const platform = { log: console, fetchKeys: () => Promise.reject(new Error('unexpected')) }
    warmUp(new Edge(platform, { bundle }))
  })

  it('does not throw for a host that no URL can have', () => {
    warmUp(edgeOf({ firstHost: 'not a host' }, () => new Response(null)))
  })

  it('asks for a path that the policy closes', () => {
    const text = new TextEncoder().encode(
      'User-agent: *\nDisallow: /*.pdf\nDisallow: /drafts/*/new\n',
    )
    const site = { program: { files: [{ path: 'robots.txt', text }] } }
    const asked: string[] = []
    const answer = ({ request }: Exchange) => {
      asked.push(request.url)
      return new Response(null)
    }
    warmUp(edgeOf({ firstHost: 'a.test', siteAt: () => site }, answer))
    expect(asked).toContain('https://a.test/drafts/')
  })
})

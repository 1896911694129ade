import { describe, expect, it } from 'vitest'
import { auditOf, everywhere, type Fault, nobody, page } from '../../support/author/sound-site.ts'

describe('acap audit finds nothing', () => {
  it('what a `$` opens with a query is no contradiction', async () => {
    const robots =
      'User-agent: *\nDisallow: /private/1$\n\nSitemap: https://www.site.test/sitemap.xml\n'
    const { contradictions } = await auditOf({ site: nobody, robots })
    expect(contradictions).toEqual([])
  })

  it('a sound site has none', async () => {
    const { contradictions, asked } = await auditOf({ site: nobody, policy: {} })
    expect(contradictions).toEqual([])
    expect(asked).toBeLessThanOrEqual(120)
  })

  it('a rate that the requests of the audit use up is none', async () => {
    const site: Fault = ({ agent }, path) =>
      agent.name === 'CCBot' && path === '/about' ? { status: 429 } : null
    expect((await auditOf({ site })).contradictions).toEqual([])
  })

  it('a policy that writes `noindex` into closed pages means it', async () => {
    const html = '<!doctype html><meta name=robots content=noindex><title>News</title>'
    const site = everywhere({ html, status: 200 }, (path) => path === '/private/1')
    const tagsOf = (path: string) => (path === '/private/1' ? ['noindex'] : [])
    const { contradictions } = await auditOf({ site, policy: { tagsOf, expects: () => 'open' } })
    expect(contradictions).toEqual([])
  })

  it('a site that refuses everybody has none: that is no finding', async () => {
    const { contradictions } = await auditOf({ site: everywhere({ status: 403 }, page) })
    expect(contradictions).toEqual([])
  })

  it('what changes when it is asked again is a note', async () => {
    let count = 0
    const site: Fault = ({ agent }, path) =>
      agent.name === 'CCBot' && path === '/about' && count++ === 0 ? { status: 403 } : null
    const { contradictions, notes } = await auditOf({ site })
    expect(contradictions).toEqual([])
    expect(notes).toEqual([
      'unstable, so no contradiction: CCBot at /about: refused with status 403 to a stranger with this name',
    ])
  })

  it('stops where a site asks for time, and says so', async () => {
    const site = everywhere({ status: 429, headers: { 'retry-after': '60' } }, page)
    const { asked, skipped } = await auditOf({ site })
    expect(asked).toBeLessThan(15)
    expect(skipped).toEqual(['everything after a status 429 with Retry-After'])
  })
})

import { readFileSync } from 'node:fs'
import list from 'crawler-user-agents'
import { describe, expect, test } from 'vitest'
import { compileRegistry } from '../../src/compile/registry.ts'
import { Agents } from '../../src/engine/agents.ts'
import { siteOf } from '../support/site-of.ts'

const browsers = JSON.parse(readFileSync('node_modules/user-agents/dist/user-agents.json', 'utf8')) as {
  userAgent: string
}[]
const registry = compileRegistry(list)
const agents = new Agents(siteOf(''), registry)

describe('[I3] the registry of known crawlers', () => {
  test("misses at most 3.5 % of the list's own sample headers", () => {
    const samples = list.flatMap(({ instances }) => instances)
    const missed = samples.filter((header) => agents.find(header).category === null)
    console.log(`known crawlers: ${missed.length} of ${samples.length} sample headers missed`)
    expect(samples.length).toBeGreaterThan(2000)
    expect(missed.length / samples.length).toBeLessThan(0.035)
  })

  test('takes no real browser for a crawler', () => {
    const headers = new Set(browsers.map(({ userAgent }) => userAgent))
    const taken = [...headers].filter((header) => agents.find(header).kind === 'crawler')
    console.log(`known crawlers: ${taken.length} of ${headers.size} browser headers taken for crawlers`)
    expect(headers.size).toBeGreaterThan(500)
    expect(taken).toEqual([])
  })

  test.each([
    ['Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; SLCC1; .NET CLR 2.0.50727)', 'reader'],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Code/1.90.0 Chrome/122.0 Electron/29.4 Safari/537.36',
      'reader',
    ],
    ['MyReader/1.0 (+https://codeberg.org/me/reader)', 'reader'],
    ['Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)', 'crawler'],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'crawler'],
    ['curl/8.5.0', 'crawler'],
    ['', 'crawler'],
    ['Googlebot/2.1 UptimeRobot/2.0', 'crawler'],
    ['GPTBot/1.2 (like facebookexternalhit/1.1)', 'crawler'],
    ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'reader'],
  ])('[I5] %s is a %s', (header, kind) => {
    expect(agents.find(header).kind).toBe(kind)
  })

  test('[I5] a preview agent is a crawler where the policy names it', () => {
    const named = new Agents(siteOf('User-agent: facebookexternalhit\nDisallow: /\n'), registry)
    expect(named.find('facebookexternalhit/1.1').kind).toBe('crawler')
  })

  test('is the same for the same list', () => {
    expect(compileRegistry(list)).toEqual(registry)
  })
})

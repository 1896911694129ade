import { readFileSync } from 'node:fs'
import list from 'crawler-user-agents'
import { describe, expect, test } from 'vitest'
import { AI_ROBOTS_LIST } from '../../src/crawlers/merged-lists.ts'
import { POLICY_TOKENS } from '../../src/crawlers/policy-tokens.ts'
import { isReadersName } from '../../src/crawlers/reader-words.ts'
import { CORRECTED_CRAWLERS } from '../../src/crawlers/tables.ts'
import { Agents, isKnownCrawler } from '../../src/decide/agents.ts'
import { compileRegistry } from '../../src/program/compile/compile-registry.ts'
import { siteOf } from '../support/site-of.ts'

const browsers = JSON.parse(
  readFileSync('node_modules/user-agents/dist/user-agents.json', 'utf8'),
) as {
  userAgent: string
}[]
const registry = compileRegistry(list)
const agents = new Agents(siteOf(''), registry)

describe('[I3] the registry of known crawlers', () => {
  test("misses at most 1 % of the list's own sample headers", () => {
    const samples = list.flatMap(({ instances }) => instances)
    const missed = samples.filter((header) => agents.find(header).category === null)
    console.log(`known crawlers: ${missed.length} of ${samples.length} sample headers missed`)
    expect(samples.length).toBeGreaterThan(2000)
    expect(missed.length / samples.length).toBeLessThan(0.01)
  })

  test.each([
    [
      'meta-webindexer/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
      'ai-search',
      'Meta',
    ],
    ['KimiBot/1.0', 'training', 'Moonshot AI'],
    ['MistralAI-Training/1.0', 'training', 'Mistral AI'],
    ['Mozilla/5.0 (compatible) AI2Bot (+https://www.allenai.org/crawler)', 'training', 'Ai2'],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)',
      'training',
      'OpenAI',
    ],
    ['Google-Agent/1.0', 'agent', 'Google'],
    ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 'seo', 'ahrefs.com'],
  ])('[I5] %s is for %s, run by %s', (header, category, operator) => {
    expect(agents.find(header)).toMatchObject({ kind: 'crawler', category, operator })
  })

  test.each([
    'node',
    'undici',
    'Deno/2.1.4',
    'Bun/1.1.38',
    'Java/1.8.0_292',
    'Java/17.0.2',
    'Jersey/2.34 (HttpUrlConnection 11.0.11)',
    'HTTP-Tiny/0.076',
    'HTTP_Request2/2.3.0 (http://pear.php.net/package/http_request2) PHP/7.4',
    'khttp/1.0.0-SNAPSHOT',
    ...['Node.js/18', 'reqwest/0.9.9', 'Faraday v0.9.1', 'Dart/3.5 (dart:io)', 'Ruby', 'PHP/8.1.2'],
    ...['GuzzleHttp/7', 'PostmanRuntime/7.9.1', 'PycURL/7.43.0 libcurl/7.47.0', 'PHP-SOAP/7.4.33'],
    ...['Java-http-client/11.0.6', 'Python-httplib2/0.7.4 (gzip)', 'python-urllib3/1.26.2'],
    ...['HTTPClient/1.0 (2.8.0, ruby 2.0.0)', 'RestSharp/106.5.4.0', 'ureq/2.9.1', 'excon/0.99.0'],
    ...['go-resty/2.7.0 (https://github.com/go-resty/resty)', 'Symfony BrowserKit', 'fasthttp'],
  ])('[I3] %s is a bare library', (header) => {
    expect(agents.find(header)).toMatchObject({ kind: 'crawler', category: 'library' })
  })

  test('[I5] an agent in the header of a browser is known by its product', () => {
    const header =
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Agent-NovaAct/1.0'
    expect(agents.find(header)).toMatchObject({ kind: 'crawler', category: 'agent' })
  })

  test.each([
    ['Foobot\\/1.0', 'Foobot/1.0', 'foobot', 'training'],
    ['[fF]oobot\\/', 'foobot/2', 'foobot', 'training'],
    ['Foo-User', 'Foo-User/1.0', 'foo-user', 'assistant'],
    ['FooAssistant', 'FooAssistant/1.0', 'fooassistant', 'assistant'],
  ])(
    '[I5] the expression %s with the sample %s is the name %s, for %s',
    (pattern, sample, name, category) => {
      const known = compileRegistry(
        [{ pattern, instances: [sample], tags: ['ai-crawler'] }],
        [],
      ).crawlers
      expect(known.filter((each) => each.name.startsWith('foo'))).toEqual([
        { name, category, operator: null },
      ])
    },
  )

  test('[I5] policy tokens identify no crawler, and readers’ words are no names', () => {
    const tokens = new Set(POLICY_TOKENS.map(({ token }) => token.toLowerCase()))
    expect(registry.crawlers.filter(({ name }) => tokens.has(name))).toEqual([])
    expect(registry.crawlers.filter(({ name }) => isReadersName(name))).toEqual([])
  })

  test('[I5] every name of the shipped lists is known, but policy tokens and readers’ words', () => {
    const names = [...AI_ROBOTS_LIST.crawlers, ...CORRECTED_CRAWLERS].map(({ name }) => name)
    expect(names.filter((name) => agents.find(`${name}/1.0`).category === null)).toEqual([])
  })

  test('takes no real browser for a crawler', () => {
    const headers = new Set(browsers.map(({ userAgent }) => userAgent))
    const taken = [...headers].filter((header) => agents.find(header).kind === 'crawler')
    console.log(
      `known crawlers: ${taken.length} of ${headers.size} browser headers identified as crawlers`,
    )
    expect(headers.size).toBeGreaterThan(500)
    expect(taken).toEqual([])
  })

  // Programs that people use, in whose headers a crawler's name stands.
  test.each([
    'Speedy/138 CFNetwork/596.2.3 Darwin/12.2.0 (x86_64) (Macmini5%2C3)',
    'Wayback%20Machine%20Extension/16 CFNetwork/978.2 Darwin/18.7.0 (x86_64)',
    'TiviMate/4.7.0 (Allwinner Nitro Pro; Android 12)',
    'Mozilla/5.0 (X11; U; Linux i686; en-US; rv:1.9.2) Gecko/20100115 Ubuntu/10.04 (Lucid) Firefox/3.6',
    'Mikrotik/6.x Fetch',
    'MyReader/1.0 (+https://www.sitebulb.community/reader)',
    'MyReader/1.0 (reader@spider.community)',
    'MyReader/1.0 (Ruby on Rails; PHP 8; Dart)',
  ])('takes no reader for a crawler: %s', (header) => {
    expect(agents.find(header).kind).toBe('reader')
  })

  test.each([
    'Mozilla/5.0 (X11; Ubuntu; Linux i686; rv:14.0; ips-agent) Gecko/20100101 Firefox/14.0.1',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; trendictionbot0.5.0; trendiction search) Gecko/20170101 Firefox/67.0',
    'Mozilla/5.0 (X11; Datanyze; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/65.0.3325.181 Safari/537.36',
  ])('[I1] a desktop names no model, so a crawler may stand in its comment: %s', (header) => {
    expect(agents.find(header).kind).toBe('crawler')
  })

  test.each([
    'http://seewithkids.com/bot',
    'scraping@nytimes.com',
    'Mozilla/5.0 (compatible; +http://tweetedtimes.com)',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/78.0.3904.97 Safari/537.36 (+https://www.loc.gov/programs/web-archiving/for-site-owners/)',
  ])('[I3] a crawler may name itself by its address alone: %s', (header) => {
    expect(agents.find(header)).toMatchObject({ kind: 'crawler', name: null, category: 'other' })
    expect(isKnownCrawler(registry, [], header)).toBe(true)
  })

  test.each([
    ['Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; SLCC1; .NET CLR 2.0.50727)', 'reader'],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Code/1.90.0 Chrome/122.0 Electron/29.4 Safari/537.36',
      'reader',
    ],
    ['MyReader/1.0 (+https://codeberg.org/me/reader)', 'reader'],
    [
      'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
      'crawler',
    ],
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

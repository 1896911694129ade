/**
 * I1, C1: who is recognised by a header. The invented files of test/support/decide/trap-files.ts show each trap;
 * name-survey.ts puts the same headers to any number of real files.
 */
import list from 'crawler-user-agents'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { READER_HEADERS } from '../../src/crawlers/reader-headers.ts'
import { SHARED_NAMES } from '../../src/crawlers/reader-words.ts'
import { Agents } from '../../src/decide/agents.ts'
import { compileRegistry } from '../../src/program/compile/compile-registry.ts'
import type { SiteConfig } from '../../src/words/site-config.ts'
import { survey, WELL_KNOWN } from '../support/decide/name-survey.ts'
import { TRAP_FILES } from '../support/decide/trap-files.ts'
import { browserHeaders } from '../support/reader-headers.ts'
import { runs } from '../support/runs.ts'
import { siteOf } from '../support/site-of.ts'

const registry = compileRegistry(list)
const matchedBy = (names: readonly string[], header: string) =>
  new Agents(
    siteOf(names.map((name) => `User-agent: ${name}\nDisallow: /${name.length}\n`).join('\n')),
    registry,
  ).find(header)

describe('[I1] the trap files', () => {
  it('take no reader for a crawler', () => {
    expect(READER_HEADERS.length).toBeGreaterThanOrEqual(100)
    expect([...survey(TRAP_FILES, READER_HEADERS, [])]).toEqual([])
  })

  it('take no invented browser for a crawler', () => {
    const agents = TRAP_FILES.map(({ robots }) => new Agents(siteOf(robots), registry))
    fc.assert(
      fc.property(browserHeaders, (header) => {
        for (const each of agents) expect(each.find(header).kind, header).toBe('reader')
      }),
      { numRuns: runs(400, 20_000) },
    )
  })

  it('decide for well-known crawlers as for their own product tokens (RFC 9309)', () => {
    const different = [...survey(TRAP_FILES, [], WELL_KNOWN)].map(
      ({ site, token }) => `${site}: ${token}`,
    )
    expect(different).toEqual([
      // The crawler calls itself `Yahoo! Slurp`; its product token is `Slurp`.
      'rows-of-words.test: Slurp',
      // A family name, which the operator documents for all its crawlers.
      'families.test: YandexBot',
    ])
  })
})

const LEFT_ALONE = [
  ['in a URL with a scheme', 'Foo/1 (http://www.google.com/bot.html)', []],
  ['in a URL after `+`', 'Foo/1 (+google.com/bot)', []],
  ['in a URL after `//`', 'Foo/1 (//bot.test/google)', []],
  ['in a URL that begins with www.', 'Foo/1 www.bot.test/google', []],
  ['in a mail address', 'Foo/1 (bot@google.com)', []],
  ['in the name of a device', 'Mozilla/5.0 (Linux; Android 13; bot 8) AppleWebKit/537.36', []],
  ['but behind a URL', 'http://x;bot/2.1', ['bot']],
  ['but where a domain is not a URL', 'archive.org_bot archive.org bot', ['archive', 'bot']],
  [
    'but as a product with a version beside a device',
    'Mozilla/5.0 (X11; Linux x86_64; bot/1.0) AppleWebKit/537.36',
    ['bot'],
  ],
  [
    'but behind `compatible;` beside a device',
    'Mozilla/5.0 (Windows NT 10.0; compatible; bot) x',
    ['bot'],
  ],
] as const

describe('[I1] names are not looked for', () => {
  test.each(LEFT_ALONE)('%s', (_, header, names) => {
    expect(
      [...matchedBy(['google', 'www', 'bot', 'archive', 'x11'], header).matched].sort(),
    ).toEqual(names)
  })
})

const SENT = [
  'Mozilla',
  'mozilla/5.0',
  'Mozilla/4.0 (compatible; BullsEye; Windows 95)',
  '1',
  '42',
  'x',
  'Safari',
  'like Gecko',
  'en-US',
] as const

describe('[I1] names that readers send', () => {
  test.each(SENT)('`%s` identifies nobody', (name) => {
    const agents = new Agents(siteOf(`User-agent: ${name}\nDisallow: /\n`), null)
    for (const header of READER_HEADERS) expect(agents.find(header).kind).toBe('reader')
    expect(
      agents.find('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)')
        .matched,
    ).toEqual([])
  })

  test.each([
    [
      'Mozilla/5.0 (compatible; 008/0.83; http://www.80legs.com/webcrawler.html) Gecko/2008032620',
      ['008'],
    ],
    ['Pinterest/0.2 (+http://www.pinterest.com/bot.html)', ['pinterest']],
    ['WhatsApp/2.23.20.0', ['whatsapp']],
    ['Pinterest for Android/9.0.4 (K83CA; 9)', []],
    ['Pinterest/12.1 CFNetwork/1485 Darwin/23.1.0', []],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) [Pinterest/iOS]',
      [],
    ],
  ])('are crawlers’ as whole products alone: %s', (header, names) => {
    expect(matchedBy(['008', 'Pinterest', 'WhatsApp'], header).matched).toEqual(names)
  })

  it('are known to the registry where crawlers share them', () => {
    const known = new Set(registry.crawlers.map(({ name }) => name))
    // A library in Perl, and Exalead's crawler: the list has neither by this name.
    expect([...SHARED_NAMES].filter((name) => !known.has(name))).toEqual(['libwww', 'ng'])
  })
})

describe('[C1] a value of several words', () => {
  test.each([
    ['The Knowledge AI', 'The Knowledge AI', true],
    ['The Knowledge AI', 'Foo/1.0 (the best crawler)', false],
    ['The Knowledge AI', 'The Bat! 11.4.1', false],
    ['Web Downloader', 'Web Downloader/6.9', true],
    ['Web Downloader', 'Foo/1.0 (web crawler)', false],
    ['Offline Explorer', 'Offline  Explorer/2.5', true],
    ['Offline Explorer', 'Offline/1.0', true],
    ['Offline Explorer', 'Offline-Reader/1.0', false],
    ['MS Search 6.0 Robot', 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)', false],
    ['Offline Explorer', 'Foo/1.0 (an offline robot)', false],
    [
      'Yahoo! Slurp',
      'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
      true,
    ],
    ['BOT for JCE', 'Linguee Bot (http://www.linguee.com/bot)', false],
    [
      'Googlebot (Google)',
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      true,
    ],
    ['HTTrack 3.0', 'Mozilla/4.5 (compatible; HTTrack 3.0x; Windows 98)', true],
  ])('`%s` names %s: %s', (value, header, isNamed) => {
    expect(matchedBy([value], header).matched.length > 0).toBe(isNamed)
  })

  it('names all that its token names where another line has the token alone', () => {
    expect(
      matchedBy(['Offline Explorer', 'Offline'], 'Foo/1.0 (an offline robot)').matched,
    ).toEqual(['offline'])
  })
})

test('[I1] a family name matches wherever a member of it does', () => {
  const header = 'Mozilla/5.0 (compatible; YandexImages/3.0; +http://yandex.com/bots)'
  expect(matchedBy(['Yandex'], header).matched).toEqual(['yandex'])
  expect(matchedBy(['Yandex', 'YandexImages'], header).leads.rep.map(({ name }) => name)).toEqual([
    'yandeximages',
  ])
})

test('headers that hold the same names share one agent, so that a stream of different headers is not kept', () => {
  const agents = new Agents(siteOf('User-agent: larkbot\nDisallow: /\n'), registry)
  expect(agents.find('larkbot/2')).toBe(agents.find('larkbot/1'))
  const readers = [1, 2].map((version) =>
    agents.find(`Mozilla/5.0 (X11; Linux x86_64) Firefox/${version}`),
  )
  expect(readers[0]).toBe(readers[1])
})

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

const UNDECLARED = [
  ['MyReader/1.0 (+https://zork.test/bot)', 'myreader'],
  ['ZorkPreviewBot/1.0', 'zorkpreviewbot'],
  ['Mozilla/5.0 (compatible; ZorkRSS/1.0; +https://zork.test)', 'zorkrss'],
  ['Zorkodon 1.0; https://social.test <me@social.test>; Bot', 'zorkodon'],
  ['MyReader/1.0 (https://zork.test/bot)', null],
  ['Mozilla/5.0 (Linux; Android 13; CUBOT X; http://zork.test) AppleWebKit/537.36', null],
  [`Mozilla/5.0 (Linux; Android 7.0; M bot 54) ${CHROME}`, null],
  ['App/2 (Phone; CUBOT; NOTE 7)', null],
  ['App/2 (M bot 54)', null],
  ['ChatBot/3.1 (com.test.chatbot; build:3; iOS 18.0.0) Alamofire/5.9', null],
  ['Chatbot/7 CFNetwork/1568 Darwin/24.0.0', null],
  ['Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; MSIECrawler; http://zork.test)', null],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} ChatBot/1.0 Electron/38.0`, null],
] as const

const DECLARED = [
  ['Mozilla/5.0 (compatible; Zorkbot/1.0; +https://zork.test/bot)', 'zorkbot'],
  ['Mozilla/5.0 (compatible; Zork/1.0; +https://zork.test)', 'zork'],
  ['Mozilla/5.0 (compatible; ZorkCrawler/1.0)', 'zorkcrawler'],
  ['ZorkSpider/2 (spider@zork.test)', 'zorkspider'],
  ['Zorkbot/1.0', 'zorkbot'],
  ['Zork-Price-robot', 'zork-price-robot'],
  ['Zork Web Crawler 2.1', 'zork'],
  ['Zork/1.0 (a web crawler; https://zork.test)', 'zork'],
  ['Mozilla/5.0 (Zork Bot/1.0)', 'zork'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} zork_crawler`, 'zork_crawler'],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} (compatible; Zorkbot; +https://zork.test)`,
    'zorkbot',
  ],
] as const

describe('[I3] a client that declares itself a bot', () => {
  const site = { ...siteOf('User-agent: *\nDisallow: /\n') }
  const taking = (selfDeclared: SiteConfig['identify']['selfDeclared']) => {
    const identify = { ...site.config.identify, selfDeclared }
    return new Agents({ ...site, config: { ...site.config, identify } }, registry)
  }

  test.each(DECLARED)(
    '%s is a crawler that calls itself %s, unless the site says otherwise',
    (header, declared) => {
      expect(taking('crawler').find(header)).toMatchObject({
        kind: 'crawler',
        name: null,
        declared,
      })
      for (const other of ['report', 'reader'] as const)
        expect(taking(other).find(header)).toMatchObject({ kind: 'reader', name: null, declared })
    },
  )

  test.each(UNDECLARED)('%s is a reader, at most reported', (header, declared) => {
    expect(taking('crawler').find(header)).toMatchObject({ kind: 'reader', name: null, declared })
  })

  it('is no reader', () => {
    for (const header of READER_HEADERS)
      expect(taking('crawler').find(header).kind, header).toBe('reader')
  })

  it('is a reader where no registry tells bots from previews and feeds', () => {
    expect(new Agents(site, null).find('Zorkbot/1.0').kind).toBe('reader')
  })

  it('shares an agent with other headers of the same name', () => {
    const agents = taking('crawler')
    expect(agents.find('Zorkbot/1.0')).toBe(agents.find('Zorkbot/2.0'))
  })
})

const BROWSER =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Safari/537.36'

const BESIDE = [
  [`${BROWSER} Sonic Slack_SSB/4.38.125`, 'reader'],
  [`${BROWSER} AhrefsBot`, 'crawler'],
  [`${BROWSER} Riddler`, 'reader'],
  [`${BROWSER} Riddler/2.0`, 'crawler'],
  [`${BROWSER} (compatible; Riddler)`, 'crawler'],
  // Its own headers have it so.
  [`${BROWSER}; Bytespider`, 'crawler'],
  ['Riddler (http://riddler.io/about.html)', 'crawler'],
  ['HTC Butterfly; 4.1.1; JRO03C; de-de', 'reader'],
  [
    'Mozilla/5.0 (compatible; Butterfly/1.0; +http://labs.topsy.com/butterfly/) Gecko Firefox/3.0.8',
    'crawler',
  ],
  // A preview's agent that is made with a library.
  [
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    'reader',
  ],
] as const

describe('[I5] a name of the registry', () => {
  const agents = new Agents(siteOf(''), registry)

  test.each(BESIDE)('%s is a %s', (header, kind) => {
    expect(agents.find(header).kind).toBe(kind)
  })
})

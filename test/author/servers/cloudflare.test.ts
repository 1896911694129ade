/** Cloudflare's rules, by a model of their documents, beside the judge: nothing that is closed is open, and no person is refused. */
import list from 'crawler-user-agents'
import { describe, expect, test } from 'vitest'
import { cloudflareRules } from '../../../src/author/servers/cloudflare/rules.ts'
import { readCloudflare } from '../../../src/author/servers/interpreters/cloudflare.ts'
import { doorPlan } from '../../../src/author/servers/plan.ts'
import { printCloudflare } from '../../../src/author/servers/printers/cloudflare.ts'
import { formOf } from '../../../src/author/servers/read-plan.ts'
import { READER_HEADERS } from '../../../src/crawlers/reader-headers.ts'
import { judge, siteContextOf } from '../../../src/decide/judge.ts'
import { knownCrawlers } from '../../../src/registry.ts'
import { CRAWLER_HEADERS, OTHER_HEADERS } from '../../support/author/crawler-headers.ts'
import { DoorRequests, patternsIn } from '../../support/author/door-requests.ts'
import { runs, someOf } from '../../support/runs.ts'
import { siteOf } from '../../support/site-of.ts'

const registry = knownCrawlers()

function doorOf(text: string) {
  const context = siteContextOf(siteOf(text), registry, [])
  const plan = doorPlan(context, registry, 0)
  const files = printCloudflare(plan, { id: '', prefix: '', about: ['a test'] })
  const { tooLong } = cloudflareRules(plan)
  const read = readCloudflare(files)
  const refuses = (target: string, userAgent: string) =>
    read.refuses({ target, userAgent, address: '192.0.2.1' })
  return { context, plan, files, door: { refuses }, isWritten: tooLong.length === 0 }
}

/** Each group of crawlers asks for each target: where the rules and the judge differ. */
function differences(text: string, targets: readonly string[]) {
  const { context, plan, door, isWritten } = doorOf(text)
  if (!isWritten) return { leaks: [], plain: 0, strict: [] }
  const found = plan.groups.flatMap(({ names }) => {
    const name = names[0] === '*' ? 'unnamedbot' : names[0]!
    return targets.map((target) => {
      const { kind, outcome } = judge(context, { target, userAgent: name, now: 0 })
      const isClosed = kind !== 'exempt' && outcome !== 'permitted'
      const isPlain = formOf(plan, target) === 'plain'
      return { name, target, isClosed, isPlain, isRefused: door.refuses(target, name) }
    })
  })
  return {
    leaks: found.filter(({ isClosed, isRefused }) => isClosed && !isRefused),
    plain: found.filter(({ isPlain }) => isPlain).length,
    strict: found.filter((each) => each.isPlain && each.isRefused && !each.isClosed),
  }
}

describe('the rules of Cloudflare', () => {
  test('[P6] close what the judge closes in generated policies', () => {
    let [plain, strict] = [0, 0]
    for (let seed = 1; seed <= runs(2, 600); seed++) {
      const requests = new DoorRequests(seed)
      const text = requests.policy(seed % 3 === 0)
      const found = differences(text, requests.targets(patternsIn(text), 8))
      expect(found.leaks, text).toEqual([])
      plain += found.plain
      strict += found.strict.length
    }
    expect(strict / plain).toBeLessThan(0.4)
  })

  test.each([
    ['/private/', '/private/x', true],
    ['/private/', '/%70rivate/x', true],
    ['/private/', '/a/../private/x', true],
    ['/private/', '//private/x', true],
    ['/private/', '/private;x/', true],
    ['/private/', '/public/x', false],
    ['/private/', '/public/caf%C3%A9%20x', false],
    ['/x?q', '/x/?q', true],
    ['/x$', '/x/', true],
    ['/x$', '/x?', true],
    ['/x$', '/xy', false],
    ['/caf%C3%A9/', '/caf%c3%a9/', true],
    ['/caf%C3%A9/', '/caf\u00e9/', true],
    ['/a%2Ab', '/a*b', true],
    ['/a*%7C', '/a|', true],
    ['/', '/robots.txt', false],
    ['/', '/robots.txt?x', false],
    ['/', '/Robots.txt', true],
    ['/', '//robots.txt', true],
  ])('of `Disallow: %s` answer %s', (pattern, target, isRefused) => {
    const { door } = doorOf(`User-agent: GPTBot\nDisallow: ${pattern}\n`)
    expect(door.refuses(target, 'GPTBot/1.2')).toBe(isRefused)
  })

  test('[I1] never find a word of readers in their headers', () => {
    const { files, door } = doorOf('User-agent: code\nUser-agent: yak\nDisallow: /\n')
    expect(files[1]!.text).not.toMatch(/contains "(?:code|yak)"/)
    for (const crawler of ['code', 'Mozilla/5.0 (compatible; yak/1.0)', 'yak 1.0'])
      expect(door.refuses('/', crawler), crawler).toBe(true)
    for (const reader of ['KAYAK/100.0 (iPhone; iOS 17)', 'Xcode/15', ...READER_HEADERS])
      expect(door.refuses('/', reader), reader).toBe(false)
  })

  test('[I3] find the known crawlers, and no person', () => {
    const { context, door } = doorOf('User-agent: *\nDisallow: /\n')
    const people = OTHER_HEADERS.filter((each) => {
      return !/bot|crawl|spider|scraper|compatible/i.test(each) && /^(?:Mozilla|Opera)/.test(each)
    })
    const refused = [...READER_HEADERS, ...someOf(people, 100)].filter((each) => {
      return door.refuses('/', each)
    })
    const crawlers = [...list.flatMap(({ instances }) => instances), ...CRAWLER_HEADERS]
    const missed = someOf(crawlers, 300).filter((userAgent) => {
      const { kind, outcome } = judge(context, { target: '/', userAgent, now: 0 })
      const isClosed = kind === 'crawler' && outcome !== 'permitted'
      return isClosed && !door.refuses('/', userAgent)
    })
    expect(refused).toEqual([])
    expect(missed).toEqual([])
  })

  test('[I2] leave a name of the policy its own rules', () => {
    const { door } = doorOf(
      'User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow: /x\n\nUser-agent: Googlebot-News\nDisallow: /y\n',
    )
    const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
    expect(door.refuses('/y', googlebot)).toBe(false)
    expect(door.refuses('/x', googlebot)).toBe(true)
    expect(door.refuses('/x', 'Googlebot-News')).toBe(false)
    expect(door.refuses('/y', 'MyGooglebot/1.0')).toBe(true)
  })

  test('[I1] find the family of a name, and leave it its own rules', () => {
    const header = 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)'
    const closed = doorOf('User-agent: Yandex\nDisallow: /\n')
    expect(closed.door.refuses('/', header)).toBe(true)
    const open = doorOf('User-agent: *\nDisallow: /\n\nUser-agent: Yandex\nDisallow: /x\n')
    expect(open.isWritten).toBe(true)
    expect(open.door.refuses('/', header)).toBe(false)
    expect(open.door.refuses('/x', header)).toBe(true)
    expect(open.door.refuses('/', 'MyYandexBot/3.0')).toBe(true)
  })

  test('[I1] find a name that browsers send, too, as a whole product alone', () => {
    const { door } = doorOf('User-agent: Pinterest\nUser-agent: Opera\nDisallow: /\n')
    expect(door.refuses('/', 'Pinterest/0.2 (+http://www.pinterest.com/bot.html)')).toBe(true)
    for (const reader of ['Mozilla/5.0 (Macintosh) Pinterest/1.0', 'Opera/9.80 (Windows NT 6.1)'])
      expect(door.refuses('/', reader), reader).toBe(false)
  })

  test('are the same to paste and for the API, and say that they were checked by a model', () => {
    const { files } = doorOf('User-agent: GPTBot\nDisallow: /\n')
    const [json, text] = files
    const body = JSON.parse(json!.text) as { description: string; rules: { expression: string }[] }
    expect(text!.text).toContain(`\n${body.rules[0]!.expression}\n`)
    for (const each of [body.description, text!.text]) {
      expect(each).toContain('by a model of Cloudflare’s documents')
      expect(each).toContain('cf.verified_bot_category')
    }
    expect(body.rules).toEqual([
      {
        action: 'block',
        description: 'acap 1 of 1: gptbot',
        enabled: true,
        expression:
          '(lower(http.user_agent) contains "gptbot") and not (raw.http.request.uri.path in {"/robots.txt" "/.well-known/tdmrep.json" "/policy"})',
      },
    ])
  })
})

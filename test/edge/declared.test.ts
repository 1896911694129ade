/**
 * I3: unknown clients that declare themselves bots: crawlers by default, readers that are logged where the site says so.
 */
import { describe, expect, test } from 'vitest'
import { edge } from '../support/edge/edge.ts'

const ROBOTS = 'User-agent: *\nDisallow: /private/\n'
const HEADER = 'Mozilla/5.0 (compatible; Zorkbot/1.0; +https://zork.test/bot)'

const ZORKBOT = { name: 'zorkbot', category: null, listed: false }

const serving = (selfDeclared: string | null) => {
  const key = selfDeclared === null ? '' : `[identify]\nself-declared = "${selfDeclared}"\n`
  return edge({ files: { 'robots.txt': ROBOTS, 'site.toml': `hosts = ["news.test"]\n${key}` } })
}

describe('[I3] an unknown bot that declares itself', () => {
  test('is refused as any crawler is, by the name that it declares', async () => {
    const { ask, log } = await serving(null)
    const answer = await ask('/private/a', HEADER, { headers: { accept: 'application/json' } })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({
      crawler: { name: null, declared: 'zorkbot', assurance: 'claimed' },
    })
    expect(log).toMatchObject([
      { crawler: { name: 'zorkbot', listed: false }, outcome: 'prohibited' },
    ])
  })

  test.each([
    [
      'report',
      [
        {
          site: 'news',
          crawler: ZORKBOT,
          outcome: 'reader',
          userAgent: HEADER,
          target: '/private/a',
        },
      ],
    ],
    ['reader', []],
  ])('is a reader where the site says `%s`', async (key, lines) => {
    const { ask, log } = await serving(key)
    expect((await ask('/private/a', HEADER)).status).not.toBe(403)
    expect(log).toMatchObject(lines)
    expect(log.length).toBe(lines.length)
  })

  test('that only gives an address is a reader, and logged', async () => {
    const { ask, log } = await serving(null)
    expect((await ask('/private/a', 'Zork/1.0 (+https://zork.test)')).status).not.toBe(403)
    expect(log).toMatchObject([{ crawler: { ...ZORKBOT, name: 'zork' }, outcome: 'reader' }])
  })
})

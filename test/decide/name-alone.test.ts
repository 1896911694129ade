/**
 * I1: a product token alone: the policy's name of that word where a tool asks, and a header of one word at the edge.
 */
import list from 'crawler-user-agents'
import { describe, expect, it, test } from 'vitest'
import data from '../../src/crawlers/lists/reader-words.json' with { type: 'json' }
import { READER_HEADERS } from '../../src/crawlers/reader-headers.ts'
import { Agents } from '../../src/decide/agents.ts'
import { decide } from '../../src/decide/decide.ts'
import { compileRegistry } from '../../src/program/compile/compile-registry.ts'
import { entryOf } from '../../src/program/encode.ts'
import { siteOf } from '../support/site-of.ts'

const registry = compileRegistry(list)

describe('[I1] a name alone', () => {
  const WORDS = Object.values({ ...data, shared: [], common: [] })
    .join(' ')
    .split(/[ ,]+/)
  const isAsked = (name: string, userAgent: string) =>
    decide(siteOf(`User-agent: ${name}\nDisallow: /\n`), { userAgent, target: '/x', now: 0 })
      .outcome === 'prohibited'

  test.each([
    ['Yandex', 'Yandex'],
    ['Yandex', 'yandex/3.0'],
    ['Naver', 'Naver'],
    ['Safari', 'Safari/605.1.15'],
    ['Mozilla', 'Mozilla'],
    ['1', '1/2.0'],
  ])('%s is the crawler that a question calls %s', (name, userAgent) => {
    expect(isAsked(name, userAgent)).toBe(true)
  })

  test.each([
    ['Safari', 'Safari/605.1.15 (x)'],
    ['Safari', 'MobileSafari'],
    // Several words are the name of the crawler that sends these words (C1).
    ['Web Downloader', 'Web'],
  ])('%s is not %s', (name, userAgent) => {
    expect(isAsked(name, userAgent)).toBe(false)
  })

  test.each([
    ['Yandex', 'Yandex', 'crawler'],
    ['Naver', 'naver', 'crawler'],
    ['Naver', 'Naver/1.0', 'reader'],
    ['Naver', 'NAVER(inapp; search; 700; 10.5.4)', 'reader'],
    // Readers send it alone.
    ['Opera', 'Opera', 'reader'],
    ['Mozilla', 'Mozilla', 'reader'],
  ])('where a policy names %s, the header %s is that of a %s', (name, header, kind) => {
    expect(
      new Agents(siteOf(`User-agent: ${name}\nDisallow: /\n`), registry).find(header).kind,
    ).toBe(kind)
  })

  it('takes no reader for a crawler where a policy has every word that readers send', () => {
    const agents = new Agents(
      siteOf(WORDS.map((word) => `User-agent: ${word}\nDisallow: /\n`).join('\n')),
      registry,
    )
    for (const header of READER_HEADERS) expect(agents.find(header).kind, header).toBe('reader')
    for (const word of data.alone.join(' ').split(' '))
      expect(agents.find(word).matched, word).toEqual([])
  })

  it('is in no list of the names that show crawlers while a site cannot be read', () => {
    expect(
      entryOf(siteOf('User-agent: Yandex\nUser-agent: Safari\nUser-agent: larkbot\nDisallow: /\n'))
        .crawlers,
    ).toEqual(['larkbot'])
  })
})

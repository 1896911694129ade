/**
 * The library's `acap-edge/registry`: who a client is without a policy, by the same look-up as at the edge.
 */
import list from 'crawler-user-agents'
import { describe, expect, it, test } from 'vitest'
import { READER_HEADERS, READER_SOFTWARE } from '../src/crawlers/reader-headers.ts'
import { Agents } from '../src/decide/agents.ts'
import {
  type ClientIdentity,
  type IdentifyOptions,
  identify,
  knownCrawlers,
} from '../src/registry.ts'
import { siteOf } from './support/site-of.ts'

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const networks = { Googlebot: ['66.249.64.0/19', '2001:4860:4801::/48'], ahrefs: ['192.0.2.0/24'] }

describe('identify', () => {
  test.each([
    [GOOGLEBOT, 'crawler', 'googlebot', 'search', 'Google'],
    [
      'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
      'crawler',
      'ahrefsbot',
      'seo',
      'Ahrefs',
    ],
    ['Googlebot-Image/1.0', 'crawler', 'googlebot-image', 'search', 'Google'],
    ['Googlebot-Video/1.0', 'crawler', 'googlebot-video', 'search', 'Google'],
    ['Jersey/2.25 (HttpUrlConnection 1.8)', 'crawler', 'jersey', 'library', null],
    ['Fuzz Faster U Fool v2.1.0', 'crawler', 'fuzz faster u fool', 'other', null],
    ['facebookexternalhit/1.1', 'reader', 'facebookexternalhit', 'preview', 'Meta'],
    ['Zorkbot/1.0 (+https://zork.test)', 'crawler', 'zorkbot', 'other', null],
    [
      'Mozilla/5.0 (compatible; Zork Desktop/5.9; http://zork.test/)',
      'crawler',
      'zork desktop',
      'other',
      null,
    ],
    ['Mozilla/5.0 (compatible; Zork 5.9; http://zork.test/)', 'crawler', 'zork', 'other', null],
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      'reader',
      null,
      null,
      null,
    ],
    ['', 'crawler', null, 'library', null],
  ])('%s', (header, kind, name, category, operator) => {
    const identity: ClientIdentity = identify(header)
    expect(identity).toStrictEqual({ kind, name, category, operator, assurance: 'claimed' })
    expect(structuredClone(identity)).toStrictEqual(identity)
  })

  test.each([
    ['66.249.66.1', 'network'],
    ['2001:4860:4801::1', 'network'],
    ['203.0.113.7', 'failed'],
    ['not an address', 'claimed'],
    [undefined, 'claimed'],
  ])('[I4] Googlebot from %s is %s', (address, assurance) => {
    const options: IdentifyOptions = address === undefined ? { networks } : { address, networks }
    expect(identify(GOOGLEBOT, options).assurance).toBe(assurance)
  })

  test.each([
    [
      '[I4] a list proves the names that its operator documents for it',
      'Googlebot-Image/1.0',
      '66.249.66.1',
      'network',
    ],
    [
      'a name is proven by nothing where no list is about it',
      'GPTBot/1.0',
      '66.249.66.1',
      'claimed',
    ],
    [
      'a reader is proven by nothing',
      'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
      '192.0.2.1',
      'claimed',
    ],
  ])('%s', (_, header, address, assurance) => {
    expect(identify(header, { address, networks }).assurance).toBe(assurance)
  })

  it('throws a TypeError for what is no header and no prefix', () => {
    expect(() => identify(undefined as unknown as string)).toThrow(
      new TypeError('identify: `userAgent` must be a string; empty where there is none'),
    )
    expect(() => identify('x', { networks: { zork: ['192.0.2'] } })).toThrow(
      new TypeError('identify: `networks` of zork: `192.0.2` is not an address prefix'),
    )
    expect(() => identify('x', { networks: { zork: ['0.0.0.0/0'] } })).toThrow(TypeError)
  })

  it('says what the edge of a site without a policy says', () => {
    const agents = new Agents(siteOf(''), knownCrawlers())
    const samples = list.flatMap(({ instances }) => instances)
    for (const header of [
      ...samples,
      ...READER_HEADERS,
      ...Object.values(READER_SOFTWARE).flat(),
    ]) {
      const { kind, name, category, declared } = agents.find(header)
      expect(identify(header)).toMatchObject({ kind, name: name ?? declared, category })
    }
  })
})

/**
 * Forms for what authors often want: what each writes, and what that means.
 */

import { expect, it } from 'vitest'
import { restrictionsBy } from '../../src/decide/decision-of.ts'
import { withProfileKey } from '../../src/explorer/edit-toml.ts'
import { RECIPES } from '../../src/explorer/recipe-forms.ts'
import { readSiteConfig } from '../../src/language/site/site.ts'
import type { Usage } from '../../src/words/usages.ts'
import { meaningOf, NOW } from './asked.ts'

const HOSTS = 'hosts = ["a.test"]\n'

/** The files that a form writes, and what they say. */
function written(
  title: string,
  values: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>>,
) {
  const recipe = RECIPES.find((each) => each.title.includes(title))!
  const given = {
    ...Object.fromEntries(recipe.fields.map(({ name, value }) => [name, value])),
    ...values,
  }
  const result = recipe.write(meaningOf(files), given)
  if (typeof result === 'string') throw new Error(result)
  const meaning = meaningOf(Object.fromEntries(result.files))
  const ask = (userAgent: string, target: string, usage: Usage = 'crawl', now = NOW) =>
    meaning.at(now).engine.decide({ userAgent, target, usage, now })
  const said = recipe.also?.(result, given)
  return { files: result.files, findings: meaning.findings, ask, said }
}

it('lets a partner in at night and slowly, and nobody else', () => {
  const robots =
    'User-agent: *\nDisallow: /paid/\nDisallow: /private/\n\nACAP-crawler: *\nACAP-disallow-crawl: /paid/\n'
  const values = { name: 'PartnerBot', path: '/paid/' }
  const { ask, findings } = written('partner', values, { 'robots.txt': robots, 'site.toml': HOSTS })
  const night = Date.parse('2026-11-21T02:00:00Z')
  expect(ask('PartnerBot/1', '/paid/a', 'crawl', night).outcome).toBe('permitted')
  expect(ask('PartnerBot/1', '/paid/a').outcome).toBe('deferred')
  expect(ask('PartnerBot/1', '/private/a', 'crawl', night).outcome).toBe('prohibited')
  expect(ask('somebody', '/paid/a', 'crawl', night).outcome).toBe('prohibited')
  expect(findings).toEqual([])
  expect(() =>
    written('partner', values, { 'robots.txt': 'User-agent: partnerbot\nAllow: /\n' }),
  ).toThrow('line 1')
})

it('repeats for a partner what the group for everybody says to applications (A1)', () => {
  const robots = 'User-agent: *\nDisallow: /paid/\nApp-Directives: /paid/ lens;width=320\n'
  const { files } = written(
    'partner',
    { name: 'PartnerBot', path: '/paid/' },
    { 'robots.txt': robots },
  )
  expect(files.get('robots.txt')!.split('App-Directives: /paid/ lens;width=320')).toHaveLength(3)
})

const PAID = { name: 'PartnerBot', path: '/paid/' }
const CLOSED = 'User-agent: *\nDisallow: /paid/\n'

it.each([
  ['01:00', '05:00'],
  ['22:00', '04:30'],
  ['00:00', '23:59'],
])('lets a partner in from %s to %s, and at no other hour', (from, to) => {
  const { ask } = written(
    'partner',
    { ...PAID, from, to },
    { 'robots.txt': CLOSED, 'site.toml': HOSTS },
  )
  const at = (clock: string, minutes = 0) =>
    Date.parse(`2026-11-22T${clock}:00Z`) + minutes * 60_000
  const outcomes = [at(from), at(to), at(from, -1), at(to, 1)].map((now) => {
    return ask('PartnerBot/1', '/paid/a', 'crawl', now).outcome
  })
  const outside = from === '00:00' ? 'permitted' : 'deferred'
  expect(outcomes).toEqual(['permitted', 'permitted', outside, outside])
})

it('writes no hours that would not hold, and nothing for others', () => {
  const late = '\n[[route]]\nmatch = "/paid/"\nclosed-until = 2999-01-01\n'
  expect(() =>
    written('partner', PAID, { 'robots.txt': CLOSED, 'site.toml': HOSTS + late }),
  ).toThrow(/at .* UTC the answer to PartnerBot would be “prohibited”/)
  const training = `${HOSTS}[categories.training]\ncrawl = false\n`
  expect(() =>
    written(
      'partner',
      { ...PAID, name: 'GPTBot' },
      { 'robots.txt': CLOSED, 'site.toml': training },
    ),
  ).toThrow('it would change more: what GPTBot may do with `/`')
  const others = {
    'robots.txt': `${CLOSED}\nUser-agent: PartnerBot-News\nAllow: /\n`,
    'site.toml': HOSTS,
  }
  expect(() => written('partner', { ...PAID, name: 'Partner' }, others)).not.toThrow()
})

const proven = (values: Readonly<Record<string, string>>, toml = '') =>
  written('partner', { ...PAID, ...values }, { 'robots.txt': CLOSED, 'site.toml': HOSTS + toml })

it.each([
  [{}, '', [], [], 'Nothing in site.toml proves the name'],
  [{ networks: 'partner' }, '', ['partner'], [], 'not in policies/.networks/partner.json the name'],
  [
    { key: 'https://p.example' },
    '',
    [],
    ['https://p.example'],
    'a request without one is believed',
  ],
  [
    { networks: 'partner', key: 'https://p.example' },
    '',
    ['partner'],
    ['https://p.example'],
    'opens nothing, unless it is signed.',
  ],
  [{}, '[crawlers.partnerBOT]\nnetworks = ["old"]\n', ['old'], [], 'policies/.networks/old.json'],
  [
    { networks: 'new' },
    '[crawlers.partnerBOT]\nnetworks = ["old"]\n',
    ['new'],
    [],
    'policies/.networks/new.json',
  ],
  [
    { networks: 'partner' },
    '[identify]\nfailed = "ignore"\n',
    ['partner'],
    [],
    '`failed = "ignore"`: anybody',
  ],
] as const)('says what proves a partner’s name, and what none means: %j %s', (...row) => {
  const [values, toml, networks, keys, sentence] = row
  const { files, said, findings } = proven(values, toml)
  const { config } = readSiteConfig(files.get('site.toml')!)
  const profile = config.crawlers.partnerbot
  expect([profile?.networks ?? [], profile?.signatureAgents ?? []]).toEqual([networks, keys])
  expect(said).toContain(sentence)
  expect(findings).toEqual([])
})

it('quotes a name that is no bare key of TOML, and writes no key that is none', () => {
  expect(withProfileKey(HOSTS, 'Partner.Bot', 'networks', '["partner"]')).toBe(
    `${HOSTS}\n[crawlers."Partner.Bot"]\nnetworks = ["partner"]\n`,
  )
  expect(() => proven({ key: 'http://p.example' })).toThrow('Not written: ')
})

it('permits extracts of so many words, or none, and says it once', () => {
  const files = { 'robots.txt': '', 'site.toml': HOSTS }
  const fifty = written('Extracts', { path: '/news/', words: '50' }, files)
  expect(restrictionsBy(fifty.ask('Googlebot', '/news/a', 'present-snippet'))).toMatchObject([
    { type: 'max-length' },
  ])
  const none = written('Extracts', { path: '/news/', words: '0' }, Object.fromEntries(fifty.files))
  expect(none.ask('Googlebot', '/news/a', 'present-snippet').outcome).toBe('prohibited')
  expect(none.files.get('site.toml')).toBe(
    'hosts = ["a.test"]\n\n[[route]]\nmatch = "/news/"\nfields = ["disallow-present-snippet"]\n',
  )
})

it('closes a folder until a date, and moves the date', () => {
  const files = { 'robots.txt': '', 'site.toml': HOSTS }
  const values = { path: '/embargo/', until: '2026-12-01T08:00' }
  const first = written('until', values, files)
  const open = new Date('2026-12-01T08:00').getTime()
  expect(first.ask('Googlebot', '/embargo/a').outcome).toBe('prohibited')
  expect(first.ask('Googlebot', '/embargo/a', 'crawl', open).outcome).toBe('permitted')
  const moved = written(
    'until',
    { ...values, until: '2026-12-02T08:00' },
    Object.fromEntries(first.files),
  )
  expect(moved.files.get('site.toml')!.match(/closed-until/g)).toHaveLength(1)
})

it('names licence and contact beside what is there', () => {
  const toml = `${HOSTS}\n[refuse] # ours\ncontact = "old@a.test"\n`
  const { files, findings } = written(
    'Licence',
    { contact: 'new@a.test', license: 'https://a.test/l.xml' },
    { 'robots.txt': 'User-agent: *\nDisallow: /a\n', 'site.toml': toml },
  )
  expect(files.get('site.toml')).toBe(
    `${HOSTS}\n[refuse] # ours\ncontact = "new@a.test"\n\n[signals]\nlicense = "https://a.test/l.xml"\n`,
  )
  expect(findings).toEqual([])
})

/**
 * Forms for what authors often want: what each writes, and what that means.
 */
import { expect, it } from 'vitest'
import { RECIPES } from '../../src/explorer/recipe-forms.ts'
import type { Usage } from '../../src/vocabulary/usages.ts'
import { meaningOf, NOW } from './asked.ts'

const HOSTS = 'hosts = ["a.test"]\n'

/** The files that a form writes, and what they say. */
function written(title: string, values: Readonly<Record<string, string>>, files: Readonly<Record<string, string>>) {
  const recipe = RECIPES.find((each) => each.title.includes(title))!
  const given = { ...Object.fromEntries(recipe.fields.map(({ name, value }) => [name, value])), ...values }
  const result = recipe.write(meaningOf(files), given)
  if (typeof result === 'string') throw new Error(result)
  const meaning = meaningOf(Object.fromEntries(result.files))
  const ask = (userAgent: string, target: string, usage: Usage = 'crawl', now = NOW) =>
    meaning.at(now).engine.decide({ userAgent, target, usage, now })
  return { files: result.files, findings: meaning.findings, ask }
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
  expect(() => written('partner', values, { 'robots.txt': 'User-agent: partnerbot\nAllow: /\n' })).toThrow('line 1')
})

it('permits extracts of so many words, or none, and says it once', () => {
  const files = { 'robots.txt': '', 'site.toml': HOSTS }
  const fifty = written('Extracts', { path: '/news/', words: '50' }, files)
  expect(fifty.ask('Googlebot', '/news/a', 'present-snippet').restrictions).toMatchObject([{ type: 'max-length' }])
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
  const moved = written('until', { ...values, until: '2026-12-02T08:00' }, Object.fromEntries(first.files))
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

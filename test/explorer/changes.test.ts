/**
 * What a draft changes, as the page lists it: the words of `acap diff`.
 */
import { expect, it } from 'vitest'
import { changesOf } from '../../src/explorer/changes.ts'
import { EVERY_CRAWLER } from '../../src/explorer/policy-picture.ts'
import { NOW, REGISTRY } from './asked.ts'

const SITE = 'hosts = ["news.test"]\n'

function changes(was: string, now: string, site = SITE) {
  const draft = (robots: string, toml: string) => {
    const files = new Map([
      ['robots.txt', robots],
      ['site.toml', toml],
    ])
    return { site: 'a', files }
  }
  return changesOf(draft(was, SITE), draft(now, site), REGISTRY, NOW)
}

it('names all that are concerned, and marks a setting for every crawler', () => {
  const robots = 'User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /shop/\n'
  expect([...changes('', robots).names].sort()).toEqual(['ccbot', 'gptbot'])
  const refusing = `${SITE}\n[identify]\nfailed = "refuse"\n`
  expect(changes('', '', refusing).names).toEqual([EVERY_CRAWLER])
})

it('names who may no longer do what, and why', () => {
  const { summary, shown, more } = changes('', 'User-agent: GPTBot\nDisallow: /shop/\n')
  expect([summary, more]).toEqual(['1 closes', 0])
  expect(shown).toEqual([
    {
      effect: 'closes',
      crawlers: 'GPTBot',
      what: 'fetch pages such as /shop/',
      was: ['permitted because no rule forbids it'],
      now: ['prohibited by robots.txt:2 `Disallow: /shop/`'],
      path: '/shop/',
      crawler: 'gptbot',
      usage: 'crawl',
    },
  ])
})

it('finds the lines of site.toml', () => {
  const { shown } = changes(
    '',
    '',
    `${SITE}\n[[route]]\nmatch = "/paid/"\nfields = ["disallow-index"]\n`,
  )
  expect(shown.map(({ crawlers, what, now }) => [crawlers, what, ...now])).toEqual([
    [
      'any crawler not named in the policy',
      'list pages such as /paid/ in a search',
      'prohibited by site.toml `disallow-index`',
    ],
  ])
})

it('says that nothing changes', () => {
  expect(changes('User-agent: *\nDisallow: /a\n', '# new\nUser-agent: *\nDisallow: /a\n')).toEqual({
    summary: 'nothing changes for any crawler',
    shown: [],
    more: 0,
    settings: [],
    effect: 'nothing changes for any crawler',
    question: null,
    incomplete: '',
    names: [],
  })
})

it('asks about the widest opening', () => {
  const closed =
    'User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /news/archive/\nDisallow: /shop/\n'
  const { question } = changes(closed, 'User-agent: *\nDisallow: /blog/\n')
  expect(question).toBe(
    'This may open something. The widest opening: any crawler not named in the policy may fetch and use pages such as /shop/. All changes: 3 opens, 1 closes.',
  )
  expect(changes('User-agent: *\nDisallow: /a/\n', '').question).toBe(
    'This may open something: any crawler not named in the policy may fetch and use pages such as /a/.',
  )
  expect(changes('', 'User-agent: *\nDisallow: /a/\n').question).toBeNull()
})

it('asks about another pace', () => {
  const rules = 'User-agent: a\nDisallow: /x\n'
  expect(changes(`${rules}Crawl-delay: 10\n`, rules).question).toBe(
    'This may open something. Other settings: a: was one page every 10 seconds, now none.',
  )
})

it('says which hours and rates change, and for whom', () => {
  const rules = 'User-agent: a\nDisallow: /x\n'
  expect(changes(`${rules}Crawl-delay: 10\n`, rules)).toMatchObject({
    summary: '1 with other settings',
    settings: ['a: was one page every 10 seconds, now none'],
  })
})

it('shows a screen of many changes', () => {
  const robots = Array.from(
    { length: 30 },
    (_, i) => `User-agent: Bot${i}x\nDisallow: /${i}/\n`,
  ).join('\n')
  expect(changes('', robots)).toMatchObject({ summary: '30 closes', more: 10 })
})

it('leaves out the settings that stay', () => {
  const group = 'User-agent: a\nDisallow: /x\nApp-Directives: nordlens;captions=?0\n'
  expect(changes(group, `${group}Crawl-delay: 10\n`).settings).toEqual([
    'a: was none, now one page every 10 seconds',
  ])
})

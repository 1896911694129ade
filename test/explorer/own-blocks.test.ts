/** Closing the site to one crawler, and opening it again, as the table of crawlers does. */
import { expect, it } from 'vitest'
import { loadSite } from '../../src/author/files/load-site.ts'
import { type Draft, readDraft, registryOf } from '../../src/explorer/draft.ts'
import { setSwitch } from '../../src/explorer/switch.ts'
import { PEOPLES_USES } from '../../src/words/uses.ts'
import { NOW } from './asked.ts'

const REGISTRY = registryOf([{ name: 'gptbot', category: 'training', operator: 'openai.com' }])
const NEWS: Draft = {
  site: 'example-news',
  files: new Map(
    [...loadSite('policies/example-news').files].map(([path, bytes]) => [
      path,
      new TextDecoder().decode(bytes),
    ]),
  ),
}

function pressed(draft: Draft, opens: boolean): Draft {
  const set = { who: { kind: 'crawler', name: 'GPTBot' }, use: PEOPLES_USES[0]!, path: '/', opens }
  const result = setSwitch(readDraft(draft, REGISTRY, NOW), set as never, REGISTRY, NOW)
  if ('finer' in result) throw new Error(result.finer)
  return result.draft
}

const outcomes = (draft: Draft) =>
  ['/', '/news/a', '/private/a'].map((target) => {
    const { engine } = readDraft(draft, REGISTRY, NOW)
    return engine.decide({ userAgent: 'GPTBot/1.2', target, usage: 'crawl', now: NOW }).outcome
  })

it('closes everything to a crawler that the policy does not name, and gives it back the rules for everybody', () => {
  const before = outcomes(NEWS)
  expect(before).toEqual(['permitted', 'permitted', 'prohibited'])
  const closed = pressed(NEWS, false)
  expect(outcomes(closed)).toEqual(['prohibited', 'prohibited', 'prohibited'])
  const open = pressed(closed, true)
  expect(outcomes(open)).toEqual(before)
  expect(open.files.get('robots.txt')!.trimEnd()).toBe(NEWS.files.get('robots.txt')!.trimEnd())
})

const closedText = (robots: string) => {
  const files = new Map([
    ['robots.txt', robots],
    ['site.toml', 'hosts = ["a.test"]\n'],
  ])
  return pressed({ site: 'a.test', files }, false).files.get('robots.txt')
}

it('closes a group that allows the site, or parts of it, to those who read groups alone', () => {
  const group = 'User-agent: GPTBot\nDisallow: /archive/\n'
  expect(closedText(`${group}Allow: /\n\nUser-agent: *\nAllow: /\n`)).toBe(
    `${group}Disallow: /\n\nUser-agent: *\nAllow: /\n`,
  )
  expect(closedText(`${group}Allow: /news/\nAllow: /*.pdf\n# The end\n`)).toBe(
    `${group}Disallow: /\n# The end\n`,
  )
})

it('begins a group before the records, and the comment over them', () => {
  const records = '# For those who read ACAP\nACAP-crawler: *\nACAP-disallow-crawl: /a/\n'
  expect(closedText(`User-agent: *\nDisallow: /a/\n\n${records}`)).toBe(
    `User-agent: *\nDisallow: /a/\n\nUser-agent: GPTBot\nDisallow: /\n\n${records}`,
  )
})

import { expect, it } from 'vitest'
import { closingQuestion, type Visits } from '../../src/explorer/closed-search.ts'
import { readDraft, registryOf } from '../../src/explorer/draft.ts'
import { NOW } from './asked.ts'

const REGISTRY = registryOf([
  { name: 'googlebot', category: 'search', operator: 'Google' },
  { name: 'bingbot', category: 'search', operator: 'Microsoft' },
  { name: 'duckduckbot', category: 'search', operator: 'DuckDuckGo' },
  { name: 'applebot', category: 'search', operator: 'Apple' },
  { name: 'yandexbot', category: 'search', operator: 'Yandex' },
  { name: 'chatgpt-user', category: 'assistant', operator: 'OpenAI' },
  { name: 'gptbot', category: 'training', operator: 'OpenAI' },
])
const OPEN = 'User-agent: *\nDisallow: /private/\n'

function question(was: string, now: string, visits: Visits = []) {
  const read = (robots: string) =>
    readDraft({ site: 'a', files: new Map([['robots.txt', robots]]) }, REGISTRY, NOW)
  return closingQuestion(read(was), read(now), visits, NOW)
}
const closed = (name: string) => `${OPEN}\nUser-agent: ${name}\nDisallow: /\n`

it('names the search engine that is closed, and what its operator sent', () => {
  const results = 'What a search engine may not read leaves its results.'
  expect(question(OPEN, closed('Googlebot'))).toBe(`This closes the site to Googlebot. ${results}`)
  const visits = [
    { operator: 'Google', visits: 1500 },
    { operator: 'Microsoft', visits: 3 },
  ]
  expect(question(OPEN, closed('Googlebot'), visits)).toBe(
    `This closes the site to Googlebot. ${results} Google sent you 1,500 visits in this log.`,
  )
  expect(question(OPEN, 'User-agent: *\nDisallow: /\n', visits)).toMatch(
    /^This closes the site to Googlebot, Bingbot, Applebot and 2 more\..* Google sent.* Microsoft sent/,
  )
})

it('asks where a search may no longer list pages', () => {
  const hidden = `${OPEN}\nACAP-crawler: Bingbot\nACAP-disallow-index: /\n`
  expect(question(OPEN, hidden)).toContain('to Bingbot.')
})

it('asks about an assistant that sends visits alone', () => {
  const visits = [{ operator: 'OpenAI', visits: 12 }]
  expect(question(OPEN, closed('ChatGPT-User'))).toBeNull()
  expect(question(OPEN, closed('ChatGPT-User'), visits)).toBe(
    'This closes the site to ChatGPT-User. OpenAI sent you 12 visits in this log.',
  )
  expect(question(OPEN, closed('GPTBot'), visits)).toBeNull()
})

it('asks nothing of what stays, of what opens, of a part, and of tokens', () => {
  expect(question(OPEN, closed('Applebot-Extended'))).toBeNull()
  expect(question(closed('Googlebot'), closed('Googlebot'))).toBeNull()
  expect(question(closed('Googlebot'), OPEN)).toBeNull()
  expect(question(OPEN, `${OPEN}\nUser-agent: Googlebot\nDisallow: /a/\n`)).toBeNull()
})

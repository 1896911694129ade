/**
 * The dates of routes in the page (E7): what a site says at the time that the author supposes.
 */
import { describe, expect, it } from 'vitest'
import { accountOf } from '../../src/explorer/account.ts'
import { answerCell, shownCrawlers } from '../../src/explorer/shown-crawlers.ts'
import { readQuestion } from '../../src/explorer/what-if.ts'
import { aheadInWords } from '../../src/language/site/routes.ts'
import { meaningOf, NOW } from './asked.ts'

const SITE = `hosts = ["news.test"]

[[route]]
match = "/embargo/"
closed-until = 2026-12-01

[[route]]
match = "/week/"
open-until = 2026-11-10T08:30:00Z
`
const FILES = { 'robots.txt': 'User-agent: *\nDisallow: /private/\n', 'site.toml': SITE }

function asked(url: string, at: string) {
  const meaning = meaningOf(FILES)
  const question = readQuestion({ url, userAgent: '', at }, meaning.program.config, NOW)
  const then = meaning.at(question.now)
  const crawler = shownCrawlers(then, '').first.find(({ id }) => id === 'any')!
  const answer = answerCell(then, crawler, 'crawl', question)
  return { then, answer, account: accountOf(then, answer, question) }
}

describe('[E7] the time that the author supposes', () => {
  it.each([
    ['/embargo/a', '', 'prohibited', 5],
    ['/embargo/a', '2026-11-30T23:59', 'prohibited', 5],
    ['/embargo/a', '2026-12-01T00:00', 'silent', null],
    ['/week/a', '', 'prohibited', 9],
    ['/week/a', '2026-11-10T08:30', 'prohibited', 9],
    ['/week/a', '2026-11-10T08:29', 'silent', null],
  ])('%s at “%s” is %s', (url, at, standing, line) => {
    const { answer, account } = asked(url, at)
    expect(answer.standing).toBe(standing)
    expect(account.deciding.map((place) => [place.file, place.line])).toEqual(
      line === null ? [] : [['site.toml', line]],
    )
    const steps = account.chains.flatMap((chain) => chain.steps)
    expect(steps.some(({ outcome }) => outcome === 'prohibited')).toBe(standing === 'prohibited')
  })

  it('is that of the robots.txt in force', () => {
    const served = (at: string) => asked('/', at).then.generated.files[0]!.text
    expect(served('')).toContain('/embargo/')
    expect(served('2026-12-01T00:00')).not.toContain('/embargo/')
  })
})

it('[E7] what lies ahead is a sentence', () => {
  const { routes } = meaningOf(FILES).reading.policy.config
  const ahead = (now: string) => aheadInWords(routes, Date.parse(now))
  const open = '`/embargo/` opens for everybody whom no other rule refuses'
  const close = '`/week/` closes for every crawler'
  expect(ahead('2026-11-28T09:00:00Z')).toEqual([`in 3 days, 2026-12-01 00:00 UTC: ${open}`])
  expect(ahead('2026-11-29T12:00:00Z')).toEqual([`in 36 hours, 2026-12-01 00:00 UTC: ${open}`])
  expect(ahead('2026-11-30T23:59:40Z')).toEqual([`in 20 seconds, 2026-12-01 00:00 UTC: ${open}`])
  expect(ahead('2026-11-10T08:00:00Z')).toEqual([
    `in 30 minutes, 2026-11-10 08:30 UTC: ${close}`,
    `in 21 days, 2026-12-01 00:00 UTC: ${open}`,
  ])
  expect(ahead('2026-12-01')).toEqual([])
})

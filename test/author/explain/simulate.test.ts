import { expect, test } from 'vitest'
import { explainRequest, runCases, simulateRequest } from '../../../src/author/explain/simulate.ts'
import { readCases } from '../../../src/language/site/cases.ts'
import { readText } from '../../../src/language/site/read-site.ts'
import { compileAsWritten } from '../../../src/program/compile/compile.ts'
import { knownCrawlers } from '../../../src/registry.ts'
import { siteOf } from '../../support/site-of.ts'

const SITE = siteOf('User-agent: GPTBot\nDisallow: /a/\n')
const ASKED = { target: '/x/../a/1', userAgent: 'GPTBot/1.2', now: 0 }

test('[D] a simulated request is a plain object without parts of the engine', () => {
  const { decision, client, ...answer } = simulateRequest(SITE, ASKED)
  expect(answer).toEqual({
    kind: 'crawler',
    outcome: 'prohibited',
    mode: 'enforce',
    spellings: ['/a/1'],
  })
  expect([client.name, decision.fields[0]!.line]).toEqual(['gptbot', 2])
})

test('[D] an explanation can be copied and written, and its text names the file', () => {
  const explained = explainRequest(SITE, ASKED, { folder: 'policies' })
  expect(structuredClone(explained)).toEqual(explained)
  expect(JSON.stringify(explained).length).toBeLessThan(5_000)
  expect(explained.text).toContain('line 2 of policies/policy')
  expect(explained.notes).toEqual(['`/x/../a/1` is asked for as `/a/1`'])
})

test('an explanation names neither a site nor a host where nobody gave one', () => {
  const { policy, trees } = readText('User-agent: *\nDisallow: /a\n')
  const site = compileAsWritten(policy, trees)
  const { text } = explainRequest(site, { target: '/a', userAgent: 'GPTBot/1.2' })
  expect(text).toMatch(/^a reader\. /)
  expect(text).toContain('\ncrawl /a\n')
  expect(text).not.toContain('example')
})

test('names the host that the site has, whichever it is', () => {
  const { policy, trees } = readText('User-agent: *\nDisallow: /a\n')
  const site = compileAsWritten(policy, trees)
  const hosts = ['www.example.com']
  const own = { ...site, config: { ...site.config, hosts } }
  const { text } = explainRequest(own, { target: '/a', userAgent: 'GPTBot/1.2' })
  expect(text).toContain('\ncrawl https://www.example.com/a\n')
})

test('[I3] a reader is never refused; the list says who is one', () => {
  const asked = { ...ASKED, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
  const { kind, outcome } = simulateRequest(SITE, asked, { crawlers: knownCrawlers() })
  expect([kind, outcome]).toEqual(['reader', 'permitted'])
})

test('cases say what differs, with the decision', () => {
  const text = '[[case]]\nas = "GPTBot"\nurl = "/a/1"\nexpect = "permitted"\n'
  const [outcome] = runCases(SITE, readCases(text).cases)
  expect(outcome?.faults).toEqual(['expected permitted, but it is prohibited'])
  expect(structuredClone(outcome)).toEqual(outcome)
})

test.each([
  ['site', () => simulateRequest({} as never, ASKED)],
  ['target', () => simulateRequest(SITE, { ...ASKED, target: 'a' })],
  ['userAgent', () => explainRequest(SITE, { target: '/a' } as never)],
  ['cases', () => runCases(SITE, {} as never)],
])('names what is wrong: %s', (name, ask) => {
  expect(ask).toThrow(TypeError)
  expect(ask).toThrow(name)
})

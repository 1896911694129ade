import { expect, test } from 'vitest'
import { decide, recognise } from '../../src/decide/decide.ts'
import { readText } from '../../src/language/site/read-site.ts'
import { compileAsWritten } from '../../src/program/compile/compile.ts'
import { compileRegistry } from '../../src/program/compile/compile-registry.ts'

test('[D] a decision is the plain object that is documented, and nothing else', () => {
  const { policy, trees } = readText('User-agent: *\nDisallow: /x\n')
  const decision = decide(compileAsWritten(policy, trees), { userAgent: 'a', target: '/x', now: 0 })
  const members = [
    ...['usage', 'outcome', 'basis', 'crawler', 'restrictions', 'retryAfter', 'rate', 'comments'],
    ...['names', 'fields', 'reason'],
  ]
  expect(Object.keys(decision)).toEqual(members)
  expect(structuredClone(decision)).toEqual(decision)
  expect({ ...decision }.reason).toBe(
    'This crawler may not fetch this page: `Disallow: /x`, line 2 of robots.txt',
  )
  expect(JSON.stringify({ ...decision }).length).toBeLessThan(500)
})

test('[D] what callers do with a decision changes no later one', () => {
  const { policy, trees } = readText(
    'ACAP-crawler: *\nACAP-allow-present-snippet: / max-length=40-words\n',
  )
  const site = compileAsWritten(policy, trees)
  const ask = () => decide(site, { userAgent: 'a', target: '/', now: 0, usage: 'present-snippet' })
  const [first, before] = [ask(), structuredClone(ask())]
  const { names, fields } = first as unknown as { names: string[]; fields: unknown[] }
  names.push('b')
  fields.pop()
  expect(() => Object.assign(first.restrictions[0]!, { count: 1 })).toThrow(TypeError)
  expect(ask()).toEqual(before)
})

test('[I1] a recognised client is plain, and decides with its list', () => {
  const { policy, trees } = readText('User-agent: GPTBot\nDisallow: /\n')
  const site = compileAsWritten(policy, trees)
  const registry = compileRegistry([
    { pattern: 'OneBot', instances: ['OneBot/1'], tags: ['search-engine'] },
  ])
  const agent = recognise(site, 'OneBot/1', registry)
  expect(agent).toEqual({
    kind: 'crawler',
    name: 'onebot',
    category: 'search',
    operator: null,
    declared: null,
    matched: [],
  })
  expect(structuredClone(agent)).toEqual(agent)
  const facts = { userAgent: 'OneBot/1', target: '/', now: 0, agent }
  expect(decide(site, facts).crawler.category).toBe('search')
  expect(() => decide(site, { ...facts, agent: { ...agent } })).toThrow(
    '`agent` must be what `recognise` returned, no copy of it',
  )
})

test('[Q2, D] a reference that its field repeats is one restriction', () => {
  const { policy, trees } = readText(
    'ACAP-version: 1.1\nACAP-crawler: *\nACAP-allow-other: / usage-ref=/terms usage-ref=/terms\n',
  )
  const site = compileAsWritten(policy, trees)
  const { restrictions } = decide(site, { userAgent: 'a', target: '/', now: 0, usage: 'other' })
  expect(restrictions).toEqual([{ type: 'usage-ref', uri: '/terms' }])
})

import { expect, test } from 'vitest'
import { decide } from '../../src/decide/decide.ts'
import { readText } from '../../src/language/site/read-site.ts'
import { compileAsWritten } from '../../src/program/compile/compile.ts'

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

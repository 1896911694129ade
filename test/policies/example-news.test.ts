import { describe, expect, test } from 'vitest'
import { coverageOf, judgeCases } from '../../src/author/cases/run-cases.ts'
import { loadSite } from '../../src/author/files/load-site.ts'
import { decide } from '../../src/decide/decide.ts'
import { siteContextOf } from '../../src/decide/judge.ts'
import { type PolicyCase, readCases } from '../../src/language/site/cases.ts'
import { readSite } from '../../src/language/site/read-site.ts'
import { compile } from '../../src/program/compile/compile.ts'
import { compileRegistry } from '../../src/program/compile/compile-registry.ts'

const { files } = loadSite(`${import.meta.dirname}/../../policies/example-news`)
const { policy, trees, findings } = readSite('example-news', files)
const cases = readCases(files.get('cases.toml') ?? '')
const texts = [...trees].map(([path, { source }]) => ({ path, text: source.text }))
const site = compile(policy, { served: false, files: texts, servedLine: () => undefined })

function factsOf({ as, url, usage, at, purposes }: PolicyCase) {
  const uri = new URL(url, policy.config.canonical ?? '')
  return {
    userAgent: as,
    target: uri.pathname + uri.search,
    uri: uri.href,
    usage,
    now: at ?? 0,
    ...(purposes && { purposes }),
  }
}

describe('the example newspaper', () => {
  test('nothing is wrong with its policy', () => {
    expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([])
    expect(cases.findings).toEqual([])
  })

  test.each(cases.cases.map((one) => [one.name, one] as const))('%s', (_, one) => {
    const { outcome, fields, restrictions } = decide(site, factsOf(one))
    expect(outcome).toBe(one.expect)
    if (one.field !== null) expect(fields.map(({ text }) => text)).toContain(one.field)
    if (one.restrictions !== null) {
      expect(restrictions).toHaveLength(one.restrictions.length)
      expect(restrictions).toEqual(expect.arrayContaining([...one.restrictions]))
    }
  })

  test('shows what ACAP is good for', () => {
    const text = new TextDecoder().decode(files.get('robots.txt'))
    for (const field of [
      'User-agent',
      'Visit-time',
      'Request-rate',
      'Comment',
      'App-Directives',
      'ACAP-resource-set',
      'ACAP-qualified-usage',
      'ACAP-composite-usage',
      'ACAP-usage-purpose',
      'ACAP-permissions-reference',
      'ACAP-request-take-down',
      'ACAP-allow-other',
    ]) {
      expect(text).toMatch(new RegExp(`^${field}: `, 'm'))
    }
    expect(policy.routes).toHaveLength(3)
  })

  test('has a case for every line but the conventional ones for crawlers that are known to read ACAP', () => {
    const context = siteContextOf(site, compileRegistry([]), [])
    const { idle } = coverageOf(policy, judgeCases(context, cases.cases, 0))
    expect(idle.map(({ text }) => text)).toEqual([
      'Disallow: /private/',
      'Disallow: /search',
      'Disallow: /*?print=',
      'Allow: /',
      'Disallow: /private/',
      'Disallow: /',
    ])
  })
})

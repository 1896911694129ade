import { describe, expect, it } from 'vitest'
import { crawlersToProve } from '../../../src/author/compare/compared-crawlers.ts'
import { generateRobots } from '../../../src/author/served/generate-robots.ts'
import { compilePair, policyPairsOf } from '../../../src/author/served/served-pairs.ts'
import { proveServed } from '../../../src/author/served/served-proof.ts'
import { route } from '../../support/author/crawl-routes.ts'
import { readFiles, readingOf, text } from '../../support/author/served-robots.ts'

const NOW = Date.parse('2026-01-15T12:00:00Z')

/** Where the decisions on a site and on what is served for it differ. */
function differences(files: Readonly<Record<string, string>>) {
  const reading = readFiles(files)
  return proveServed(reading, generateRobots(reading), { now: NOW })
}

describe('the comparison of both finds what is lost', () => {
  /** What is found where a text is served that was not generated. */
  const faults = (files: Readonly<Record<string, string>>, served: string) => {
    const reading = readFiles(files)
    const generated = { ...generateRobots(reading), files: [{ path: 'robots.txt', text: served }] }
    return proveServed(reading, generated, { now: NOW }).map(({ message }) => message)
  }

  it('[P3] finds an ACAP field that is lost behind a conventional rule that says the same', () => {
    const served = text('User-agent: *', 'Disallow: /a')
    expect(
      faults({ 'robots.txt': '', 'site.toml': route('/a', 'disallow-crawl') }, served),
    ).toEqual([expect.stringContaining('crawl of `/A` is prohibited')])
  })

  it('[C3] finds a conventional rule that is lost behind an ACAP field that says the same', () => {
    const served = text('User-agent: *', 'Disallow:', 'ACAP-crawler: *', 'ACAP-disallow-crawl: /a')
    expect(
      faults({ 'robots.txt': '', 'site.toml': route('/a', 'disallow-crawl') }, served),
    ).toEqual([expect.stringContaining('crawl of `/a` is prohibited')])
  })

  it('[I2] finds a name that no longer differs from others', () => {
    const robots = text(
      'User-agent: *',
      'Disallow: /',
      'User-agent: ab',
      'Disallow: /x',
      'ACAP-crawler: ba',
    )
    expect(faults({ 'robots.txt': robots }, robots.replace('ACAP', '# ACAP'))).toEqual([
      expect.stringMatching(/^crawl of `\/` is prohibited to `ba ab`, and permitted/),
    ])
  })

  it('[R11] finds a group for everybody that a crawler has by one name, and loses by another', () => {
    const robots = text(
      'ACAP-crawler: bot',
      'ACAP-disallow-crawl: /',
      'ACAP-crawler: ba',
      'ACAP-permissions-reference: p',
    )
    const files = { 'robots.txt': robots, 'site.toml': route('/b', 'bot: disallow-crawl') }
    expect(differences({ ...files, p: text('User-agent: *', 'Allow: /a') })).toMatchObject([
      {
        message: expect.stringMatching(
          /^crawl of `\/a` is permitted to `(ba bot|bot ba)`, and prohibited/,
        ),
      },
    ])
  })

  it('[I2] asks about no two names together that lead in both, as each does alone', () => {
    const names = Array.from({ length: 20 }, (_, i) => `bot${i}x`)
    const robots = text(...names.flatMap((name, i) => [`User-agent: ${name}`, `Disallow: /${i}`]))
    const reading = readingOf(
      robots,
      route('/a', ...names.map((_, i) => `zed${i}x: disallow-crawl`)),
    )
    const generated = generateRobots(reading)
    const [pair] = policyPairsOf(reading, generated)
    const { meant, served } = compilePair(pair!, generated)
    const together = crawlersToProve(meant, served).filter(({ userAgent }) =>
      userAgent.includes(' '),
    )
    expect(together).toEqual([])
  })

  it('[X2] finds visiting hours that are lost, at any hour', () => {
    const robots = text('User-agent: *', 'Visit-time: 0000-2358', 'Disallow: /x')
    expect(faults({ 'robots.txt': robots }, text('User-agent: *', 'Disallow: /x'))).toEqual([
      expect.stringContaining('crawl of `/` is deferred to `unnamed-crawler`, and permitted'),
    ])
  })

  it('[A2] finds directives that are lost', () => {
    const robots = text('User-agent: *', 'App-Directives: /a app;x', 'Disallow: /x')
    expect(faults({ 'robots.txt': robots }, text('User-agent: *', 'Disallow: /x'))).toHaveLength(1)
  })

  it('[L8] finds a usage that shows only where another purpose opens the crawl', () => {
    const record = ['ACAP-crawler: ab', 'ACAP-usage-purpose: news', 'ACAP-disallow-crawl: /']
    const robots = text(...record, 'ACAP-allow-index: /')
    expect(faults({ 'robots.txt': robots }, text(...record, 'ACAP-disallow-index: /'))).toEqual([
      expect.stringContaining('index of `/` is permitted to `ab`, and prohibited'),
    ])
  })
})

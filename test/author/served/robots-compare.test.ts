/**
 * What is served is held against what is meant: faults that were met, one by one.
 */
import { describe, expect, it } from 'vitest'
import { loadSite } from '../../../src/author/files/load-site.ts'
import { generateRobots } from '../../../src/author/served/generate-robots.ts'
import { proveServed } from '../../../src/author/served/served-proof.ts'
import { decide } from '../../../src/decide/decide.ts'
import { readSite } from '../../../src/language/site/read-site.ts'
import { compile } from '../../../src/program/compile/compile.ts'
import { route } from '../../support/author/crawl-routes.ts'
import { readFiles, text } from '../../support/author/served-robots.ts'

const NOW = Date.parse('2026-01-15T12:00:00Z')

/** Where the decisions on a site and on what is served for it differ. */
function differences(files: Readonly<Record<string, string>>) {
  const reading = readFiles(files)
  return proveServed(reading, generateRobots(reading), { now: NOW })
}

const VERSIONS = [
  { group: 'bota', who: 'BotA: ', others: [] },
  { group: 'bota', who: 'BotA: ', others: ['User-agent: *', 'Allow: /'] },
  { group: '*', who: '', others: ['User-agent: other', 'Disallow: /x'] },
] as const

describe('the comparison of both', () => {
  it('finds nothing in the example newspaper', () => {
    const { files } = loadSite('policies/example-news')
    const reading = readSite('example-news', files, { now: 0 })
    expect(proveServed(reading, generateRobots(reading), { now: NOW })).toEqual([])
  })

  it('finds a route that opens what a route around it closes', () => {
    const robots = text('User-agent: *', 'Disallow: /x')
    const site = text(route('/a/', 'disallow-crawl'), route('/a/b/', 'disallow-index'))
    expect(differences({ 'robots.txt': robots, 'site.toml': site })).toMatchObject([
      {
        code: 'ACAP099',
        severity: 'error',
        source: 'site.toml',
        line: 1,
        message:
          'crawl of `/a/b/` is permitted to `unnamed-crawler`, and prohibited by the robots.txt that is served',
      },
    ])
  })

  it('finds a longer Allow in the group that a named crawler falls back to', () => {
    const robots = text('User-agent: *', 'Disallow: /x', 'Allow: /a/b/')
    expect(
      differences({ 'robots.txt': robots, 'site.toml': route('/a/', 'BotA: disallow-crawl') }),
    ).toMatchObject([
      {
        source: 'robots.txt',
        line: 3,
        message: expect.stringContaining('is prohibited to `bota`, and permitted'),
      },
    ])
  })

  it('[X1] finds a route where a group permits by Allow only', () => {
    const robots = text('User-agent: *', 'Robot-version: 2.0', 'Allow: /*')
    expect(
      differences({ 'robots.txt': robots, 'site.toml': route('/a/', 'disallow-crawl') }),
    ).toMatchObject([{ source: 'robots.txt', line: 3 }])
  })

  it.each(VERSIONS)(
    '[X1] names the version for which the group of $group does not exist, beside $others',
    (each) => {
      const robots = text(
        `User-agent: ${each.group}`,
        'Robot-version: 2.1',
        'Disallow: /x',
        ...each.others,
      )
      expect(
        differences({
          'robots.txt': robots,
          'site.toml': route('/a/', `${each.who}disallow-crawl`),
        }),
      ).toMatchObject([
        {
          source: 'robots.txt',
          line: 2,
          message: expect.stringMatching(
            /is prohibited to `\S+`, and permitted by the robots\.txt that is served: by `Robot-version: 2\.1` its group does not exist$/,
          ),
          help: 'write an even minor version, such as `2.0`',
        },
      ])
    },
  )

  it('[X1] does not blame the version of a group that is not the one at fault', () => {
    const robots = text(
      'User-agent: *',
      'Robot-version: 2.1',
      'Disallow: /x',
      'User-agent: bota',
      'Allow: /a/b/',
    )
    expect(
      differences({ 'robots.txt': robots, 'site.toml': route('/a/', 'BotA: disallow-crawl') }),
    ).toMatchObject([
      {
        line: 5,
        message: expect.stringMatching(/that is served$/),
        help: expect.stringContaining('Allow: /a/b/'),
      },
    ])
  })

  it('[C3] holds for a crawler that knows no ACAP, to which the route is published', () => {
    const robots = text(
      'User-agent: *',
      'Disallow: /x',
      'ACAP-crawler: *',
      'ACAP-allow-crawl: /',
      'Disallow: /y',
    )
    const site = text('[crawlers.old]', 'dialect = "rep"', route('/a/', 'disallow-crawl'))
    const reading = readFiles({ 'robots.txt': robots, 'site.toml': site })
    const generated = generateRobots(reading)
    const program = compile(generated.policy, generated)
    const asked = (target: string) => decide(program, { userAgent: 'old', target, now: NOW })
    expect(asked('/a/')).toMatchObject({ outcome: 'prohibited', basis: 'conventional' })
    expect(asked('/a/').fields).toEqual([
      { source: 'robots.txt', servedLine: 4, text: 'Disallow: /a/' },
    ])
    expect(asked('/y').outcome).toBe('permitted')
    expect(proveServed(reading, generated, { now: NOW })).toEqual([])
  })

  /** What is found where a text is served that was not generated. */
  const faults = (files: Readonly<Record<string, string>>, served: string) => {
    const reading = readFiles(files)
    const generated = { ...generateRobots(reading), files: [{ path: 'robots.txt', text: served }] }
    return proveServed(reading, generated, { now: NOW }).map(({ message }) => message)
  }
  const ACAP = text('ACAP-crawler: *', 'ACAP-disallow-crawl: /a?b')

  it('[X1] finds a route that is published as a prefix where globs are read', () => {
    const robots = text('User-agent: *', 'Robot-version: 2.0', 'Disallow: /x')
    const bota = text('User-agent: bota', 'Robot-version: 2.0', 'Disallow: /x', 'Disallow: /a?b')
    const site = route('/a?b', 'BotA: disallow-crawl')
    expect(
      faults(
        { 'robots.txt': robots, 'site.toml': site },
        `${robots}${bota}${ACAP.replace('*', 'bota')}`,
      ),
    ).toEqual([
      expect.stringMatching(/^crawl of `\/a\wb` is permitted to `bota`, and prohibited/),
      expect.stringMatching(/^crawl of `\/a\?b\w` is prohibited to `bota`, and permitted/),
    ])
  })

  it('[X1] finds a route that is published for the whole target where prefixes are read', () => {
    const robots = text('User-agent: a', 'Robot-version: 2.0', 'User-agent: b', 'Disallow: /x')
    const served = `${robots}Disallow: /\nUser-agent: *\nDisallow: /$\n${ACAP.replace('/a?b', '/$')}`
    expect(
      faults({ 'robots.txt': robots, 'site.toml': route('/$', 'disallow-crawl') }, served),
    ).toEqual([expect.stringMatching(/^crawl of `\/\w` is permitted to `b`, and prohibited/)])
  })

  it('[P2] finds a stray % that would be read as part of a triple', () => {
    const served = text(
      'User-agent: *',
      'Disallow: /%aa',
      'ACAP-crawler: *',
      'ACAP-disallow-crawl: /%aa',
    )
    expect(
      faults({ 'robots.txt': '', 'site.toml': route('/%%61a', 'disallow-crawl') }, served),
    ).toContainEqual(
      expect.stringMatching(
        /^crawl of `\/%%61a` is prohibited to `unnamed-crawler`, and permitted/,
      ),
    )
  })
})

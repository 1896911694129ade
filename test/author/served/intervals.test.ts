/**
 * The dates of routes (E7): what a build makes of them, and what is said of those that are wrong.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide } from '../../../src/decide/decide.ts'
import { readSite } from '../../../src/language/site/read-site.ts'
import { datesAhead } from '../../../src/language/site/routes.ts'
import { decode } from '../../../src/program/decode.ts'
import { encode } from '../../../src/program/encode.ts'
import { programAt } from '../../../src/program/program.ts'
import { builtProgram, registryOf } from '../../support/bundle.ts'

const NOW = Date.parse('2026-11-23')
const DAY = 86_400_000

function siteWith(...routes: readonly string[]) {
  const toml = routes.map((keys, i) => `[[route]]\nmatch = "/r${i}/"\n${keys}\n`).join('')
  return {
    'robots.txt': 'User-agent: *\nDisallow: /private/\n',
    'site.toml': `hosts = ["a.test"]\n${toml}`,
  }
}

function findingsOf(...routes: readonly string[]) {
  const { findings } = readSite('a', new Map(Object.entries(siteWith(...routes))), { now: NOW })
  return findings.map(({ code, message, help }) => [code, message, help])
}

const outcomeAt = (site: ReturnType<typeof builtProgram>, target: string, now: number) =>
  decide(site, { userAgent: 'SearchBot', target, now }).outcome

describe('[E7] a build', () => {
  it('makes a program and a robots.txt for each stretch of time', async () => {
    const site = builtProgram(
      'a',
      siteWith('closed-until = 2026-12-01', 'open-until = 2026-12-24T18:00:00+01:00'),
      NOW,
    )
    const bytes = await encode({ sites: [site], registry: registryOf({}), networks: [] })
    const decoded = decode(bytes)
    if (!decoded.ok) throw new Error(decoded.error.message)
    const [read] = decoded.bundle.sites
    const textAt = (time: string) =>
      new TextDecoder().decode(programAt(read!, Date.parse(time)).files[0]!.text)
    const pathsAt = (time: string) => [...new Set(textAt(time).match(/\/r\d\//g))]
    expect(pathsAt('2026-11-30T23:59:59Z')).toEqual(['/r0/'])
    expect(pathsAt('2026-12-01T00:00:00Z')).toEqual([])
    expect(pathsAt('2026-12-24T17:00:00Z')).toEqual(['/r1/'])
    expect(read!.next!.program.next!.program.next).toBeUndefined()
  })

  it('is one program where no date is ahead', () => {
    const site = builtProgram(
      'a',
      siteWith('closed-until = 2026-01-01', 'open-until = 2026-11-01'),
      NOW,
    )
    expect(site.next).toBeUndefined()
    expect([outcomeAt(site, '/r0/', NOW), outcomeAt(site, '/r1/', NOW)]).toEqual([
      'permitted',
      'prohibited',
    ])
  })

  it('decides by the dates alone at any instant', () => {
    const date = fc.integer({ min: 1, max: 40 }).map((days) => NOW + days * DAY)
    const route = fc.record({ closed: fc.option(date), open: fc.option(date) })
    fc.assert(
      fc.property(
        fc.array(route, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 41 }),
        (routes, days) => {
          const lines = routes.map(({ closed, open }) =>
            [
              ...(closed === null ? [] : [`closed-until = ${new Date(closed).toISOString()}`]),
              ...(open === null ? [] : [`open-until = ${new Date(open).toISOString()}`]),
            ].join('\n'),
          )
          const site = builtProgram('a', siteWith(...lines), NOW)
          const at = NOW + days * DAY
          routes.forEach(({ closed, open }, i) => {
            const early = closed !== null && at < closed
            const late = open !== null && at >= open
            const isClosed =
              closed !== null && open !== null && open < closed ? early && late : early || late
            expect(outcomeAt(site, `/r${i}/x`, at)).toBe(isClosed ? 'prohibited' : 'permitted')
          })
        },
      ),
    )
  })
})

describe('[E7] what is ahead', () => {
  it('is listed in the order of time, and only what changes something', () => {
    const day = (n: number) => NOW + n * DAY
    const routes = [
      { match: '/a/', closedUntil: day(9), openUntil: null },
      { match: '/b/', closedUntil: day(8), openUntil: day(5) },
      { match: '/c/', closedUntil: day(3), openUntil: day(3) },
      { match: '/d/', closedUntil: day(-1), openUntil: null },
    ]
    expect(datesAhead(routes, NOW)).toEqual([
      { at: day(5), match: '/b/', opens: false },
      { at: day(8), match: '/b/', opens: true },
      { at: day(9), match: '/a/', opens: true },
    ])
  })

  it('may be 32 dates, and one more is an error', () => {
    const days = (count: number) =>
      Array.from(
        { length: count },
        (_, i) => `closed-until = ${new Date(NOW + (i + 1) * DAY).toISOString().slice(0, 10)}`,
      )
    expect(findingsOf(...days(32)).filter(([code]) => code === 'ACAP127')).toEqual([])
    expect(findingsOf(...days(33)).map(([code]) => code)).toContain('ACAP127')
  })
})

it.each([
  ['"2026-02-31"', 'write a day that exists: February 2026 has 28 days'],
  ['"1 Dec 2026"', 'write a date, `2026-12-01`, or a date and time, `2026-12-01T12:00:00Z`'],
  ['"tomorrow"', 'write a date, `2026-01-15`, or a date and time, `2026-01-15T12:00:00Z`'],
  ['"2026-12-01T25:00Z"', 'write a time that exists, such as `2026-01-15T12:00:00Z`'],
])('[E7] %s is no date, and the message says what is', (written, help) => {
  expect(findingsOf(`closed-until = ${written}`)).toContainEqual([
    'ACAP093',
    `\`closed-until\` cannot be \`${written}\``,
    help,
  ])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openBundle } from '../../src/program/decode.ts'
import { DEFAULT_ROUTE } from '../../src/words/site-config.ts'
import { bundle, changed, sectionsOf, siteFor } from '../support/program/made-bundles.ts'

describe('the sites of a bundle', () => {
  test('are found by host, for any hosts', async () => {
    const host = fc.stringMatching(/^[a-z0-9.:*-]{1,8}$/)
    const property = fc.asyncProperty(
      fc.array(fc.array(host, { maxLength: 5 }), { maxLength: 8 }),
      host,
      async (hosts, other) => {
        const opened = openBundle(
          await bundle(hosts.map((each, i) => siteFor(`s${i}`, each, 'User-agent: *\n'))),
        )
        if (!opened.ok) throw new Error(opened.error.message)
        for (const each of [...hosts.flat(), other]) {
          expect(opened.bundle.siteAt(each)).toBe(
            hosts.findLastIndex((list) => list.includes(each)),
          )
        }
      },
    )
    await fc.assert(property, { numRuns: 200 })
  })

  test('are damaged alone', async () => {
    const original = await bundle()
    for (const [i, { offset, size }] of sectionsOf(original).slice(-2).entries()) {
      for (const at of [offset, offset + size - 1, offset + (size >> 1)]) {
        const opened = openBundle(changed(original, at))
        if (!opened.ok) throw new Error(opened.error.message)
        expect([0, 1].map((site) => opened.bundle.site(site).ok)).toEqual([i !== 0, i !== 1])
      }
    }
  })

  test('say their origin and whether they refuse anybody, undecoded', async () => {
    const [a, b] = [siteFor('a', ['a.test']), siteFor('b', ['b.test'])]
    const observing = {
      ...a,
      config: { ...a.config, origin: 'https://origin.test', mode: 'observe' as const },
    }
    const route = { ...DEFAULT_ROUTE, match: '/x', mode: 'enforce' as const }
    const inPart = { ...b, config: { ...b.config, mode: 'off' as const, routes: [route] } }
    const opened = openBundle(await bundle([observing, inPart, b]))
    if (!opened.ok) throw new Error(opened.error.message)
    expect([0, 1, 2].map((i) => opened.bundle.summary(i))).toEqual([
      { origin: 'https://origin.test', refuses: false },
      { origin: null, refuses: true },
      { origin: null, refuses: true },
    ])
    expect(opened.bundle.crawlerNames).toEqual(['searchbot1'])
  })

  test('[I1] have no name that a reader may send among their crawlers', async () => {
    const names = ['SearchBot1', 'WhatsApp', 'Firefox']
    const site = siteFor('a', ['a.test'], names.map((name) => `User-agent: ${name}\n`).join(''))
    const opened = openBundle(await bundle([site]))
    if (!opened.ok) throw new Error(opened.error.message)
    expect(site.names.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['whatsapp', 'firefox']),
    )
    expect(opened.bundle.crawlerNames).toEqual(['searchbot1'])
  })
})

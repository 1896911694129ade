/**
 * One bundle per released format version: what was compiled then still decides as it did, or says that it is too old.
 * A new format version asks for a bundle of its own: UPDATE_BUNDLES=1 writes the one of the current version.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { decide } from '../../src/decide/decide.ts'
import { nameTrie } from '../../src/program/compile/name-trie.ts'
import { decode } from '../../src/program/decode.ts'
import { encode } from '../../src/program/encode.ts'
import { FORMAT_VERSION } from '../../src/program/format.ts'
import type { SiteProgram } from '../../src/program/program.ts'
import type { Usage } from '../../src/words/usages.ts'
import { siteOf } from '../support/site-of.ts'

const FOLDER = 'test/bundles'
const CURRENT = `${FOLDER}/v${FORMAT_VERSION}.bin`

/** Something of everything that a Program holds. */
const POLICY = `ACAP-version: 1.1
User-agent: *
Disallow: /tmp/*.pdf$
Crawl-delay: 5
Comment: slowly, please
App-Directives: /a/ app;width=3
User-agent: old
Robot-version: 2.0
Disallow: /[a-c]?
ACAP-resource-set: pictures *.gif$ /pictures/
ACAP-qualified-usage: teaser present-snippet max-length=20-words
ACAP-crawler: *
ACAP-disallow-crawl: the-acap:resource-set:pictures
ACAP-allow-(teaser): /
ACAP-allow-index: / time-limit=until-2030-01-01
ACAP-request-take-down: /gone
ACAP-crawler: SearchBot
ACAP-usage-purpose: news
ACAP-allow-crawl: /pictures/
`

const TARGETS = ['/', '/tmp/x.pdf', '/pictures/a', '/x.gif', '/gone', '/bb', '/a/']
const AGENTS = ['SearchBot/1.0', 'old', 'other']
const USAGES: readonly Usage[] = ['crawl', 'index', 'present-snippet', 'preserve']

function decisions(site: SiteProgram): unknown[] {
  return TARGETS.flatMap((target) =>
    AGENTS.flatMap((userAgent) =>
      USAGES.map((usage) =>
        decide(site, { userAgent, target, usage, purposes: ['news'], now: 0, application: 'app' }),
      ),
    ),
  )
}

async function write(): Promise<void> {
  const registry = { crawlers: [], trie: nameTrie([]) }
  writeFileSync(CURRENT, await encode({ sites: [siteOf(POLICY)], registry, networks: [] }))
  writeFileSync(`${CURRENT}.json`, `${JSON.stringify(decisions(siteOf(POLICY)), null, 1)}\n`)
}

if (process.env.UPDATE_BUNDLES) await write()

describe('bundles of released formats', () => {
  test(`the current format, ${FORMAT_VERSION}, has one`, () => {
    expect(existsSync(CURRENT)).toBe(true)
  })

  test.each(readdirSync(FOLDER).filter((name) => name.endsWith('.bin')))('%s', (name) => {
    const bytes = new Uint8Array(readFileSync(`${FOLDER}/${name}`))
    const decoded = decode(bytes.buffer)
    if (!decoded.ok) {
      expect([name, decoded.error.code]).toEqual([
        expect.not.stringContaining(`v${FORMAT_VERSION}.`),
        'version',
      ])
      return
    }
    // The sentence about a decision may read better with every version.
    const facts = (text: string) =>
      JSON.parse(text, (key, value) => (key === 'reason' ? undefined : value))
    const recorded = facts(readFileSync(`${FOLDER}/${name}.json`, 'utf8'))
    expect(facts(JSON.stringify(decisions(decoded.bundle.sites[0]!)))).toEqual(recorded)
  })
})

/**
 * What is written for Cloudflare, and what is read of foreign files, word by word.
 * `UPDATE_GOLDEN=1 npx vitest run --project node test/author/servers/golden.test.ts` writes them again.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'vitest'
import { exportSite } from '../../../src/author/servers/export.ts'
import { policyOfFile } from '../../../src/author/servers/reading/policy-of-file.ts'
import { SERVER_DOORS } from '../../../src/author/servers/servers.ts'
import { readText } from '../../../src/language/site/read-site.ts'
import { knownCrawlers } from '../../../src/registry.ts'
import { findingLines } from '../../support/author/conversions.ts'
import { expectGolden } from '../../support/author/expect-golden.ts'
import { siteOf } from '../../support/site-of.ts'

const GOLDEN = `${import.meta.dirname}/../../golden/servers`

test.each(['free', 'business'] as const)('rules for Cloudflare’s plan %s', (tier) => {
  const text = readFileSync(`${GOLDEN}/magazine.txt`, 'utf8')
  const { files, findings } = exportSite(
    {
      reading: readText(text),
      site: siteOf(text),
      registry: knownCrawlers(),
      networks: [],
      now: 0,
    },
    SERVER_DOORS.cloudflare!,
    'cloudflare',
    { id: '', prefix: '', about: () => ['Written by acap convert.'], tier },
  )
  const texts = files.map(({ name, text }) => `=== ${name}\n${text}`)
  const said = findingLines(findings).join('\n')
  expectGolden(`${GOLDEN}/magazine.cloudflare-${tier}`, `${texts.join('')}=== findings\n${said}\n`)
})

const FOREIGN = readdirSync(`${GOLDEN}/init`).filter((name) => !name.endsWith('.policy'))

describe('a policy of a foreign file, with what is not in it', () => {
  test.each(FOREIGN)('%s', (name) => {
    const found = policyOfFile(readFileSync(`${GOLDEN}/init/${name}`, 'utf8'), () => null)!
    const unread = found.unread.map(({ line, text }) => `line ${line}: ${text}\n`)
    const notes = found.notes.map((note) => `note: ${note}\n`)
    expectGolden(
      `${GOLDEN}/init/${name}.policy`,
      `=== ${found.server}\n${found.text}=== not in it\n${unread.join('')}${notes.join('')}`,
    )
  })
})

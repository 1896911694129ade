/**
 * What `acap report --json` prints: the golden report, and the schema that docs/schema/report.schema.json is generated from.
 * `UPDATE_GOLDEN=1 npx vitest run --project node test/logs/report/golden.test.ts` writes it again.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'valibot'
import { expect, it } from 'vitest'
import { REPORT_SCHEMA } from '../../../docs/generate/report-schema.ts'
import { acap, folderWith } from '../../support/cli/acap.ts'

const GOLDEN = `${import.meta.dirname}/../../golden/report`

function goldenReport(...args: readonly string[]): string {
  const cwd = folderWith({
    'access.log': readFileSync(`${GOLDEN}/access.log`),
    'policies/a/robots.txt':
      'User-agent: *\nDisallow: /private/\nCrawl-delay: 10\n\nUser-agent: NetBot\nDisallow:\n',
    'policies/a/site.toml': 'hosts = ["a.test"]\n[crawlers.NetBot]\nnetworks = ["net"]\n',
    'policies/.networks/net.json': JSON.stringify({
      creationTime: new Date().toISOString(),
      prefixes: [{ ipv4Prefix: '192.0.2.0/24' }],
    }),
  })
  const { out } = acap(['report', 'access.log', '--json', '--price', '0.08', ...args], { cwd })
  return `${JSON.stringify(JSON.parse(out), null, 2)}\n`
}

it('is the golden report', () => {
  const report = goldenReport()
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(`${GOLDEN}/report.json`, report)
  expect(report).toBe(readFileSync(`${GOLDEN}/report.json`, 'utf8'))
})

it.each([[], ['--from', '2026-11-25'], ['--to', '2027-11-25']])(
  'has what the schema says, and nothing else',
  (...args) => {
    const report: unknown = JSON.parse(goldenReport(...args))
    expect(parse(REPORT_SCHEMA, report)).toEqual(report)
  },
)

/**
 * `[robots] acap = "meta"`: a robots.txt of conventional lines, and the whole policy in a file of its own (R4).
 */
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileSite } from '../../../src/author/files/load-programs.ts'
import { hasErrors, readFiles } from '../../../src/author/files/read-policies.ts'
import { decide } from '../../../src/decide/decide.ts'
import { readText } from '../../../src/language/site/read-site.ts'
import { compileAsWritten } from '../../../src/program/compile/compile.ts'
import { NOW, siteReading, spokenPaths } from '../../support/author/conversions.ts'
import { refusedByAudit } from '../../support/author/robots-audit.ts'
import { policies } from '../../support/language/generate-policies.ts'
import { runs } from '../../support/runs.ts'

const PRESETS = 'src/cli/presets'

function served(files: Readonly<Record<string, string>>) {
  const bytes = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const)
  const site = readFiles({ folder: '.', site: 'test', files: new Map(bytes), boundary: '.' })
  const text = (path: string) => site.generated.files.find((file) => file.path === path)?.text
  const findings = site.findings.filter(({ severity }) => severity !== 'note')
  return { site, robots: text('robots.txt')!, whole: text('acap.txt'), findings }
}

const meta = (robots: string, more = '') =>
  served({
    'robots.txt': robots,
    'site.toml': `hosts = ["a.test"]\n[robots]\nacap = "meta"\n${more}`,
  })

describe.each(readdirSync(PRESETS))('the preset %s', (name) => {
  const files = Object.fromEntries(
    readdirSync(`${PRESETS}/${name}`).map((file) => [
      file,
      readFileSync(`${PRESETS}/${name}/${file}`, 'utf8'),
    ]),
  )

  it('passes the audit without ACAP, and loses no line', () => {
    const file = served(files)
    const apart = served({
      ...files,
      'site.toml': `${files['site.toml']}\n[robots]\nacap = "meta"\n`,
    })
    expect(refusedByAudit(apart.robots)).toEqual([])
    expect(apart.whole).toBe(file.robots)
    const own = apart.robots.split('\n').slice(2)
    expect(own.filter((line) => !file.robots.split('\n').includes(line))).toEqual([])
    expect(apart.findings.filter(({ code }) => code !== 'ACAP152')).toEqual(file.findings)
  })

  it('fails with ACAP for the fields that docs/site-toml.md names', () => {
    const named = /^(?:ACAP-[a-z-]+|Content-Signal|Content-Usage|License|Comment|App-Directives):/
    expect(refusedByAudit(served(files).robots).filter((line) => !named.test(line))).toEqual([])
  })
})

describe('what crawlers read', () => {
  it('is the author’s own lines where ACAP says nothing of the crawl', () => {
    const { robots, findings } = meta(
      '# Ours\nUser-agent: *\nDisallow: /a/ # why\nContent-Signal: ai-train=no\nCrawl-delay: 5\n\nACAP-crawler: *\nACAP-disallow-index: /\n',
    )
    expect(robots).toBe(
      '# The whole policy, with what robots.txt cannot say: /acap.txt\n\n# Ours\nUser-agent: *\nDisallow: /a/ # why\nCrawl-delay: 5\n',
    )
    expect(findings.map(({ code }) => code)).toEqual(['ACAP143', 'ACAP123'])
  })

  it('is the conversion where ACAP says more', () => {
    const { robots, findings } = meta(
      'User-agent: *\nDisallow: /a/\n\nACAP-crawler: *\nACAP-disallow-crawl: /b/\nACAP-request-take-down: /c\n',
    )
    expect(robots).toMatch(/^User-agent: \*\nDisallow: \/a\/\nDisallow: \/b\/\nDisallow: \/c\$$/m)
    expect(findings.map(({ code }) => code)).toEqual(['ACAP113'])
  })

  it('lacks what only ACAP can say, which is found, published and enforced', () => {
    const { robots, whole, site, findings } = meta(
      'ACAP-crawler: *\nACAP-usage-purpose: https://purposes.test/mining\nACAP-disallow-crawl: /b/\n',
    )
    expect(robots).not.toContain('/b/')
    expect(whole).toContain('ACAP-disallow-crawl: /b/')
    expect(findings.map(({ code, line }) => [code, line])).toEqual([
      ['ACAP057', 2],
      ['ACAP152', 3],
    ])
    const decision = decide(compileSite(site), {
      userAgent: 'MiningBot',
      purposes: ['https://purposes.test/mining'],
      target: '/b/',
      now: 0,
    })
    expect(decision.outcome).toBe('prohibited')
    expect(decision.reason).toContain('of acap.txt')
  })

  it('lacks names that groups cannot address', () => {
    const { findings } = meta(
      'User-agent: *\nDisallow: /a/\n',
      '[categories.training]\ncrawl = false\n',
    )
    expect(findings.map(({ code, line }) => [code, line])).toEqual([['ACAP152', 5]])
  })

  it('is what a crawler is judged by that knows no ACAP (C3)', () => {
    const { site, robots } = meta(
      'ACAP-crawler: *\nACAP-disallow-crawl: /b/\n',
      '[crawlers.PlainBot]\ndialect = "rep"\n',
    )
    const question = { userAgent: 'PlainBot', target: '/b/', now: 0 }
    expect(robots).toContain('User-agent: plainbot\nDisallow:\n')
    expect(decide(compileSite(site), question).basis).toBe('unspecified')
  })
})

it('a permission file cannot have the path of the policy', () => {
  const { findings } = served({
    'robots.txt': 'ACAP-crawler: *\nACAP-permissions-reference: acap.txt\n',
    'acap.txt': 'ACAP-crawler: *\nACAP-disallow-index: /\n',
    'site.toml': 'hosts = ["a.test"]\n[robots]\nacap = "meta"\n',
  })
  expect(findings.map(({ code }) => code)).toContain('ACAP153')
})

it('the served robots.txt says of itself what the converted policy says', () => {
  const { robots } = meta('ACAP-crawler: *\nACAP-disallow-crawl: /b/\nACAP-allow-crawl: /b/c/\n')
  const { policy, trees } = readText(robots)
  const program = compileAsWritten(policy, trees)
  const ask = (target: string) => decide(program, { userAgent: 'x', target, now: 0 }).outcome
  expect([ask('/b/'), ask('/b/c/'), ask('/')]).toEqual(['prohibited', 'permitted', 'permitted'])
})

it('permits nothing that the policy prohibits, or says so', () => {
  fc.assert(
    fc.property(policies, ({ files }) => {
      const toml = 'hosts = ["a.test"]\n[robots]\nacap = "meta"\n'
      const { site, robots } = served({ ...files, 'site.toml': toml })
      if (hasErrors(site.findings)) return
      const { policy, trees } = readText(robots)
      expect(
        refusedByAudit(robots).filter(
          (line) => !/^(?:user-agent|(?:dis)?allow|sitemap):/i.test(line),
        ),
      ).toEqual([])
      const [meant, read] = [compileSite(site), compileAsWritten(policy, trees)]
      const isSaid = site.findings.some(({ code }) => code === 'ACAP152' || code === 'ACAP113')
      const paths = spokenPaths(siteReading(files)).crawl
      for (const userAgent of ['somebody', ...meant.names.map(({ name }) => name)]) {
        for (const target of paths) {
          const question = { userAgent, target, now: NOW }
          const isClosed = decide(meant, question).outcome === 'prohibited'
          const isOpen = decide(read, question).outcome !== 'prohibited'
          expect(isClosed && isOpen && !isSaid, `${userAgent} ${target}\n${robots}`).toBe(false)
        }
      }
    }),
    { numRuns: runs(60, 5_000, 100_000) },
  )
})

import { describe, expect, it } from 'vitest'
import { acap, folderWith } from '../support/cli/acap.ts'

const SITE = `hosts = ["a.test"]
exempt = ["/health"]

[categories.training]
crawl = false

[[route]]
match = "/embargo/"
closed-until = 2026-12-01
`
const ROBOTS = `User-agent: PartnerBot
Disallow: /private/
Visit-time: 2300-0500

User-agent: *
Disallow: /private/
Disallow: /*?print=

ACAP-crawler: *
ACAP-allow-present-snippet: /news/ max-length=40-words
ACAP-disallow-present-snippet: /
`
const PROFILE = `${SITE}\n[crawlers.PartnerBot]\ncategory = "training"\n`
const folder = () =>
  folderWith({ 'policies/a/robots.txt': ROBOTS, 'policies/a/site.toml': PROFILE })
const AT = ['--at', '2026-11-28T12:00:00Z']

describe('acap summary', () => {
  it('says who may do what and where, with the lines, and what lies ahead', () => {
    const { code, out } = acap(['summary', 'a', ...AT], { cwd: folder() })
    expect(code).toBe(0)
    expect(out).toContain('a: who may do what, 2026-11-28 12:00 UTC\n')
    expect(out).toContain('\n/health: served to every crawler')
    expect(out).toMatch(
      /\n {2}No crawler may fetch \/private\/ and \/embargo\/\. {2}\[robots\.txt:6; site\.toml:9\]\n/,
    )
    expect(out).toMatch(
      /\n {2}Crawlers not named here may fetch all other pages except \/…\?print=…\. /,
    )
    expect(out).toMatch(
      /\n {2}Every crawler for training but PartnerBot may not fetch any page\. {2}\[.*site\.toml:/,
    )
    expect(out).toMatch(/\n {2}PartnerBot may fetch all other pages\./)
    expect(out).toMatch(
      /\n {2}Every crawler for training but PartnerBot may not fetch any page for training\. /,
    )
    expect(out).toMatch(
      /\n {2}Crawlers .* may show up to 40 words of \/news\/ only\. {2}\[robots\.txt:10, 11\]\n/,
    )
    expect(out).toContain(
      '  Every crawler for answers may fetch what crawlers not named above may.\n',
    )
    expect(out).toContain('PartnerBot: visits from 23:00 to 05:00 UTC.')
    expect(out).toMatch(/\nAhead\n {2}in 3 days, 2026-12-01 00:00 UTC: \/embargo\/ opens/)
  })

  it('claims nothing of rules that overlap in too many ways, or are too many', () => {
    const crossing = Array.from(
      { length: 40 },
      (_, i) => `${i % 2 ? 'Allow' : 'Disallow'}: /*a${i}=`,
    )
    const many = Array.from({ length: 300 }, (_, i) => `Disallow: /${i}/`)
    const globs = ['Robot-version: 2.0', 'Disallow: /a[!b]*']
    for (const rules of [crossing, many, globs]) {
      const robots = `User-agent: *\n${rules.join('\n')}\n`
      const cwd = folderWith({
        'policies/a/robots.txt': robots,
        'policies/a/site.toml': 'hosts = ["a.test"]\n',
      })
      const { out } = acap(['summary', 'a'], { cwd })
      expect(out).toContain(
        'Fetching\n  Every crawler: the rules are too many for a sentence, or overlap too much.\n',
      )
    }
  })

  it('has the lines of places that cross, too', () => {
    const robots =
      'ACAP-crawler: *\nACAP-disallow-crawl: /premium/\nACAP-disallow-crawl: /*?print=\n\nACAP-crawler: DepositBot\nACAP-allow-crawl: /premium/\n'
    const cwd = folderWith({
      'policies/a/robots.txt': robots,
      'policies/a/site.toml': 'hosts = ["a.test"]\n',
    })
    const { out } = acap(['summary', 'a'], { cwd })
    expect(out).toMatch(
      /\n {2}DepositBot may fetch \/…\?print=… in \/premium\/\. {2}\[robots\.txt:6\]\n/,
    )
  })

  it('[E7] says what holds at another time', () => {
    const { out } = acap(['summary', 'a', '--at', '2026-12-01'], { cwd: folder() })
    expect(out).not.toContain('/embargo/')
  })

  it('is Markdown for a pull request, and JSON for scripts', () => {
    const cwd = folder()
    const { out } = acap(['summary', 'a', '--format', 'markdown', ...AT], { cwd })
    expect(out).toContain('## a: who may do what, 2026-11-28 12:00 UTC\n')
    expect(out).toContain(
      '- No crawler may fetch `/private/` and `/embargo/`. _(robots.txt:6; site.toml:9)_\n',
    )
    const { sections } = JSON.parse(acap(['summary', 'a', '--json', ...AT], { cwd }).out)
    expect(sections[0].sentences[0].places[0]).toEqual({
      file: 'robots.txt',
      line: 6,
      text: 'Disallow: /private/',
    })
    expect(acap(['summary', 'a', '--format', 'xml'], { cwd }).code).toBe(2)
  })
})

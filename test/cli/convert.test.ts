import { describe, expect, it } from 'vitest'
import { VOCABULARIES } from '../../src/author/convert/convert.ts'
import { acap, folderWith } from '../support/cli/acap.ts'

const ROBOTS = 'User-agent: *\nDisallow: /1/\n'
const ACAP = `##ACAP version=1.1
User-agent: *
Disallow: /1/

ACAP-version: 1.1

ACAP-crawler: *
ACAP-disallow-crawl: /1/
`

describe('acap convert', () => {
  it('reads a file, standard input, a folder of a site, its name, and the policies of one site', () => {
    const cwd = folderWith({ 'old.txt': ROBOTS, 'policies/a.test/robots.txt': ROBOTS })
    const ways = [['old.txt'], ['-'], ['policies/a.test'], ['a.test'], ['policies'], []]
    for (const way of ways) {
      expect(acap(['convert', ...way, '--to', 'acap'], { cwd, input: ROBOTS })).toEqual({
        code: 0,
        out: ACAP,
        err: '',
      })
    }
  })

  it('frames findings on standard error as `check` does, and goes on', () => {
    const cwd = folderWith({ 'old.txt': 'User-agent: *\nDisallow: /a\n' })
    const { code, out, err } = acap(['convert', 'old.txt', '--to', 'acap'], { cwd })
    expect(code).toBe(0)
    expect(out).toContain('ACAP-disallow-crawl: /a\n')
    expect(err).toContain(
      'warning[ACAP113]: letter case changes what `Disallow: /a` covers: crawl of `/A` is prohibited',
    )
    expect(err).toContain(' --> old.txt:2:1\n')
    expect(err.endsWith('\n1 warning\n')).toBe(true)
  })

  it('says what is wrong with the policy itself, and ends with 1', () => {
    const { code, out, err } = acap(['convert', '-', '--to', 'acap'], {
      input: 'ACAP-crawler: *\nACAP-allow-print: /\n',
    })
    expect(code).toBe(1)
    expect(out).toContain('ACAP-allow-print: /')
    expect(err).toContain('error[')
  })

  it('refuses what is not a policy, and says where there is nothing to write', () => {
    const page = acap(['convert', '-', '--to', 'conventional'], {
      input: '<html><p>Not found</html>\n',
    })
    expect([page.code, page.out]).toEqual([2, ''])
    expect(page.err).toContain('`-` is not a robots.txt')
    const absent = acap(['convert', 'absent.txt', '--to', 'acap'])
    expect([absent.code, absent.err.split('\n')[0]]).toEqual([
      2,
      'acap: `absent.txt` does not exist',
    ])
    expect(acap(['convert', '-', '--to', 'tdmrep'], { input: ROBOTS }).err).toContain(
      'nothing to write',
    )
  })

  it('gives text and findings as JSON', () => {
    const { out, err } = acap(['convert', '-', '--to', 'acap', '--json'], {
      input: 'User-agent: *\nDisallow: /a\n',
    })
    const { text, findings } = JSON.parse(out)
    expect(text).toContain('ACAP-disallow-crawl: /a\n')
    expect(findings).toMatchObject([{ code: 'ACAP113', source: '-', line: 2 }])
    expect(err).toBe('')
  })

  it('keeps originals as comments on request', () => {
    const { out } = acap(['convert', '-', '--to', 'acap', '--originals'], { input: ROBOTS })
    expect(out).toContain('ACAP-disallow-crawl: /1/ # Disallow: /1/\n')
  })

  it.each([[[]], [['--to', 'klingon']], [['--to', 'toString']]])(
    'lists the vocabularies after %j',
    (to) => {
      const { code, out, err } = acap(['convert', '-', ...to], { input: ROBOTS })
      expect([code, out]).toEqual([2, ''])
      for (const name of Object.keys(VOCABULARIES)) expect(err).toContain(name)
    },
  )

  it.each([
    [
      'robots-meta',
      '<meta name="robots" content="noindex, nofollow, nosnippet, max-image-preview:none">',
    ],
    ['x-robots-tag', '  X-Robots-Tag: noindex, nofollow, nosnippet, max-image-preview:none'],
    ['content-usage', 'Content-Usage: / train-ai=n, ai-use=n, search=n'],
    ['content-signal', 'Content-Signal: search=no, ai-input=no, ai-train=no'],
    ['tdmrep', '    "tdm-reservation": 1'],
    ['rsl', '      <prohibits type="usage">all</prohibits>'],
  ])('writes %s', (to, line) => {
    const input = 'ACAP-crawler: *\nACAP-disallow-other: /\n'
    const { code, out } = acap(['convert', '-', '--to', to], { input })
    expect(code).toBe(0)
    expect(out.split('\n')).toContain(line)
  })

  it.each([
    ['content-usage', 'nothing changes', 'content-usage = "train-ai=n"'],
    ['content-signal', 'nothing changes', 'content-signal = "ai-train=no"'],
    ['tdmrep', 'there is nothing to write', 'tdm-reservation = 1'],
    ['rsl', 'there is nothing to write', 'ACAP-disallow-other: /'],
  ])('says that %s changes nothing, and what would', (to, fault, words) => {
    const cwd = folderWith({
      'policies/a/robots.txt': ROBOTS,
      'policies/a/site.toml': 'hosts = ["a.test"]\n',
    })
    const { code, err } = acap(['convert', '--to', to], { cwd })
    expect([code, err]).toEqual([
      0,
      expect.stringContaining(`acap: ${fault}: ${to} cannot express this policy\nhelp: `),
    ])
    expect(err).toContain(words)
  })

  it('asks which of several sites is meant', () => {
    const cwd = folderWith({ 'policies/a/robots.txt': ROBOTS, 'policies/b/robots.txt': ROBOTS })
    const { code, err } = acap(['convert', '--to', 'acap'], { cwd })
    expect(code).toBe(2)
    expect(err).toContain('policies/a, policies/b')
  })
})

/** `acap convert --to nginx`: the files, what is said beside them, and when nothing is written. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { acap, folderWith } from '../support/cli/acap.ts'

const ROBOTS = 'User-agent: *\nDisallow: /private/\nAllow: /private/open\nCrawl-delay: 5\n'
const TOML = 'hosts = ["a.test"]\n'

describe('acap convert --to a server', () => {
  test('writes the files with robots.txt beside them, and says where they are included', () => {
    const cwd = folderWith({ 'old.txt': ROBOTS })
    const args = ['convert', 'old.txt', '--to', 'nginx', '--out', 'door', '--path', '/etc/nginx/a']
    const { code, out, err } = acap(args, { cwd })
    expect(code).toBe(0)
    expect(out).toContain('include /etc/nginx/a/acap-http.conf;')
    expect(readdirSync(join(cwd, 'door')).sort()).toEqual([
      'acap-http.conf',
      'acap.conf',
      'robots.txt',
    ])
    const text = readFileSync(join(cwd, 'door/acap.conf'), 'utf8')
    expect(text).toMatch(
      /^# Written by acap convert --to nginx on 20.* for old\.txt, policy [0-9a-f]{12}\.\n# It holds until/,
    )
    expect(readFileSync(join(cwd, 'door/robots.txt'), 'utf8')).toBe(ROBOTS)
    expect(err).toContain(
      'warning[ACAP170]: Request-rate and Crawl-delay cannot be written for nginx',
    )
    expect(err).toContain(
      'warning[ACAP172]: stricter: `/private/open;` is closed, against `Allow: /private/open`',
    )
    expect(err).toMatch(/note\[ACAP175\]: proven for plain targets, by \d+ requests/)
  })

  test('writes a folder for each of several sites, with variables of their own', () => {
    const cwd = folderWith({
      'policies/a.test/robots.txt': ROBOTS,
      'policies/a.test/site.toml': TOML,
      'policies/b.test/robots.txt': 'User-agent: GPTBot\nDisallow: /\n',
      'policies/b.test/site.toml': 'hosts = ["b.test"]\n',
    })
    expect(acap(['convert', 'policies', '--to', 'nginx', '--out', 'door'], { cwd }).code).toBe(0)
    expect(readFileSync(join(cwd, 'door/a.test/acap.conf'), 'utf8')).toContain(
      'if ($acap_a_test_refused)',
    )
    expect(readFileSync(join(cwd, 'door/b.test/acap.conf'), 'utf8')).toContain(
      'if ($acap_b_test_refused)',
    )
  })

  test('[I4] a name that only a signature proves closes, and dates of routes are named', () => {
    const cwd = folderWith({
      'policies/a.test/robots.txt':
        'User-agent: GPTBot\nDisallow: /x\n\nUser-agent: *\nDisallow: /\n',
      'policies/a.test/site.toml': `${TOML}[[route]]\nmatch = "/soon/"\nclosed-until = "2199-01-01"\n[crawlers.GPTBot]\nsignature-agents = ["https://gptbot.test"]\n`,
    })
    const { code, err } = acap(['convert', 'a.test', '--to', 'nginx', '--out', 'door'], { cwd })
    expect([code, err]).toEqual([
      0,
      expect.stringContaining('warning[ACAP171]: nginx cannot check `gptbot`'),
    ])
    expect(err).toContain(
      'the dates of routes cannot be written for nginx: the files hold until 2199-01-01',
    )
  })

  test('[I4] address lists are in the files, which hold until the lists are 30 days old', () => {
    const today = Math.floor(Date.now() / 86_400_000)
    const made = new Date((today - 3) * 86_400_000)
    const list = (created: Date, prefix: string) =>
      JSON.stringify({ creationTime: created.toISOString(), prefixes: [{ ipv4Prefix: prefix }] })
    const cwd = folderWith({
      'policies/a.test/robots.txt':
        'User-agent: GPTBot\nUser-agent: Googlebot\nDisallow: /x\n\nUser-agent: *\nDisallow: /p\n',
      'policies/a.test/site.toml': TOML,
      'policies/.networks/gptbot.json': list(made, '192.0.2.0/24'),
      'policies/.networks/googlebot.json': list(new Date(0), '198.51.100.0/24'),
      // Which the site does not name.
      'policies/.networks/bingbot.json': list(new Date(0), '203.0.113.0/24'),
    })
    const { code, err } = acap(['convert', 'a.test', '--to', 'nginx', '--out', 'door'], { cwd })
    expect([code, err]).toEqual([0, expect.not.stringContaining('ACAP171')])
    const text = readFileSync(join(cwd, 'door/acap-http.conf'), 'utf8')
    const until = new Date(made.getTime() + 30 * 86_400_000).toISOString().slice(0, 10)
    expect(text).toContain(`# It holds until ${until}. Write it again then.`)
    expect(text).toContain('# Too old to disprove a name: googlebot. Run acap networks')
    expect(text).toContain('\t192.0.2.0/24 listed;')
    expect(text).not.toContain('203.0.113.0')
  })

  test('writes nothing where the policy has errors or refuses nobody', () => {
    const cwd = folderWith({
      'policies/a.test/robots.txt': ROBOTS,
      'policies/a.test/site.toml': `${TOML}mode = "observe"\n`,
    })
    const { code, err } = acap(['convert', 'a.test', '--to', 'nginx', '--out', 'door'], { cwd })
    expect([code, err]).toEqual([1, expect.stringContaining('error[ACAP174]: nothing is written')])
    expect(existsSync(join(cwd, 'door'))).toBe(false)
  })

  test('asks for --out, and has it for servers alone', () => {
    const cwd = folderWith({ 'old.txt': ROBOTS })
    const without = acap(['convert', 'old.txt', '--to', 'nginx'], { cwd })
    const wrong = acap(['convert', 'old.txt', '--to', 'acap', '--out', 'door'], { cwd })
    expect([without.code, without.err]).toEqual([2, expect.stringContaining('missing --out')])
    expect([wrong.code, wrong.err]).toEqual([
      2,
      expect.stringContaining('--out and --path are for servers'),
    ])
  })

  test('[ACAP178] refuses what the plan of Cloudflare has no rules for, with the figure', () => {
    const cwd = folderWith({
      'old.txt': `User-agent: GPTBot\nDisallow: /\n\n${ROBOTS}`,
      'word.txt': 'User-agent: code\nDisallow: /\n',
      'ai.txt': 'User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n',
    })
    const convert = (...args: string[]) => acap(['convert', ...args, '--out', 'door'], { cwd })
    const free = convert('old.txt', '--to', 'cloudflare')
    expect([free.code, free.err]).toEqual([
      1,
      expect.stringMatching(
        /error\[ACAP178\]: nothing is written: the plan free has 5 rules, and \d+ are needed: `\*` is \d+ tests: [\d,]+ of [\d,]+ characters/,
      ),
    ])
    // The place is that of the group that needs most.
    expect(free.err).toMatch(/\[ACAP178\].*\n *--> old\.txt:4:1\n/)
    expect(free.err).toContain(
      'help: `--plan pro` is enough; or name fewer crawlers, or fewer paths',
    )
    expect(existsSync(join(cwd, 'door'))).toBe(false)
    const named = convert('ai.txt', '--to', 'cloudflare')
    expect([named.code, named.err]).toEqual([
      0,
      expect.stringContaining(
        '1 of 5 rules of the plan free: `ccbot` and 1 more is 2 names: 87 of 4,096 characters',
      ),
    ])
    expect(readdirSync(join(cwd, 'door')).sort()).toEqual(['acap.json', 'acap.txt', 'robots.txt'])
    const word = convert('word.txt', '--to', 'cloudflare')
    expect([word.code, word.err]).toEqual([0, expect.stringContaining('[ACAP190]: readers send')])
    expect(convert('ai.txt', '--to', 'cloudflare', '--plan', 'gold')).toMatchObject({ code: 2 })
    expect(convert('ai.txt', '--to', 'nginx', '--plan', 'pro')).toMatchObject({ code: 2 })
  })
})

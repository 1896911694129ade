/**
 * `acap init --from`: what is wrong in a robots.txt is kept, its rules become cases, and what is printed can be pasted.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { folderWith } from '../support/cli/acap.ts'
import { beginSite, latin1 } from '../support/cli/begin-site.ts'
import { runAcap } from '../support/cli/run-acap.ts'

/** Each would stop a build. */
const WRONG_LINES = [
  'Disallow: http://www.a.test/x',
  'ACAP-disallow-crawl:',
  'ACAP-allow-index: (nowhere)',
  'ACAP-allow-present: / max-length=many',
  'ACAP-permissions-reference: http://a.test/x',
  'ACAP-allow-preserve: / until=2026-02-30',
  'ACAP-crawler:',
  'ACAP-version: 9.9',
  'ACAP-composite-usage: x = y',
  'ACAP-qualified-usage: index',
  'ACAP-resource-set: x',
] as const

describe('lines that would stop the build', () => {
  it.each(WRONG_LINES)('%s is kept, with a comment, and the folder builds', async (wrong) => {
    const { code, out, robots, policies, cwd } = await beginSite(
      `User-agent: *\r\nDisallow: /private/\r\nACAP-crawler: *\r\nACAP-disallow-index: /x # why\r\n${wrong}\r\n`,
    )
    expect(code).toBe(0)
    const kept = robots()
      .split('\r\n')
      .filter((line) => line === wrong || line.startsWith(`${wrong} # acap-ignore`))
    expect(kept).toHaveLength(1)
    const errors = JSON.parse((await runAcap(['check', join(cwd, 'old.txt'), '--json'])).out).errors
    if (errors > 0) {
      expect(robots()).toMatch(
        / # acap-ignore ACAP\d{3}(?:, ACAP\d{3})* kept by acap init as it was\r\n/,
      )
      expect(out).toContain('Lines that would stop the build were kept')
    }
    expect(await runAcap(['build', policies, '--out', join(cwd, 'x.bin')])).toMatchObject({
      code: 0,
    })
    expect(await runAcap(['test', policies])).toMatchObject({ code: 0 })
  })

  it('is printed with what is wrong and the fix', async () => {
    const { out, folder } = await beginSite('User-agent: *\nDisallow: /a\nDsallow: /intern/\n')
    expect(out).toContain(
      `  ${folder}/robots.txt:3  Dsallow: /intern/\n    \`Dsallow\` is not a known field: this line prohibits nothing; write \`Disallow\``,
    )
  })

  it('is built with all of them, and with many', { timeout: 120_000 }, async () => {
    const line = fc.oneof(
      fc.constantFrom(...WRONG_LINES),
      fc.constantFrom(
        'User-agent: *',
        'Disallow: /x',
        '',
        'ACAP-crawler: *',
        '# c',
        'Disallow: /a # b',
        'Crawl-delay: x',
      ),
      fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (lines) => {
        const { code, policies, err, cwd } = await beginSite(lines.join('\n'))
        // What is not a robots.txt is refused; everything else builds.
        if (code === 2) return void expect(err).toMatch(/is not a robots.txt|is a template/)
        expect((await runAcap(['build', policies, '--out', join(cwd, 'x.bin')])).code).toBe(0)
        expect((await runAcap(['test', policies])).code).toBe(0)
      }),
      { numRuns: 60 },
    )
  })
})

describe('the cases', () => {
  const casesIn = (folder: string) =>
    [...readFileSync(join(folder, 'cases.toml'), 'utf8').matchAll(/^field = "(.*)"$/gm)].map(
      ([, field]) => field!,
    )

  it('have every distinct rule before a rule that only another crawler has, too', async () => {
    const group = (name: string) =>
      `User-agent: ${name}\n${[1, 2, 3].map((n) => `Disallow: /${n}\n`).join('')}`
    const { folder } = await beginSite(
      `${['A', 'B', 'C'].map((name) => group(`${name}Bot`)).join('\n')}\nUser-agent: ZBot\nAllow: /last\nDisallow: /\n`,
    )
    const fields = casesIn(folder)
    expect(fields).toHaveLength(11)
    expect(new Set(fields.slice(0, 5)).size).toBe(5)
    expect(fields.slice(0, 5)).toContain('Allow: /last')
  })

  it('[P7] have nothing of what is served to everybody', async () => {
    const { folder } = await beginSite(
      'User-agent: baiduspider\nDisallow: /.well-known/\nDisallow: /robots.txt\nDisallow: /x\n',
    )
    expect(casesIn(folder)).toEqual(['Disallow: /x'])
    expect(await runAcap(['test', folder])).toMatchObject({ code: 0 })
  })

  it('hold ACAP fields, too', async () => {
    const { folder } = await beginSite(
      'ACAP-crawler: *\nACAP-disallow-index: /x\nACAP-allow-present-snippet: /y max-length=9-words\n',
    )
    expect(casesIn(folder)).toContain('ACAP-disallow-index: /x')
    expect(await runAcap(['test', folder])).toMatchObject({ code: 0 })
  })

  it('are no more than people read, and say so', async () => {
    const { folder } = await beginSite(
      `User-agent: *\n${Array.from({ length: 130 }, (_, n) => `Disallow: /${n}/\n`).join('')}`,
    )
    expect(casesIn(folder)).toHaveLength(100)
    expect(readFileSync(join(folder, 'cases.toml'), 'utf8')).toContain(
      '# 30 more rules decide something',
    )
  })
})

describe('what acap init prints', () => {
  it('can be pasted, and names files that are there', async () => {
    const { out, cwd } = await beginSite(
      latin1('User-agent: *\nDisallow: /é\nDisallow: http://a.test/\n'),
    )
    const next = out.slice(out.indexOf('Next\n')).split('\n').slice(1, -1)
    for (const line of next) {
      const command = line.trim().split(/ {2,}/)[0]!
      expect(command).toMatch(/^npx --no-install acap /)
      const words = execFileSync(
        'bash',
        ['-c', `printf '%s\\n' ${command.slice('npx --no-install acap '.length)}`],
        {
          encoding: 'utf8',
        },
      )
      expect((await runAcap(words.trim().split('\n'))).code).toBe(0)
    }
    for (const [path] of out.matchAll(new RegExp(`${cwd}[^\\s:]*`, 'g')))
      expect(existsSync(path)).toBe(true)
  })

  it('can be pasted where the folder needs quotes', async () => {
    const cwd = folderWith({ 'old.txt': 'User-agent: *\nDisallow: /x\n' })
    const { out } = await runAcap([
      'init',
      'a',
      '--from',
      join(cwd, 'old.txt'),
      '--policies',
      join(cwd, "the editor's $HOME"),
    ])
    expect(out).toContain(`npx --no-install acap check '${cwd}/the editor'\\''s $HOME/a'`)
  })
})

describe('a robots.txt with more stray lines than fields', () => {
  it('is one, if it has a rule for a crawler', async () => {
    const { code, robots } = await beginSite(`User-agent: *\nDisallow: /a\n${'/b\n'.repeat(30)}`)
    expect(code).toBe(0)
    expect(robots()).toContain('Disallow: /a\n/b')
  })
})

describe('repairs', () => {
  it('[I5] keeps the token of a draft, which explain tells, and check reports', async () => {
    const { robots, folder } = await beginSite('User-agent: __usage_ai-training\nDisallow: /\n')
    expect(robots()).toContain('User-agent: __usage_ai-training\nDisallow: /\n')
    expect((await runAcap(['check', folder, '--all'])).out).toContain(
      'no request carries `__usage_ai-training`',
    )
    const { out } = await runAcap(['explain', folder, '/a', '--as', '__usage_ai-training'])
    expect(out).toContain('__usage_ai-training is no client')
    expect(out).toContain('It is from a draft and provisional: nothing here writes it.')
    expect(out).toContain('PROHIBITED: what the policy says to this token')
  })

  it('[X3] names the search engines that an imported Crawl-delay will put off', async () => {
    const { out } = await beginSite('User-agent: *\nCrawl-delay: 10\n')
    expect(out).toContain('Note\n  `Googlebot` and `YandexBot` ignore `Crawl-delay` and get 429')
  })

  it('that change no decision are offered, others named', async () => {
    const { out, folder, robots } = await beginSite('User-agent: *\nDissalow: /a\nDisalllow: /b\n')
    expect(robots()).toContain('Dissalow: /a\nDisalllow: /b # acap-ignore')
    expect(out).toContain(`npx --no-install acap check --fix ${folder} `)
    expect(out).toContain('makes 1 repair that changes no decision')
  })
})

describe('a second site', () => {
  it('gets a placeholder of its own, so that both build', async () => {
    const cwd = folderWith({})
    const policies = join(cwd, 'policies')
    for (const name of ['one', 'two']) {
      expect((await runAcap(['init', name, '--preset', 'news', '--policies', policies])).code).toBe(
        0,
      )
    }
    expect((await runAcap(['build', policies, '--out', join(cwd, 'x.bin')])).code).toBe(0)
  })

  it('cannot have the host of the first', async () => {
    const policies = join(folderWith({}), 'policies')
    const args = ['--preset', 'news', '--host', 'www.a.test', '--policies', policies]
    await runAcap(['init', 'one', ...args])
    const { code, err } = await runAcap(['init', 'two', ...args])
    expect([code, err]).toEqual([
      2,
      'acap: `www.a.test` is a host of the site `one` already\nhelp: --host HOST\n',
    ])
  })
})

describe('what would keep search engines out', () => {
  it('[R4] a crawler that a delay joins to the closed group below is named', async () => {
    const { out } = await beginSite(
      'User-agent: bingbot\nCrawl-delay: 10\n\nUser-agent: BadBot\nDisallow: /\n\nUser-agent: *\nDisallow: /a/\n',
    )
    expect(out).toContain(
      '`Crawl-delay` does not end the group of line 1: `bingbot` and `BadBot` share it, so neither may fetch any page',
    )
  })

  it('a template is refused: crawlers get another file', async () => {
    const { code, err } = await beginSite('{{ if .Prod }}\nUser-agent: *\nDisallow: /\n{{ end }}\n')
    expect([code, err]).toEqual([2, expect.stringContaining('is a template (line 1)')])
  })
})

describe('a server’s file', () => {
  it('becomes a policy by the names and paths that it refuses, and lists what is left', async () => {
    const { code, out, robots, folder } = await beginSite(
      'map $http_user_agent $bad {\n  default 0;\n  "~*\\bGPTBot\\b" 1;\n  ~*applewebkit 1;\n}\ndeny 192.0.2.1;\n',
    )
    expect(code).toBe(0)
    expect(robots()).toBe(
      '# From old.txt (nginx): names and paths that it refuses.\nUser-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow:\n',
    )
    expect(out).toContain('  read as a file of nginx: names and paths that it refuses\n')
    expect(out).toContain('Lines that are not in the policy\n')
    expect(out).toContain('  line 6: deny 192.0.2.1\n')
    expect(await runAcap(['test', folder])).toMatchObject({ code: 0 })
  })
})

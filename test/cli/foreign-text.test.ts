/**
 * Text that somebody else wrote (policies, logs, names, answers of servers) on its way to a terminal.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printable, printableJson, printableLine } from '../../src/base/printable.ts'
import { folderWith } from '../support/cli/acap.ts'
import { runAcap } from '../support/cli/run-acap.ts'
import { runs } from '../support/runs.ts'

/** Everything that a terminal interprets, except the colours and line feeds that acap writes. */
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/
const OWN_COLOUR = /\x1b\[(?:1;3[1346]|0)m/g

const withoutColours = (text: string) => text.replace(OWN_COLOUR, '')

/** What is dangerous, between characters that make it part of a name, a path or a header. */
const DANGER = fc.constantFrom(
  ...[
    '\x1b[2J',
    '\x1b]0;x\x07',
    '\x1b]52;c;eA==\x07',
    '\x9b2J',
    '\x1b[1;31m',
    '\x08',
    '\x7f',
    '\x00',
    '\r',
    '\x85',
  ],
  ...['\u202e', '\u2066', '\u200f', '\u2028', '\u061c', '\x1b', '\x90', '\ufeff', '\ud800'],
)
const FOREIGN = fc
  .array(
    fc.oneof(
      DANGER,
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom('Bot', '/', '%1b', 'é'),
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((parts) => parts.join('').replaceAll('\n', ''))

/** Puts foreign text wherever a command reads some. */
function folderOf(text: string): string {
  const robots = `User-agent: ${text}\nDisallow: /${text}\n# ${text}\nUser-agent: *\nDisallow: /private/${text}\nX-${text}: ${text}\n`
  const toml = JSON.stringify(text)
  return folderWith({
    'policies/a/robots.txt': robots,
    'policies/a/site.toml': `hosts = ["a.test"]\n[refuse]\ncontact = ${toml}\n[[route]]\nmatch = ${JSON.stringify(`/${text}`)}\nmode = "off"\n`,
    'policies/a/cases.toml': `[[case]]\nname = ${toml}\nas = ${toml}\nurl = ${JSON.stringify(`/${text}`)}\nexpect = "permitted"\n`,
    'other/a/robots.txt': `${robots}Disallow: /more/${text}\n`,
    'access.log': Buffer.from(
      `1.2.3.4 - - [21/Nov/2026:06:39:41 +0000] "GET /private/${text} HTTP/1.1" 200 5 "-" "Evil${text}Bot/1.0"\n` +
        `{"ClientRequestHost":${toml}}\n`,
    ),
    'json.log': `${JSON.stringify({ ClientRequestURI: `/private/${text}`, ClientRequestUserAgent: `GPTBot${text}/1.0`, EdgeStartTimestamp: 1e300 })}\n`,
    'lines.jsonl': `${JSON.stringify({ policy: robots, case: { userAgent: text, target: `/${text}` } })}\n{"policy":${toml}}\n${text}\n`,
  })
}

describe('printable text', () => {
  const ANY = fc.oneof(FOREIGN, fc.string({ unit: 'binary' }))

  it('holds nothing that a terminal interprets', () => {
    fc.assert(
      fc.property(ANY, (text) => {
        expect(printable(text)).not.toMatch(CONTROL)
        expect(printableLine(text)).not.toMatch(CONTROL)
        expect(printableLine(text)).not.toMatch(/[\n\t]/)
      }),
      { numRuns: runs(400, 20_000) },
    )
  })

  it('is what it was where there was nothing of the kind', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((text) => !CONTROL.test(text)),
        (text) => {
          expect(printable(text)).toBe(text)
        },
      ),
    )
  })

  it('is the same JSON', () => {
    fc.assert(
      fc.property(ANY, (text) => {
        const json = printableJson(JSON.stringify({ text }))
        expect(json).not.toMatch(CONTROL)
        expect(JSON.parse(json)).toEqual({ text })
      }),
      { numRuns: runs(200, 10_000) },
    )
  })
})

describe('no command lets control characters of foreign text through', () => {
  it('whichever it is', { timeout: 280_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(FOREIGN, async (text) => {
        const cwd = folderOf(text)
        const policies = join(cwd, 'policies')
        const site = join(policies, 'a')
        const commands: readonly (readonly string[])[] = [
          ['check', policies],
          ['check', policies, '--json'],
          ['check', policies, '--format', 'sarif'],
          ['check', policies, '--format', 'github'],
          ['check', join(cwd, 'lines.jsonl')],
          ['explain', site, `/${text}`, '--as', text],
          ['explain', site, `/${text}`, '--as', text, '--json'],
          ['explain', text, '/', '--as', 'x'],
          ['test', policies, '--coverage'],
          ['test', policies, '--json'],
          ['diff', policies, join(cwd, 'other')],
          ['diff', policies, join(cwd, 'other'), '--markdown'],
          ['diff', policies, join(cwd, 'other'), '--json'],
          ['replay', join(cwd, 'access.log'), '--policies', site],
          ['replay', join(cwd, 'json.log'), '--policies', site],
          ['replay', join(cwd, 'json.log'), '--policies', site, '--json'],
          [
            'replay',
            join(cwd, 'access.log'),
            '--policies',
            policies,
            '--against',
            join(cwd, 'other'),
          ],
          ['build', policies, '--out', join(cwd, 'x.bin')],
          ['build', policies, '--out', join(cwd, 'x.bin'), '--json'],
          ['convert', site, '--to', 'acap', '--json'],
          ['decide', join(site, 'robots.txt'), `/${text}`, '--as', text],
          ['decide', join(site, 'robots.txt'), `/${text}`, '--as', text, '--json'],
          ['fmt', '--check', policies],
          ['init', text, '--preset', 'news', '--policies', join(cwd, 'begun')],
          [
            'init',
            'x',
            '--policies',
            join(cwd, 'begun'),
            '--from',
            join(cwd, text.replaceAll('\0', '')),
          ],
          ['help', text],
          [text],
          ['check', `--${text}`],
        ]
        for (const args of commands) {
          const { code, out, err } = await runAcap(args)
          const written = withoutColours(out) + withoutColours(err)
          expect([args, written.match(CONTROL)?.[0]]).toEqual([args, undefined])
          expect([args, err, code]).not.toEqual([args, expect.anything(), 3])
        }
        const batch = await runAcap(['decide', '--batch'], {
          input: `{"policy":"","case":{"userAgent":"${text}"}}\n`,
        })
        expect(batch.out + batch.err).not.toMatch(CONTROL)
      }),
      { numRuns: 25 },
    )
  })

  it('a file for other programs is exact in a pipe, and printable on a terminal', async () => {
    const cwd = folderWith({ 'a/robots.txt': '# \x1b[2J\nUser-agent: *\nDisallow: /x\n' })
    const args = ['robots', join(cwd, 'a')]
    expect((await runAcap(args)).out).toContain('# \x1b[2J\n')
    expect((await runAcap(args, { isTerminal: true })).out).toContain('# \ufffd[2J\n')
  })

  it('the colours of findings are the only sequences in them', async () => {
    const cwd = folderWith({ 'robots.txt': 'User-agent: *\nDissalow: /\x1b[1;31mred\n' })
    const { out } = await runAcap(['check', join(cwd, 'robots.txt')])
    expect(out).toMatch(OWN_COLOUR)
    expect(out).toContain('Dissalow: /\ufffd[1;31mred')
  })
})

describe('a line of many MiB', () => {
  it('in a log is not understood, and the next one is', async () => {
    const good =
      '1.2.3.4 - - [21/Nov/2026:06:39:41 +0000] "GET /private/ HTTP/1.1" 200 5 "-" "GPTBot/1.0"\n'
    const cwd = folderWith({ 'a/robots.txt': 'User-agent: *\nDisallow: /private/\n' })
    writeFileSync(
      join(cwd, 'access.log'),
      good + good.replace('GPTBot', 'x'.repeat(20 << 20)) + good,
    )
    const { code, out } = await runAcap([
      'replay',
      join(cwd, 'access.log'),
      '--policies',
      join(cwd, 'a'),
      '--json',
    ])
    expect(JSON.parse(out)).toMatchObject({ lines: 3, unread: 1, total: { requests: 2 } })
    expect(code).toBe(0)
  })

  it('in a batch is named, and the next one is answered', async () => {
    const good = { policy: 'User-agent: *\nDisallow: /a', case: { userAgent: 'x', target: '/a' } }
    const long = JSON.stringify({ ...good, policy: 'x'.repeat(20 << 20) })
    const { code, out } = await runAcap(['decide', '--batch'], {
      input: `${long}\n${JSON.stringify(good)}\n`,
    })
    const [first, second] = out.split('\n')
    expect(JSON.parse(first!)).toEqual({ error: 'line 1: it has more than 8 Mi characters' })
    expect(JSON.parse(second!)).toMatchObject({ outcome: 'prohibited' })
    expect(code).toBe(2)
  })

  it('is refused where a policy is read whole', async () => {
    const { code, err } = await runAcap(['check', '-'], { input: 'x'.repeat(17 << 20) })
    expect([code, err]).toEqual([
      2,
      'acap: standard input is larger than 16 MiB\nhelp: a policy may have 500 KiB\n',
    ])
  })
})

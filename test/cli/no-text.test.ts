/**
 * [R1] What is no text holds no rule, and everything that is given one says so: no answer is made of it.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readText } from '../../src/language/site/read-site.ts'
import { robots } from '../../src/robots-full.ts'
import { folderWith } from '../support/cli/acap.ts'
import { runAcap } from '../support/cli/run-acap.ts'

const ROBOTS = `User-agent: *\nDisallow: /private/\n${'# what follows is about the archive\nDisallow: /archive/\n'.repeat(40)}`
const wide = Buffer.from(ROBOTS, 'utf16le')
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const FOREIGN: Readonly<Record<string, Buffer>> = {
  'UTF-16': wide,
  'UTF-16 with a mark': Buffer.concat([Buffer.from([0xff, 0xfe]), wide]),
  'UTF-16, big end first': Buffer.from(wide).swap16(),
  'a picture': Buffer.from(PNG, 'base64'),
  'what a server compressed': gzipSync(
    ROBOTS + Array.from({ length: 300 }, (_, i) => `Disallow: /${i * i}\n`).join(''),
  ),
  'a program with rules in it': Buffer.concat([
    Buffer.alloc(400, 1),
    Buffer.from(`\n${ROBOTS.slice(0, 200)}`),
  ]),
}

describe.each(Object.entries(FOREIGN))('%s', (_, octets) => {
  const cwd = () =>
    folderWith({
      'robots.txt': octets,
      'plain.txt': ROBOTS,
      'access.log': '',
      'p/a/robots.txt': octets,
    })

  it('is refused by every command that is given one', async () => {
    const folder = cwd()
    const [foreign, plain] = [join(folder, 'robots.txt'), join(folder, 'plain.txt')]
    for (const args of [
      ['check', foreign],
      ['fmt', foreign],
      ['fmt', '--check', foreign],
      ['convert', foreign, '--to', 'acap'],
      ['decide', foreign, '/private/', '--as', 'GPTBot'],
      ['diff', foreign, plain],
      ['diff', plain, foreign],
      ['replay', join(folder, 'access.log'), '--policies', foreign],
      ['replay', join(folder, 'access.log'), '--policies', plain, '--robots', foreign],
    ]) {
      const { code, out, err } = await runAcap(args, { env: {} })
      expect([args, code, out, err]).toEqual([
        args,
        2,
        '',
        expect.stringMatching(/^acap: .* is no text, but UTF-16 or binary\n/),
      ])
    }
    const line = JSON.stringify({
      policy: octets.toString(),
      case: { userAgent: 'x', target: '/private/' },
    })
    const batch = await runAcap(['decide', '--batch'], { input: `${line}\n`, env: {} })
    expect([batch.code, batch.out]).toEqual([2, expect.stringContaining('the policy is no text')])
    expect(readFileSync(foreign)).toEqual(octets)
  })

  it('is an error of a site, which is not built', async () => {
    const site = join(cwd(), 'p/a')
    const { code, out } = await runAcap(['check', site, '--json'])
    expect([code, out]).toEqual([1, expect.stringContaining('ACAP126')])
    expect((await runAcap(['build', site, '--out', join(site, 'x.bin')])).code).toBe(1)
  })

  it('permits nothing by `robots`, and is one finding of the library', () => {
    expect(robots(octets).mayFetch({ userAgent: 'GPTBot', url: '/' })).toBe(false)
    expect(
      robots(octets).decide({ userAgent: 'GPTBot', target: '/', usage: 'index' }).outcome,
    ).toBe('prohibited')
    expect(readText(octets).findings.map(({ code, message }) => [code, message])).toContainEqual([
      'ACAP126',
      expect.stringContaining('is no text'),
    ])
  })
})

describe('text', () => {
  it.each([
    ['in Latin-1', Buffer.from('User-agent: *\nDisallow: /\xe9t\xe9/\n', 'latin1')],
    [
      'in Shift JIS',
      Buffer.from([
        ...Buffer.from('# '),
        0x93,
        0xfa,
        0x96,
        0x7b,
        0x8c,
        0xea,
        ...Buffer.from('\nDisallow: /a\n'),
      ]),
    ],
    ['with a stray zero', Buffer.from('User-agent: *\nDisallow: /private/\0\nDisallow: /b\n')],
    ['with nothing in it', Buffer.alloc(0)],
  ])('%s is answered by', async (_, octets) => {
    const path = join(folderWith({ 'robots.txt': octets }), 'robots.txt')
    expect((await runAcap(['decide', path, '/open', '--as', 'x'])).code).toBe(0)
    expect(robots(octets).mayFetch({ userAgent: 'x', url: '/open' })).toBe(true)
  })

  it('that is not UTF-8 is left alone by fmt and check --fix, which would lose octets', async () => {
    const octets = Buffer.from('user-agent: *\nDissalow: /\xe9/\n', 'latin1')
    const path = join(folderWith({ 'robots.txt': octets }), 'robots.txt')
    const { code, err } = await runAcap(['fmt', path], { env: {} })
    expect([code, err]).toEqual([2, expect.stringContaining('is not UTF-8: octets would be lost')])
    await runAcap(['check', '--fix', path])
    expect(readFileSync(path)).toEqual(octets)
  })
})

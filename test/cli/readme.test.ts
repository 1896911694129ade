/**
 * The commands that README.md shows for a site of one's own, run in their order. Only the address that its robots.txt is
 * fetched from is another.
 */
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { PACKAGE_ROOT } from '../../src/base/files/package-root.ts'
import { acap, folderWith } from '../support/cli/acap.ts'

const ROBOTS = 'User-agent: *\nDisallow: /private/\n'
const LINE =
  '203.0.113.9 - - [21/Nov/2026:06:39:00 +0000] "GET /private/a HTTP/1.1" 200 100 "-" "GPTBot/1.0"\n'

it('the commands of README.md work one after the other', () => {
  const text = readFileSync(join(PACKAGE_ROOT, 'README.md'), 'utf8')
  const commands = [...text.matchAll(/^npx --no-install acap (.*)$/gm)].map(([, words]) =>
    words!.split(' '),
  )
  expect(commands.map(([name]) => name)).toEqual([
    'init',
    'check',
    'explain',
    'test',
    'diff',
    'replay',
    'report',
  ])
  expect(text).toMatch(/^cp -r policies old-policies +# /m)
  const cwd = folderWith({ 'robots.txt': ROBOTS, 'access.log.gz': gzipSync(LINE) })
  // A checkout holds the example's site, too.
  cpSync(join(PACKAGE_ROOT, 'policies'), join(cwd, 'policies'), { recursive: true })
  for (const words of commands) {
    const { code, out, err } = acap(
      words.map((word) => word.replace(/^https:.*\/robots\.txt$/, 'robots.txt')),
      { cwd },
    )
    expect(`${words.join(' ')}: ${code}`, err).toBe(`${words.join(' ')}: 0`)
    expect(err).not.toMatch(/^acap:/m)
    expect(out).not.toBe('')
    if (words[0] === 'init')
      cpSync(join(cwd, 'policies'), join(cwd, 'old-policies'), { recursive: true })
  }
  expect(readFileSync(join(cwd, 'report.html'), 'utf8')).toContain('gptbot')
})

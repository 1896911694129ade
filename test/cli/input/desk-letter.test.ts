/** The letter on a crawler's page: that of `acap report --for`, and no folder left behind. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { NOTHING_ASKED } from '../../../src/cli/input/counted-report.ts'
import { deskLetter } from '../../../src/cli/input/desk-letter.ts'
import { processIo } from '../../../src/cli/io.ts'
import { acap, folderWith } from '../../support/acap.ts'
import { combinedLine } from '../../support/log-lines.ts'

const FILES = {
  'policies/a/robots.txt': 'User-agent: *\nDisallow: /private/\n',
  'policies/a/site.toml': 'hosts = ["a.test"]\n',
  log: `${combinedLine('/robots.txt', 'GPTBot/1.0', { clock: '01:00:00' })}${combinedLine('/private/a', 'GPTBot/1.0', { clock: '01:10:00' })}`,
}

function sourceIn(cwd: string, log: readonly string[]) {
  const { format, map, trust, price, sitemap, since } = NOTHING_ASKED
  const options = { format, map, trust, price, sitemap, since, log, port: null, while: null }
  return deskLetter(join(cwd, 'policies'), options, processIo())
}

it('is that of the command, with the hash of its folder', async () => {
  const cwd = folderWith(FILES)
  const { letter } = await sourceIn(cwd, [join(cwd, 'log')])('OpenAI')
  acap(['report', 'log', '--for', 'OpenAI', 'folder'], { cwd })
  expect(letter).toBe(readFileSync(join(cwd, 'folder', 'letter.md'), 'utf8'))
  expect(letter).toContain('against `Disallow: /private/`')
})

it('says why there is none', async () => {
  const cwd = folderWith(FILES)
  const { letter, fault } = await sourceIn(cwd, [join(cwd, 'log')])('Nobody')
  expect([letter, fault]).toEqual([null, 'no request is from a crawler of `Nobody`'])
  expect((await sourceIn(cwd, [])('OpenAI')).fault).toBe('there is no log')
})

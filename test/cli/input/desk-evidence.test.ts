/** The letter on a crawler's page and its evidence: those of `acap report --for`, in one file. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect, it, vi } from 'vitest'
import { NOTHING_ASKED } from '../../../src/cli/input/counted-report.ts'
import { deskEvidence } from '../../../src/cli/input/desk-evidence.ts'
import { processIo } from '../../../src/cli/io.ts'
import { acap, folderWith } from '../../support/cli/acap.ts'
import { combinedLine } from '../../support/logs/log-lines.ts'

const FILES = {
  'policies/a/robots.txt': 'User-agent: *\nDisallow: /private/\n',
  'policies/a/site.toml': 'hosts = ["a.test"]\n',
  log: `${combinedLine('/robots.txt', 'GPTBot/1.0', { clock: '01:00:00' })}${combinedLine('/private/a', 'GPTBot/1.0', { clock: '01:10:00' })}`,
}

function sourceIn(cwd: string, log: readonly string[]) {
  // The folder of the last letter goes with its process, which a test does not end.
  vi.stubEnv('TMPDIR', cwd)
  const { format, map, trust, price, sitemap, since } = NOTHING_ASKED
  const options = { format, map, trust, price, sitemap, since, log, port: null, while: null }
  return deskEvidence(join(cwd, 'policies'), options, processIo())
}

afterEach(() => vi.unstubAllEnvs())

it('is that of the command, with the hash of its folder', async () => {
  const cwd = folderWith(FILES)
  const { letter } = await sourceIn(cwd, [join(cwd, 'log')]).letter('OpenAI')
  acap(['report', 'log', '--for', 'OpenAI', 'folder'], { cwd })
  expect(letter).toBe(readFileSync(join(cwd, 'folder', 'letter.md'), 'utf8'))
  expect(letter).toContain('against `Disallow: /private/`')
})

it('says why there is none', async () => {
  const cwd = folderWith(FILES)
  const { letter, fault } = await sourceIn(cwd, [join(cwd, 'log')]).letter('Nobody')
  expect([letter, fault]).toEqual([null, 'no request is from a crawler of `Nobody`'])
  expect((await sourceIn(cwd, []).letter('OpenAI')).fault).toBe('there is no log')
})

it('comes with the folder of the command as an archive, which tar unpacks and acap verify finds true', async () => {
  const cwd = folderWith(FILES)
  const source = sourceIn(cwd, [join(cwd, 'log')])
  const { hash } = await source.letter('OpenAI')
  acap(['report', 'log', '--for', 'OpenAI', 'folder'], { cwd })
  writeFileSync(join(cwd, 'a.tar.gz'), await buffer(source.archive(hash!)!))
  execFileSync('tar', ['-xzf', 'a.tar.gz'], { cwd })
  const filesOf = (folder: string) =>
    readdirSync(join(cwd, folder)).map((name) => [name, readFileSync(join(cwd, folder, name))])
  expect(filesOf('evidence')).toEqual(filesOf('folder'))
  expect(acap(['verify', 'evidence', '--expect', hash!], { cwd }).code).toBe(0)
  // Another letter takes its place.
  writeFileSync(join(cwd, 'log'), FILES.log.repeat(2))
  await source.letter('OpenAI')
  expect(source.archive(hash!)).toBeNull()
})

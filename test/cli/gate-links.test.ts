/**
 * `acap gate` that was started in a folder behind a link, as Capistrano has it: after the next deployment the link leads
 * elsewhere, and later the folder is gone.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished, vi } from 'vitest'
import { PACKAGE_ROOT } from '../../src/base/files/package-root.ts'
import { folderWith } from '../support/cli/acap.ts'
import { raw, startOrigin } from '../support/node-origin.ts'

it('serves the policies of the release that the link leads to', async () => {
  const origin = await startOrigin((_, answer) => void answer.end('a page'))
  const root = folderWith({ 'releases/.keep': '' })
  const release = (n: number) => {
    const folder = join(root, `releases/${n}/policies/a.test`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'robots.txt'), `User-agent: *\nDisallow: /v${n}/\n`)
    writeFileSync(join(folder, 'site.toml'), 'hosts = ["a.test"]\n')
    symlinkSync(`releases/${n}`, join(root, 'new'))
    renameSync(join(root, 'new'), join(root, 'current'))
  }
  release(1)
  const cwd = join(root, 'current')
  const args = ['gate', 'policies', '--listen', '127.0.0.1:0', '--origin', origin.url]
  const gate = spawn('node', [join(PACKAGE_ROOT, 'dist/acap.js'), ...args], {
    cwd,
    env: { ...process.env, PWD: cwd },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    gate.kill('SIGKILL')
    origin.stop()
  })
  let url = ''
  createInterface({ input: gate.stdout }).on('line', (line) => {
    url ||= JSON.parse(line).url ?? ''
  })
  await vi.waitFor(() => expect(url).not.toBe(''), { timeout: 20_000 })
  const statuses = async () => {
    const headers = { host: 'a.test', 'user-agent': 'GPTBot/1.2' }
    const answers = [1, 2, 3].map((n) => raw(`${url}/v${n}/`, { headers }))
    return (await Promise.all(answers)).map(({ status }) => status)
  }
  expect(await statuses()).toEqual([403, 200, 200])
  release(2)
  await vi.waitFor(async () => expect(await statuses()).toEqual([200, 403, 200]), 30_000)
  rmSync(join(root, 'releases/1'), { recursive: true })
  release(3)
  await vi.waitFor(async () => expect(await statuses()).toEqual([200, 200, 403]), 30_000)
})

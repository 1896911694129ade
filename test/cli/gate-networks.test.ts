/**
 * `acap gate --networks`: the lists of addresses are fetched behind the answers, and the last good ones stay (I4).
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { folderWith } from '../support/cli/acap.ts'
import { runAcap } from '../support/cli/run-acap.ts'
import { raw, startOrigin } from '../support/node-origin.ts'

/** A list that is fresh today. */
const listOf = (...prefixes: string[]) =>
  JSON.stringify({
    creationTime: new Date().toISOString(),
    prefixes: prefixes.map((ipv4Prefix) => ({ ipv4Prefix })),
  })

const OLD = listOf('192.0.2.0/28', '192.0.2.32/28', '192.0.2.64/28', '192.0.2.96/28')
const GOOD = listOf('127.0.0.1/32', '192.0.2.32/28', '192.0.2.64/28', '192.0.2.96/28')

const FAULTY: Readonly<Record<string, (answer: ServerResponse) => void>> = {
  wide: (answer) => void answer.end(listOf('0.0.0.0/1')),
  half: (answer) => void answer.end(listOf('192.0.2.0/28', '192.0.2.64/28')),
  broken: (answer) => void answer.end('{ "prefixes": ['),
  elsewhere: (answer) =>
    void answer.writeHead(302, { location: 'http://localhost:1/list.json' }).end(),
  cut: (answer) => {
    answer.write(GOOD.slice(0, 40))
    setImmediate(() => answer.destroy())
  },
}

it('[I4] adopts a list that is good, keeps the others, and answers while a list is slow', async () => {
  const slow: ServerResponse[] = []
  const lists = await startOrigin(({ url }, answer) => {
    const faulty = FAULTY[url!.slice(1)]
    if (faulty !== undefined) faulty(answer)
    else slow.push(answer)
  })
  const origin = await startOrigin((_, answer) => void answer.end('a page'))
  const names = ['searchbot1', ...Object.keys(FAULTY)]
  const fileOf = (name: string) => `.networks/${name}.json`
  const folder = folderWith({
    'a/robots.txt': 'User-agent: SearchBot1\nDisallow: /private/\n',
    'a/site.toml': 'hosts = ["a.test"]\n',
    '.networks/sources.toml': names.map((name) => `${name} = "${lists.url}/${name}"\n`).join(''),
    ...Object.fromEntries(names.map((name) => [fileOf(name), OLD])),
  })
  const args = [
    'dist/acap.js',
    'gate',
    folder,
    '--networks',
    '24',
    '--listen',
    '127.0.0.1:0',
    '--origin',
    origin.url,
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
    lists.stop()
    origin.stop()
  })
  const log = createInterface(child.stdout)[Symbol.asyncIterator]()
  const next = async (acap: string) => {
    for (;;) {
      const line = JSON.parse((await log.next()).value as string)
      if (line.acap === acap) return line
    }
  }
  const { url } = await next('gate')
  const ask = async (userAgent: string) =>
    (await raw(`${url}/`, { headers: { host: 'a.test', 'user-agent': userAgent } })).status
  await expect.poll(() => slow.length, { timeout: 20_000 }).toBe(1)
  expect([await ask('Mozilla/5.0'), await ask('SearchBot1/1')]).toEqual([200, 200])
  // The address of this machine is no client's of the Internet: it disproves no name (I4).
  expect((await next('request')).assurance.level).toBe('unchecked')

  slow[0]!.end(GOOD)
  const { severity, state, fault } = await next('networks')
  expect([severity, state]).toEqual(['warning', 'the last good ones stay'])
  for (const name of Object.keys(FAULTY)) expect(fault.message).toContain(`${name}: as it was; `)
  expect((await next('policies')).state).toBe('reloaded')
  await ask('SearchBot1/1')
  expect((await next('request')).assurance.level).toBe('verified')
  const texts = names.map((name) => readFileSync(join(folder, fileOf(name)), 'utf8'))
  expect(texts).toEqual([GOOD, ...Object.keys(FAULTY).map(() => OLD)])
})

it.each([
  [['--networks', '0'], '`0` is not a number of hours'],
  [['--networks', '24', '--store', '.'], '--networks needs a folder of policies'],
])('does not start with %s', async (args, fault) => {
  const policies = args.includes('--store') ? [] : ['policies']
  const { code, err } = await runAcap(['gate', ...policies, '--listen', '127.0.0.1:0', ...args])
  expect([code, err]).toEqual([2, expect.stringContaining(fault)])
})

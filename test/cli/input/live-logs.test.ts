/** A growing log, from the file to the server-sent events of the page. */

import { once } from 'node:events'
import { appendFileSync, readdirSync, renameSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { NOTHING_ASKED, reportSubject } from '../../../src/cli/input/counted-report.ts'
import { liveLogs } from '../../../src/cli/input/live-logs.ts'
import { processIo } from '../../../src/cli/io.ts'
import { explorerServer } from '../../../src/explorer/server/explorer-server.ts'
import { ANY_FORMAT } from '../../../src/logs/read/log-reader.ts'
import { spoolPipe } from '../../../src/logs/read/spool-pipe.ts'
import { folderWith } from '../../support/cli/acap.ts'
import { combinedLine } from '../../support/logs/log-lines.ts'

const FILES = {
  'policies/a/robots.txt': 'User-agent: *\nDisallow: /private/\n',
  'policies/a/site.toml': 'hosts = ["a.test"]\n',
}

/** Shows a log to a viewer until the last hour has so many requests; how many it has then. */
async function hourOf(log: string, cwd: string, crawlers: number) {
  const asked = { ...NOTHING_ASKED, policies: join(cwd, 'policies') }
  const contexts = async () => (await reportSubject(asked, processIo())).contexts
  const now = () => Date.parse('2026-11-21T06:39:59Z')
  const seen: number[] = []
  await new Promise<void>((done) => {
    const stop = liveLogs(
      [log],
      contexts,
      ANY_FORMAT,
      now,
    )(({ hour }) => {
      seen.push(hour.crawlers)
      if (hour.crawlers >= crawlers) done()
    })
    onTestFinished(stop)
  })
  return seen.at(-1)
}

const linesOf = (count: number, path: string) =>
  Array.from({ length: count }, (_, i) =>
    combinedLine(`${path}${i}`, 'GPTBot/1.0', { clock: '06:39:30' }),
  ).join('')

it('counts a burst of lines whole, also through a rotation in its middle', async () => {
  const cwd = folderWith({ ...FILES, log: linesOf(10_000, '/a') })
  const log = join(cwd, 'log')
  const counted = hourOf(log, cwd, 30_000)
  appendFileSync(log, linesOf(10_000, '/b'))
  await setImmediate()
  renameSync(log, `${log}.1`)
  appendFileSync(log, linesOf(10_000, '/c'))
  expect(await counted).toBe(30_000)
})

it('counts what comes through a pipe, and keeps of it what it says', async () => {
  const cwd = folderWith(FILES)
  const stdin = Readable.from([Buffer.from(linesOf(4000, '/a')), Buffer.from(linesOf(6000, '/b'))])
  const most = 1 << 20
  const log = spoolPipe('-', { stdin }, most)
  expect(await hourOf(log, cwd, 10_000)).toBe(10_000)
  const kept = readdirSync(dirname(log)).map((name) => statSync(join(dirname(log), name)).size)
  expect(Math.max(...kept)).toBeLessThanOrEqual(most)
})

it('tells each viewer what came, and nobody where nobody looks', async () => {
  const cwd = folderWith({ ...FILES, log: combinedLine('/a', 'GPTBot/1.0', { clock: '06:39:00' }) })
  const log = join(cwd, 'log')
  const asked = { ...NOTHING_ASKED, policies: join(cwd, 'policies') }
  const contexts = async () => (await reportSubject(asked, processIo())).contexts
  const now = () => Date.parse('2026-11-21T06:39:30Z')
  const live = liveLogs([log], contexts, ANY_FORMAT, now)
  const server = explorerServer(cwd, join(cwd, 'policies'), undefined, live)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const { body, headers } = await fetch(`http://localhost:${port}/live`)
  expect(headers.get('content-type')).toBe('text/event-stream')
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
  const event = async () => JSON.parse((await reader.read()).value!.replace('data: ', ''))
  expect((await event()).minute).toEqual({ crawlers: 1, readers: 0, refused: 0 })
  const { isLive } = (await (await fetch(`http://localhost:${port}/report.json`)).json()) as {
    isLive: boolean
  }
  expect(isLive).toBe(true)
  appendFileSync(log, combinedLine('/b', 'GPTBot/1.0', { clock: '06:39:10', status: 403 }))
  expect((await event()).minute).toEqual({ crawlers: 2, readers: 0, refused: 1 })
  await reader.cancel()
})

/** A growing log, from the file to the server-sent events of the page. */

import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { NOTHING_ASKED, reportSubject } from '../../../src/cli/input/counted-report.ts'
import { liveLogs } from '../../../src/cli/input/live-logs.ts'
import { processIo } from '../../../src/cli/io.ts'
import { explorerServer } from '../../../src/explorer/server/explorer-server.ts'
import { ANY_FORMAT } from '../../../src/logs/read/log-reader.ts'
import { folderWith } from '../../support/acap.ts'
import { combinedLine } from '../../support/log-lines.ts'

const FILES = {
  'policies/a/robots.txt': 'User-agent: *\nDisallow: /private/\n',
  'policies/a/site.toml': 'hosts = ["a.test"]\n',
}

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

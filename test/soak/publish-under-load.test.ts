/**
 * `acap publish` while about a thousand requests a second run through the Worker in workerd, with a store behind HTTP: many
 * versions, a store that is away for a minute, a version whose values are cut off, a rollback. Every answer is by one version
 * that was in force, no site goes back, and readers always get the page, also those who come while the store gives nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { bundleOf } from '../support/bundle.ts'
import { ask, CRAWLER, Load, type Ports, RATE } from '../support/doors/load.ts'
import { FaultyStore } from '../support/edge/faulty-store.ts'
import { bundleWorker, freePort, startServices } from '../support/edge/workerd.ts'
import { Author, Judge, SITES } from '../support/published-versions.ts'

/** Longer than the edge takes to look for another release. */
const TO_BE_SEEN_MS = 40_000

async function start(store: FaultyStore): Promise<Ports> {
  const server = createServer(({ url = '' }, response) =>
    store.answer(url.slice(1), response),
  ).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const stored = { STORE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
  const script = await bundleWorker('bench/store/worker.ts')
  const policies = await bundleOf({}, { known: { GPTBot: 'training' } })
  const worker = async (vars: Readonly<Record<string, string>>) => {
    const port = await freePort()
    const running = await startServices({ edge: { script, policies, port } }, { vars, quiet: true })
    onTestFinished(() => running.stop())
    return port
  }
  return { edge: await worker(stored), constant: await worker({ STORE_URL: '', CONSTANT: 'yes' }) }
}

it.runIf(process.env.ACAP_LONG)(
  `publishes while ${RATE} requests a second run`,
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'acap-publish-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    const store = new FaultyStore(join(root, 'store'))
    const author = new Author(root)
    await author.publish()
    const ports = await start(store)
    const first = async () =>
      (await Promise.all(SITES.map((site) => ask(ports.edge, site, '/closed/a', CRAWLER)))).map(
        ({ status }) => status,
      )
    await expect.poll(first, { timeout: 60_000, interval: 500 }).toEqual(SITES.map(() => 403))

    const judge = new Judge(author)
    const load = new Load(ports, judge)
    const lines: string[] = []
    const during = async (name: string, work: () => Promise<unknown>) => {
      load.start()
      await work()
      lines.push(await load.stop(name))
      expect(judge.faults.slice(0, 5)).toEqual([])
    }
    await during('nothing is published', () => sleep(TO_BE_SEEN_MS))
    await during('version after version', async () => {
      const end = Date.now() + 2 * TO_BE_SEEN_MS
      while (Date.now() < end) {
        await author.publish()
        await sleep(2000)
      }
    })
    await during('a store that is silent', async () => {
      store.state = 'silent'
      await author.publish()
      await sleep(30_000)
    })
    // Everybody has been answered, and the store has answered nothing yet.
    await during('a store that fails', async () => {
      store.state = 'failing'
      await sleep(30_000)
    })
    store.return()
    await during('the store is back', () => sleep(TO_BE_SEEN_MS))
    await during('a version that is cut off', async () => {
      store.state = 'cut off'
      await author.publish()
      await sleep(TO_BE_SEEN_MS)
    })
    store.return()
    await during('the version is whole', () => sleep(TO_BE_SEEN_MS))
    await during('a rollback', async () => {
      await author.rollBack()
      await sleep(TO_BE_SEEN_MS)
    })
    console.log(
      `${lines.join('\n')}\n${judge.seen.size} versions of ${author.releases.length} releases were seen`,
    )
    expect(judge.seen.size).toBeGreaterThan(5)
    for (const site of SITES) {
      const { text } = await ask(ports.edge, site, '/robots.txt', CRAWLER)
      expect(text).toContain(`/closed/v${author.releases.at(-1)!.get(site)}\n`)
    }
  },
  900_000,
)

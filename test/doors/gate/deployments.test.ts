/**
 * A gate while its policies are deployed, by each way that servers get them: no page that the old and the new policy refuse
 * goes to a crawler, no reader gets an error, and each change is in force in the end.
 */
import type { ServerResponse } from 'node:http'
import { expect, test, vi } from 'vitest'
import { loadPrograms } from '../../../src/author/files/load-programs.ts'
import { SOURCE_PACE } from '../../../src/doors/gate/policy-source.ts'
import { encode } from '../../../src/program/encode.ts'
import { registryOf } from '../../support/bundle.ts'
import { closedBy, DEPLOYMENTS, HOSTS, pausing } from '../../support/doors/deployments.ts'
import { gate } from '../../support/doors/gate.ts'
import { raw } from '../../support/node-origin.ts'
import { isLong } from '../../support/runs.ts'
import { BROWSER } from '../../support/tagging-policy.ts'

/** The paces of a gate, which in a short run depends on what the system's watch says; and the pauses between two steps of a deployment, in milliseconds. */
const PACE = isLong ? SOURCE_PACE : { ...SOURCE_PACE, look: 60_000, rest: 60, most: 400 }
const PAUSE = isLong ? 3_000 : 150
const LENGTH = isLong ? 30_000 : 0
const CRAWLER = 'SearchBot1/1'

const silent = { err: () => undefined, out: () => undefined } as never
const built = (path: string) => async () => {
  const { sites, networks } = loadPrograms(path, silent)
  return encode({ sites, networks, registry: registryOf({ SearchBot1: 'search' }) })
}

test.each(Object.keys(DEPLOYMENTS))('%s', async (name) => {
  const { kind, path, deploy } = await DEPLOYMENTS[name]!()
  const { url, log } = await gate({
    files: {},
    answer: (_: unknown, response: ServerResponse) => void response.end('a page'),
    settings: {
      policies: kind === 'file' ? { kind, path } : { kind, path, build: built(path) },
      pace: PACE,
    },
  })
  const statusOf = async (target: string, userAgent: string, host: string) =>
    (await raw(url + target, { headers: { host, 'user-agent': userAgent } })).status

  let isOver = false
  const faults: string[] = []
  let asked = 0
  const load = async (host: string) => {
    while (!isOver) {
      const statuses = await Promise.all([
        statusOf('/both/1.html', CRAWLER, host),
        statusOf('/free/1.html', CRAWLER, host),
        statusOf('/both/1.html', BROWSER, host),
      ])
      asked++
      if (statuses.join() !== '403,200,200') faults.push(`${host}: ${statuses}`)
    }
  }
  const loads = HOSTS.map(load)
  const begun = performance.now()
  let n = 0
  do {
    n++
    await deploy(n, pausing(PAUSE))
    for (const host of HOSTS) {
      const inForce = [closedBy(name, n), closedBy(name, n - 1)].map((each) => `/v${each}/1.html`)
      await vi.waitFor(
        async () =>
          expect(await Promise.all(inForce.map((each) => statusOf(each, CRAWLER, host)))).toEqual([
            403, 200,
          ]),
        { timeout: 30_000 },
      )
    }
  } while (n < 2 || performance.now() - begun < LENGTH)
  isOver = true
  await Promise.all(loads)
  if (isLong) console.log(`${name}: ${n} deployments, ${3 * asked * HOSTS.length} requests`)
  expect(faults).toEqual([])
  expect(log.filter(({ severity }) => severity === 'error')).toEqual([])
})

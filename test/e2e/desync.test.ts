/**
 * Requests on which servers disagree (test/support/doors/desync/forms.ts), through the gate to and from servers of Debian: no
 * request reaches an origin that the gate did not judge, no answer goes to another client. All of them in
 * `npm run test:long`; test/doors/gate/desync.test.ts sends some with every change.
 */
import { describe, expect, test } from 'vitest'
import { missing } from '../support/debian.ts'
import { FORMS } from '../support/doors/desync/forms.ts'
import { faultsOf, POLICY } from '../support/doors/desync/run-forms.ts'
import { ORIGINS, PROXIES, type RunningOrigin } from '../support/doors/desync/servers.ts'
import { startStrictOrigin } from '../support/doors/desync/strict-origin.ts'
import { gate, type TestedGate } from '../support/doors/gate.ts'

const isLong = process.env.ACAP_LONG === '1'
const MINUTES = 60_000

/** A gate that asks this origin. */
function gateBefore({ port }: Pick<RunningOrigin, 'port'>): Promise<TestedGate> {
  return gate({
    files: POLICY,
    answer: () => undefined,
    settings: { origin: `http://127.0.0.1:${port}` },
  })
}

function portOf({ url }: TestedGate): number {
  return Number(new URL(url).port)
}

describe.runIf(isLong).each(PROXIES)('$name', ({ name, packages, start }) => {
  const isMissing = isLong && missing(name, ...packages)

  test.skipIf(isMissing)(
    'behind the gate is asked only for what was judged',
    { timeout: 20 * MINUTES },
    async () => {
      const origin = await startStrictOrigin()
      const front = await gateBefore({ port: await start(origin.port) })
      expect(await faultsOf(portOf(front), origin, FORMS)).toEqual([])
    },
  )

  test.skipIf(isMissing)(
    'before the gate brings nothing past it',
    { timeout: 20 * MINUTES },
    async () => {
      const origin = await startStrictOrigin()
      const port = await start(portOf(await gateBefore(origin)))
      expect(await faultsOf(port, origin, FORMS)).toEqual([])
      expect(origin.faults).toEqual([])
    },
  )
})

describe.runIf(isLong).each(ORIGINS)('$name', ({ name, packages, start }) => {
  const isMissing = isLong && missing(name, ...packages)

  test.skipIf(isMissing)(
    'behind the gate is asked only for what was judged',
    { timeout: 20 * MINUTES },
    async () => {
      const origin = await start()
      expect(await faultsOf(portOf(await gateBefore(origin)), origin, FORMS)).toEqual([])
      expect(origin.targets().some((target) => target.startsWith('/open/'))).toBe(true)
    },
  )
})

test('the forms are sent to all servers in the long run alone', () => {
  if (!isLong)
    console.log(
      `skipped: ${FORMS.length} forms to ${PROXIES.length + ORIGINS.length} servers (npm run test:long)`,
    )
  expect(PROXIES.length + ORIGINS.length).toBe(8)
})

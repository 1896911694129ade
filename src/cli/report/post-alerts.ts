/**
 * Alerts → one POST to an address, tried a few times. Follows no redirect, and reads nothing of the answer but its status.
 */

const PATIENCE_MS = 10_000
/** Before each further try. */
const PAUSES_MS = [1000, 5000]

/** What sends and waits; tests have their own. */
interface AlertSender {
  readonly fetch: typeof fetch
  readonly pause: (milliseconds: number) => Promise<unknown>
}

const SENDER: AlertSender = {
  fetch,
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

/** Sends them; returns why they did not arrive, null where they did. */
export async function postAlerts(
  address: string,
  body: unknown,
  { fetch: send, pause }: AlertSender = SENDER,
): Promise<string | null> {
  for (let tries = 0; ; tries++) {
    const { why, isFinal } = await tryOnce(send, address, body)
    const wait = PAUSES_MS[tries]
    if (isFinal || wait === undefined) return why
    await pause(wait)
  }
}

async function tryOnce(send: typeof fetch, address: string, body: unknown) {
  try {
    const answer = await send(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'acap-edge' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await answer.body?.cancel()
    const { ok, status } = answer
    // Another try changes nothing where the request itself was refused.
    return { why: ok ? null : `status ${status}`, isFinal: ok || (status < 500 && status !== 429) }
  } catch (fault) {
    const { message, cause } = fault as Error
    return { why: cause instanceof Error ? cause.message : message, isFinal: false }
  }
}

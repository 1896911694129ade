/**
 * Sends forms to a chain of servers with a gate in it, readers between them, and says what went wrong: a refused path that
 * reached the origin, or an answer that went to another client.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { raw } from '../../node-origin.ts'
import { BROWSER } from '../../tagging-policy.ts'
import type { Form } from './forms.ts'
import type { RunningOrigin } from './servers.ts'

/** How long a connection may be silent before the form is over, in milliseconds: many servers wait for more. */
const QUIET_MS = 300
const AT_ONCE = 16

/** The policy of the gate in the chain, for every host. */
export const POLICY = {
  'robots.txt': 'User-agent: *\nDisallow: /private/\n',
  'site.toml': 'hosts = ["*"]\n',
}

/** What went wrong; nothing where the list is empty. `port`: where the chain begins. */
export async function faultsOf(
  port: number,
  origin: RunningOrigin,
  forms: readonly Form[],
): Promise<readonly string[]> {
  const faults: string[] = []
  for (let i = 0; i < forms.length; i += AT_ONCE) {
    const batch = forms.slice(i, i + AT_ONCE)
    const attacks = batch.map(async (form, j) => {
      const answers = await talk(port, form.bytes(`f${i + j}-`))
      if (/page \/(?:private|reader)/.test(answers))
        faults.push(`${nameOf(form)} was given ${JSON.stringify(answers)}`)
    })
    const readers = [...batch.keys()].map((j) => readerFault(port, `/reader/${i + j}`))
    // Those that come behind find the connections that are kept.
    await Promise.all(attacks)
    readers.push(...[0, 1, 2, 3].map((j) => readerFault(port, `/reader/${i}-${j}`)))
    for (const fault of await Promise.all(readers))
      if (fault !== null) faults.push(`from form ${i} on: ${fault}`)
  }
  for (const target of origin.targets()) {
    const { pathname } = new URL(target.replace(/^\/+/, '/'), 'http://127.0.0.1')
    const [, number] = /^\/private.*?f(\d+)-/.exec(pathname) ?? []
    if (number !== undefined)
      faults.push(`${nameOf(forms[Number(number)]!)} reached the origin as ${target}`)
  }
  return faults
}

function nameOf({ family, name }: Form): string {
  return `${family}: ${JSON.stringify(name)}`
}

/** Sends octets, and gives what comes back until the connection is closed or silent. */
async function talk(port: number, octets: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('error', () => undefined)
  socket.on('data', (piece) => (received += piece.toString('latin1')))
  socket.setTimeout(QUIET_MS, () => socket.destroy())
  socket.write(octets, 'latin1')
  await once(socket, 'close')
  return received
}

/** What is wrong with the page of a reader; null where nothing is. */
async function readerFault(port: number, path: string): Promise<string | null> {
  const options = { headers: { 'user-agent': BROWSER }, agent: false as const }
  const { status, body } = await raw(`http://127.0.0.1:${port}${path}`, options)
  return status === 200 && String(body) === `page ${path}`
    ? null
    : `${path} was answered ${status} ${String(body)}`
}

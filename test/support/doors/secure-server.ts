/**
 * A server that speaks https on loopback, whose certificate this process trusts until the test is over.
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { onTestFinished } from 'vitest'
import { folderWith } from '../cli/acap.ts'

/** A server with a certificate of its own, which the test trusts. */
export async function serveSecurely(listener: RequestListener): Promise<string> {
  const folder = folderWith({})
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ed25519', '-nodes', '-keyout', key, '-out', cert, ...name],
    {
      stdio: 'ignore',
    },
  )
  const server = createServer(
    { key: readFileSync(key), cert: readFileSync(cert) },
    listener,
  ).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(cert, 'utf8')])
  onTestFinished(() => setDefaultCACertificates(getCACertificates('bundled')))
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}

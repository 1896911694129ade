/**
 * A gate from source, in this process, in front of an origin that a test plays.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { onTestFinished } from 'vitest'
import { type Gate, type GateSettings, startGate } from '../../../src/doors/gate/gate.ts'
import type { Build } from '../../../src/doors/gate/policy-source.ts'
import { type Beside, bundleOf, type SiteFiles } from '../bundle.ts'
import { type Origin, startOrigin } from '../node-origin.ts'

export interface TestedGate extends Gate {
  /** What it logged. */
  readonly log: Record<string, unknown>[]
  readonly origin: Origin
}

export interface GateSetting extends Beside {
  readonly files: SiteFiles
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void
  readonly settings?: Partial<GateSettings>
  /** Builds the policies in the place of `files`. */
  readonly build?: Build
}

/** Starts both for the length of a test. The site answers for 127.0.0.1, and SearchBot1 is a known crawler. */
export async function gate(setting: GateSetting): Promise<TestedGate> {
  const { files, answer, settings = {}, ...beside } = setting
  const origin = await startOrigin(answer)
  const known = { SearchBot1: 'search', ...beside.known } as const
  const site = { 'site.toml': 'hosts = ["127.0.0.1"]\n', ...files }
  const build =
    setting.build ?? (async () => new Uint8Array(await bundleOf({ site }, { ...beside, known })))
  const log: Record<string, unknown>[] = []
  const out = new Writable({
    write(chunk, _encoding, done) {
      for (const line of String(chunk).trimEnd().split('\n')) log.push(JSON.parse(line))
      done()
    },
  })
  const running = await startGate(
    {
      policies: { kind: 'folder', path: emptyFolder(), build },
      listen: { host: '127.0.0.1', port: 0 },
      origin: origin.url,
      originTimeout: null,
      trust: [],
      grace: 1,
      authorize: null,
      admin: null,
      redis: null,
      store: null,
      refresh: null,
      ...settings,
    },
    out,
  )
  onTestFinished(async () => {
    origin.stop()
    await running.stop()
  })
  return { ...running, log, origin }
}

function emptyFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'acap-gate-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

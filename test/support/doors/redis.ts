/**
 * Debian's redis-server on a free port, that a test can kill, stop and start again.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { freePort } from '../edge/workerd.ts'

export interface Redis {
  readonly url: string
  /** Ends it with SIGKILL. */
  kill(): Promise<void>
  /** Sends a signal: SIGSTOP makes it silent, SIGCONT lets it go on. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
  /** Starts it, empty. */
  start(): Promise<void>
}

/** One for the length of a test; it runs. */
export async function redis(): Promise<Redis> {
  const folder = mkdtempSync(join(tmpdir(), 'acap-redis-'))
  const port = await freePort()
  let child: ChildProcess
  const start = async () => {
    const args = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--save',
      '',
      '--appendonly',
      'no',
    ]
    child = spawn('redis-server', args, { stdio: 'ignore' })
    while (!(await isListening(port))) {
      if (child.exitCode !== null) throw new Error('redis-server did not start')
      await sleep(10)
    }
  }
  const kill = async () => {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  onTestFinished(() => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  await start()
  return { url: `redis://127.0.0.1:${port}`, kill, signal: (name) => void child.kill(name), start }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(() => resolve(true)))
    socket.on('error', () => resolve(false))
  })
}

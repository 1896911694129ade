import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { portFault } from '../../src/cli/output/taken-port.ts'
import { acap, folderWith, PROGRAM } from '../support/cli/acap.ts'

/** For what would otherwise wait for ever. */
const IN_TIME = { timeout: 20_000 }

describe('acap serve', () => {
  const cwd = () => folderWith({ 'policies/news/robots.txt': 'User-agent: *\nDisallow:\n' })
  const quit = `"${process.execPath}" -e "process.exit(0)"`

  it('says where the explorer is, and ends with the command that runs beside it', () => {
    const { code, out } = acap(['serve', '--port', '0', '--while', quit], { cwd: cwd() })
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^acap explorer: http:\/\/localhost:[1-9]\d*\n$/),
    ])
  })

  it('fails when that command fails', () => {
    const fail = quit.replace('(0)', '(7)')
    expect(acap(['serve', '--port', '0', '--while', fail], { cwd: cwd() }).code).toBe(1)
  })

  it.each([
    ['EADDRINUSE', 'port 80 is taken'],
    ['EACCES', 'port 80 may not be listened at by this user'],
    ['EADDRNOTAVAIL', undefined],
  ])('takes %s for the wrong port, or for a fault of another kind', (code, message) => {
    expect(portFault(Object.assign(new Error(), { code }), 80, '--port PORT')?.message).toBe(
      message,
    )
  })

  it('says which port is taken, but does not keep the other command from running', async () => {
    const other = createServer()
    onTestFinished(() => void other.close())
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    const port = String((other.address() as { port: number }).port)
    expect(acap(['serve', '--port', port], { cwd: cwd() })).toMatchObject({
      code: 2,
      err: expect.stringContaining(`port ${port} is taken`),
    })
    const { code, err } = acap(['serve', '--port', port, '--while', quit], { cwd: cwd() })
    expect([code, err]).toEqual([
      0,
      `acap: no explorer: port ${port} is taken\nhelp: acap serve --port PORT\n`,
    ])
  })

  /** Starts it beside a command that would never end; its output closes when the last of the three has ended. */
  const beside = async (start: (words: readonly string[]) => readonly string[]) => {
    const forever = `"${process.execPath}" -e "console.log('beside it'); setInterval(() => undefined, 1e9)"`
    const [command, ...args] = start([
      process.execPath,
      PROGRAM,
      'serve',
      '--port',
      '0',
      '--while',
      forever,
    ])
    const child = spawn(command!, args, {
      cwd: cwd(),
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let isOpen = true
    const closed = once(child, 'close').then(() => {
      isOpen = false
    })
    onTestFinished(() => void (isOpen && process.kill(-child.pid!, 'SIGKILL')))
    await new Promise<void>((resolve) => {
      let said = ''
      child.stdout.on('data', (text) => {
        said += text
        if (said.includes('beside it')) resolve()
      })
    })
    return { child, closed }
  }

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'ends that command at %s',
    IN_TIME,
    async (signal) => {
      const { child, closed } = await beside((words) => words)
      child.kill(signal)
      await closed
    },
  )

  it(
    'ends with it when the shell that started it was ended alone, as npm ends its own',
    IN_TIME,
    async () => {
      const { child, closed } = await beside((words) => ['sh', '-c', '"$@"; exit', 'sh', ...words])
      child.kill('SIGTERM')
      await closed
    },
  )

  it('refuses a folder that is not there and a port that is none', () => {
    expect(acap(['serve', 'nowhere'], { cwd: cwd() })).toMatchObject({
      code: 2,
      err: expect.stringContaining('`nowhere`'),
    })
    expect(acap(['serve', '--port', 'http'], { cwd: cwd() })).toMatchObject({
      code: 2,
      err: expect.stringContaining('`http` is not a port'),
    })
  })
})

import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { LineLog } from '../../../src/doors/gate/line-log.ts'

test('what comes while nobody reads the log is counted and left out', async () => {
  const written: string[] = []
  let read = (): void => undefined
  const out = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      written.push(chunk)
      read = done
    },
  })
  const log = new LineLog(out)
  log.log('x'.repeat(9 * 1024 * 1024))
  log.flush()
  for (let i = 0; i < 5; i++) log.warn('lost')
  read()
  await new Promise(setImmediate)
  log.error('kept')
  log.flush()
  expect(written.slice(1).join('')).toBe('{"acap":"log","left":5}\nkept\n')
})

test('what cannot be written is counted, and ends nothing', async () => {
  const written: string[] = []
  let isFull = true
  // As standard output, which goes on after a fault.
  const out = {
    on: () => out,
    writableLength: 0,
    write(text: string, done: (fault: Error | null) => void) {
      if (!isFull) written.push(text)
      done(isFull ? new Error('no space') : null)
    },
  } as unknown as Writable
  const log = new LineLog(out)
  for (const line of ['lost', 'lost, too']) {
    log.log(line)
    log.flush()
  }
  isFull = false
  log.log('kept')
  log.flush()
  expect(written.join('')).toBe('{"acap":"log","left":2}\nkept\n')
})

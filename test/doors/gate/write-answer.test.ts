/**
 * Answers on their way to clients that read slowly, and copies of pages that break off.
 */
import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { writeAnswer } from '../../../src/doors/gate/origin-answer.ts'

/** Has a server answer one request so, and gives what the client gets. */
async function sent(answer: Response) {
  const server = createServer((_, outgoing) => void writeAnswer(answer, outgoing)).listen(
    0,
    '127.0.0.1',
  )
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const [message] = await once(
    get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }),
    'response',
  )
  return message
}

test('a body is read no faster than the client reads it', async () => {
  let pulled = 0
  const body = new ReadableStream({
    pull(controller) {
      if (pulled++ < 2000) controller.enqueue(new Uint8Array(1 << 16))
      else controller.close()
    },
  })
  const message = await sent(new Response(body))
  message.pause()
  for (let before = -1; pulled > before; ) {
    before = pulled
    for (let i = 0; i < 100; i++) await new Promise(setImmediate)
  }
  expect(pulled).toBeLessThan(1000)
})

test('a body that breaks off breaks the connection off', async () => {
  let breakOff = (): void => undefined
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('part'))
      breakOff = () => controller.error(new Error('the origin broke off'))
    },
  })
  const message = await sent(new Response(body))
  await once(message, 'data')
  breakOff()
  const [fault] = await once(message, 'error')
  expect([fault.code, message.complete]).toEqual(['ECONNRESET', false])
})

/**
 * What a run of a program shows: what the calls gave, which events came when, and what was on the wire.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { isForcing, PAUSE, type Program, TICK } from '../doors/response-programs.ts'

const EVENTS = ['prefinish', 'finish', 'close', 'pipe'] as const

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Is over after so many tenths of a second in which the process was awake: a stalled machine has nothing time out. */
function patience(tenths: number, onOver: () => void = () => undefined) {
  let left = tenths
  const timer = setInterval(() => {
    left--
    if (left > 0) return
    clearInterval(timer)
    onOver()
  }, 100)
  return {
    get isOver() {
      return left <= 0
    },
    stop: () => clearInterval(timer),
  }
}

/** Runs a program; gives a line for each call and event. */
export async function traceOf(
  { steps, isPatched, isSecond }: Program,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<readonly string[]> {
  const trace: string[] = []
  const note = (event: string) => void trace.push(event)
  for (const event of EVENTS) response.on(event, () => note(`event ${event}`))
  // An answer is sent a few microtasks later than without the middleware: these have their own order.
  const apart: string[] = []
  // The connection may take at once what is written to it like this: it is full, or not.
  const isForced = isForcing(steps)
  // Nobody waits for a drain behind the end.
  let isEnding = false
  const isHasty = steps.includes(TICK)
  response.on('drain', () => void (isEnding || isForced || isHasty || apart.push('drain')))
  const isDestroyed = steps.some(({ name }) => /^(?:socket\.)?destroy$/.test(name))
  if (isDestroyed) {
    response.removeAllListeners('close')
    response.on('close', () => void apart.push('closed'))
  }
  response.on('error', ({ code }: NodeJS.ErrnoException) => void apart.push(`error ${code}`))
  for (const event of ['close', 'error', 'end'])
    request.on(event, () => void apart.push(`request ${event}`))
  request.resume()
  if (isPatched) patchHead(response, note)
  const noteOf = (name: string) => (event: string) => {
    // Node does not ask the connection where an answer has no body, and has one end before an empty write where that is
    // free: whether it is depends on how much the kernel takes at once.
    const isFree = !Reflect.get(response, '_hasBody') || (isForced && name.startsWith('write(,'))
    if ((isFree || isHasty) && event.startsWith('written')) apart.push(event)
    else note(event)
  }
  for (const { name, run } of steps) {
    if (name === PAUSE.name) {
      for (let i = 0; i < 6; i++) await turn()
      note(`paused ${stateOf(response, isForced)}`)
      continue
    }
    if (name === TICK.name) {
      await new Promise<void>((resolve) => process.nextTick(resolve))
      continue
    }
    let gave: unknown
    isEnding ||= /^(?:end|destroy|socket)/.test(name)
    try {
      gave = run(response, noteOf(name))
    } catch (fault) {
      gave = (fault as NodeJS.ErrnoException).code ?? String(fault)
    }
    if (isForced && typeof gave === 'boolean') gave = 'any'
    note(
      `${name} = ${gave === response ? 'itself' : String(gave)} ${stateOf(response, isForced || isEnding)}`,
    )
  }
  // An end may have thrown.
  if (!response.writableEnded) request.socket.destroy()
  await settled(response)
  note(stateOf(response))
  // What comes behind another answer waits for that.
  return isSecond ? [...trace, ...apart].sort() : [...trace, ...apart.sort()]
}

async function settled(response: ServerResponse): Promise<void> {
  for (let i = 0; i < 8; i++) await turn()
  const waiting = patience(30)
  while (!response.writableFinished && !response.destroyed && !waiting.isOver) await turn()
  waiting.stop()
  for (let i = 0; i < 4; i++) await turn()
}

/** What `on-headers` does. */
function patchHead(response: ServerResponse, note: (event: string) => void): void {
  const { writeHead } = response
  let isFirst = true
  response.writeHead = ((...given: unknown[]) => {
    if (isFirst) {
      isFirst = false
      note('on headers')
      if (!response.headersSent) response.setHeader('x-patched', '1')
    }
    return Reflect.apply(writeHead, response, given)
  }) as typeof writeHead
}

/** What an app can see. */
function stateOf(response: ServerResponse, isAnyLength = false): string {
  const { headersSent, writableEnded, writableFinished, statusCode, statusMessage } = response
  const { writableCorked, destroyed, chunkedEncoding, writableNeedDrain, writableLength } = response
  return JSON.stringify([
    // Node 20 asks the connection, which may have all of it at once.
    [
      headersSent,
      writableEnded,
      isAnyLength || writableFinished,
      response.finished,
      destroyed,
      chunkedEncoding,
    ],
    [statusCode, statusMessage, writableCorked],
    isAnyLength ? 'any' : [writableNeedDrain, writableLength],
    response.getHeaders(),
    response.socket === response.req.socket,
  ])
}

/** Sends the request of a program, and one behind it; gives what is on the wire. */
export function wireOf(
  port: number,
  program: Program,
  host: string,
  userAgent: string,
): Promise<string> {
  const { id, method, version, isKept, isSecond } = program
  const fields = (connection: string) =>
    `Host: ${host}\r\nUser-Agent: ${userAgent}\r\nConnection: ${connection}\r\n\r\n`
  const own = `${method} /program/${id} HTTP/${version}\r\n${fields(isKept ? 'keep-alive' : 'close')}`
  const before = isSecond ? `GET /first HTTP/1.1\r\n${fields('keep-alive')}` : ''
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('error', () => undefined)
    const waiting = patience(40, () => {
      received += '<hangs>'
      socket.destroy()
    })
    socket.on('close', () => {
      waiting.stop()
      resolve(received.replaceAll(/^Date: .* GMT\r\n/gm, 'Date\r\n'))
    })
    const behind = isKept ? `GET /last HTTP/1.1\r\n${fields('close')}` : ''
    socket.write(`${before}${own}${behind}`)
  })
}

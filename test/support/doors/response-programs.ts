/**
 * Random programs of calls on a ServerResponse.
 */
import type { ServerResponse } from 'node:http'
import { random } from '../base/random.ts'

type Below = (n: number) => number

/** One call: its name in the trace, and what it does. Gives what the call gave. */
export interface Step {
  readonly name: string
  run(response: ServerResponse, note: (event: string) => void): unknown
}

export interface Program {
  readonly id: number
  readonly steps: readonly Step[]
  readonly method: string
  readonly version: '1.0' | '1.1'
  readonly isKept: boolean
  /** Whether its request comes behind another in the same piece. */
  readonly isSecond: boolean
  /** Whether something replaces `writeHead`, as `on-headers` does. */
  readonly isPatched: boolean
}

/** What a program may do: `pages` writes HTML that ends as it says. */
export type Kind = 'anything' | 'pages'

const PAGE = '<!doctype html><html><head><title>é</title></head><body>one two three</body></html>'

const step = (name: string, run: Step['run']): Step => ({ name, run })

function pick<T>(below: Below, all: readonly T[]): T {
  return all[below(all.length)]!
}

const HEADERS: readonly (readonly [string, unknown])[] = [
  ['X-A', '1'],
  ['x-b', ['1', '2']],
  ['Set-Cookie', ['a=1', 'b=2']],
  ['set-cookie', 'sid=1'],
  ['Location', '/there'],
  ['Content-Type', 'text/plain; charset=utf-8'],
  ['Vary', 'Accept'],
  ['ETag', '"x"'],
  ['Cache-Control', 'no-cache'],
  ['X-Number', 7],
  ['Content-Language', 'é'],
]
const ODD_HEADERS: readonly (readonly [string, unknown])[] = [
  ['Connection', 'close'],
  ['Transfer-Encoding', 'chunked'],
  ['Content-Length', '5'],
  ['Trailer', 'X-T'],
  ['Date', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['bad name', '1'],
  ['X-Bad', 'a\nb'],
  ['X-None', undefined],
]

function header(below: Below, kind: Kind): readonly [string, unknown] {
  return pick(below, kind === 'anything' && below(4) === 0 ? ODD_HEADERS : HEADERS)
}

function headers(below: Below, kind: Kind): readonly (readonly [string, unknown])[] {
  return Array.from({ length: below(3) }, () => header(below, kind))
}

/** The forms that Node takes a header in. */
function formOf(below: Below, list: readonly (readonly [string, unknown])[]): unknown {
  const form = below(4)
  if (form === 0) return list.flat()
  if (form === 1) return null
  return form === 2 ? undefined : Object.fromEntries(list)
}

function writeHead(below: Below, kind: Kind): Step {
  const odd = kind === 'anything' && below(6) === 0
  const status = odd
    ? pick(below, [99, 1000, 204, 304, 404, 500, 299, 999])
    : pick(below, [200, 201, 302])
  const form = formOf(below, headers(below, kind))
  const given = pick(below, [
    [status],
    [status, form],
    [status, 'Fine', form],
    [status, undefined, form],
  ])
  return step(`writeHead(${JSON.stringify(given)})`, (response) =>
    // Node keeps a list that it was given, and adds to it.
    Reflect.apply(response.writeHead, response, structuredClone(given)),
  )
}

const CALLS: readonly ((below: Below, kind: Kind) => Step)[] = [
  (below, kind) => {
    const [name, value] = header(below, kind)
    return step(`setHeader(${name})`, (response) =>
      response.setHeader(name, structuredClone(value) as string),
    )
  },
  (below, kind) => {
    const [name, value] = header(below, kind)
    return step(`appendHeader(${name})`, (response) =>
      response.appendHeader(name, structuredClone(value) as string),
    )
  },
  (below, kind) => {
    const [name] = header(below, kind)
    return step(`removeHeader(${name})`, (response) => response.removeHeader(name))
  },
  writeHead,
  () => step('flushHeaders', (response) => response.flushHeaders()),
  () => step('cork', (response) => response.cork()),
  () => step('uncork', (response) => response.uncork()),
  () => step('addTrailers', (response) => response.addTrailers({ 'X-T': '1', 'X-U': 'b' })),
  () => step('writeProcessing', (response) => response.writeProcessing()),
  () =>
    step('writeEarlyHints', (response) =>
      response.writeEarlyHints({ link: '</a.css>; rel=preload' }),
    ),
  (below) => {
    const status = pick(below, [200, 201, 404, 302])
    return step(`statusCode=${status}`, (response) => {
      response.statusCode = status
    })
  },
  () =>
    step('statusMessage=Fine', (response) => {
      response.statusMessage = 'Fine'
    }),
  () =>
    step('sendDate=false', (response) => {
      response.sendDate = false
    }),
]

/** Node ends what is in chunks before what is corked: such a page is broken without a middleware, too. */
const PAGE_CALLS = CALLS.filter((call) => !/cork/.test(String(call)))

const TEXTS = ['', 'hello', 'ä'.repeat(10), 'x'.repeat(3000), 'y'.repeat(70_000)]

function write(below: Below, kind: Kind): Step {
  const wrong = kind === 'anything' && below(12) === 0
  const text = pick(below, TEXTS)
  const chunk = wrong
    ? pick<unknown>(below, [null, 7, {}])
    : below(2) === 0
      ? text
      : Buffer.from(text)
  const encoding = pick(below, [undefined, 'utf8', 'latin1', 'hex'] as const)
  const hasCallback = below(2) === 0
  return step(`write(${String(chunk).slice(0, 5)},${encoding},${hasCallback})`, (response, note) =>
    Reflect.apply(response.write, response, [
      encoding === 'hex' && typeof chunk === 'string' ? '6162' : chunk,
      encoding,
      hasCallback ? (fault: NodeJS.ErrnoException) => note(`written ${fault?.code}`) : undefined,
    ]),
  )
}

function end(below: Below, last?: string): Step {
  const chunk = last ?? pick(below, [undefined, null, '', 'bye', Buffer.from('bye')])
  const hasCallback = below(2) === 0
  return step(`end(${String(chunk).slice(0, 5)},${hasCallback})`, (response, note) =>
    Reflect.apply(response.end, response, [
      chunk,
      'utf8',
      hasCallback ? (fault: NodeJS.ErrnoException) => note(`ended ${fault?.code}`) : undefined,
    ]),
  )
}

/** Lets what was begun come to its end. */
export const PAUSE: Step = step('pause', () => undefined)

/** Waits for what was put off until this turn is over. */
export const TICK: Step = step('tick', () => undefined)

const SOCKET_END = step('socket.end', (response) => response.socket?.end())
const DESTROY_SOON = step('socket.destroySoon', (response) => response.socket?.destroySoon())

const SOCKET_DESTROY = step('socket.destroy', (response) => response.socket?.destroy())

const BEHIND: readonly Step[] = [
  step('destroy', (response) => response.destroy()),
  SOCKET_END,
  DESTROY_SOON,
  step('req.destroy', (response) => response.req.destroy()),
  step('write behind', (response) => response.write('more')),
  step('end again', (response) => response.end()),
  step('end more', (response) => response.end('more')),
  step('setHeader behind', (response) => response.setHeader('x', '1')),
  step('writeHead behind', (response) => response.writeHead(200)),
  PAUSE,
]

export function programOf(id: number, kind: Kind): Program {
  const below = random(id * 7919 + 17)
  for (let i = 0; i < 5; i++) below(2)
  const steps = kind === 'pages' ? pageSteps(below) : anySteps(below)
  return {
    id,
    steps,
    method: pick(below, ['GET', 'GET', 'GET', 'POST', 'HEAD']),
    version: below(6) === 0 ? '1.0' : '1.1',
    isKept: below(3) > 0,
    // An answer before it comes a few microtasks later than without the middleware.
    isSecond: below(4) === 0 && !steps.includes(TICK),
    isPatched: below(3) === 0,
  }
}

function paused(below: Below, made: Step): readonly Step[] {
  return below(4) === 0 ? [made, PAUSE] : [made]
}

/** Whether something is written at once, though more is to come. */
export function isForcing(steps: readonly Step[]): boolean {
  return steps.some(({ name }) => /^(?:uncork|flushHeaders)/.test(name))
}

function destroyed(below: Below): readonly Step[] {
  return [pick(below, [PAUSE, TICK]), ...paused(below, pick(below, [BEHIND[0]!, SOCKET_DESTROY]))]
}

function anySteps(below: Below): readonly Step[] {
  const steps: Step[] = []
  for (let i = below(6); i >= 0; i--)
    steps.push(...paused(below, pick(below, CALLS)(below, 'anything')))
  for (let i = below(4); i > 0; i--) {
    steps.push(...paused(below, write(below, 'anything')))
    if (below(3) === 0) steps.push(...paused(below, pick(below, CALLS)(below, 'anything')))
  }
  // What was written in the same turn is lost, or was sent: that depends on how it was written.
  if (below(20) === 0) steps.push(...destroyed(below))
  const isClosed = below(30) === 0
  if (isClosed) steps.push(...paused(below, pick(below, [SOCKET_END, DESTROY_SOON])))
  // An end without more, on a closed connection, comes or not by whether all before it was sent at once.
  steps.push(end(below, isClosed ? 'bye' : undefined))
  for (let i = below(3); i > 0; i--) steps.push(pick(below, BEHIND))
  return steps
}

function pageSteps(below: Below): readonly Step[] {
  const steps: Step[] = []
  const call = () => {
    if (below(2) === 0) steps.push(...paused(below, pick(below, PAGE_CALLS)(below, 'pages')))
  }
  call()
  steps.push(
    step('setHeader(html)', (response) => {
      if (!response.headersSent) response.setHeader('content-type', 'text/html; charset=utf-8')
    }),
  )
  if (below(3) === 0)
    steps.push(
      step('content-length', (response) => {
        if (!response.headersSent) response.setHeader('content-length', Buffer.byteLength(PAGE))
      }),
    )
  if (below(3) === 0) steps.push(writeHead(below, 'pages'))
  if (below(5) === 0) steps.push(step('flushHeaders', (response) => response.flushHeaders()))
  const cuts = Array.from({ length: below(4) }, () => below(PAGE.length)).sort((a, b) => a - b)
  let at = 0
  for (const cut of cuts) {
    const text = PAGE.slice(at, cut)
    at = cut
    steps.push(
      ...paused(
        below,
        step(`write(${text.length})`, (response, note) => {
          response.write(text, () => note('written'))
        }),
      ),
    )
  }
  if (at > 0 && below(20) === 0) steps.push(...destroyed(below))
  steps.push(end(below, PAGE.slice(at)), ...(below(2) === 0 ? [PAUSE] : []))
  return steps
}

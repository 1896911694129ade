/**
 * Two servers with the same app, one of them with the middleware: what random programs of calls show at each.
 */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bodyReaderOf, readAnswerHead } from '../../../src/doors/node/http1-answer.ts'
import { type NodeMiddleware, nodeMiddleware } from '../../../src/doors/node/node-middleware.ts'
import { bundleOf } from '../bundle.ts'
import { traceOf, wireOf } from '../cli/program-runs.ts'
import { BROWSER, POLICY, TAGS } from '../tagging-policy.ts'
import { type Kind, type Program, programOf } from './response-programs.ts'

/** What is around the programs, such as an app of a framework: a server's listener, without the middleware or with it. */
export type Frame = (
  program: RequestListener,
  guard: NodeMiddleware | null,
) => RequestListener | Promise<RequestListener>

/** A server of `node:http` alone. */
export const bare: Frame = (program, guard) => (request, response) => {
  if (guard === null) program(request, response)
  else guard(request, response, () => program(request, response))
}

export interface Difference {
  readonly id: number
  readonly calls: readonly string[]
  readonly native: unknown
  readonly guarded: unknown
}

interface Shown {
  readonly wire: string
  readonly trace: readonly string[]
}

/** The host of each kind: only one of a site gets tags. */
const HOSTS: Readonly<Record<Kind, string>> = { anything: 'other.example', pages: 'localhost' }

export class NativeBesideGuarded {
  readonly #programs = new Map<number, Program>()
  readonly #traces = new Map<string, Promise<readonly string[]>>()
  readonly #servers: Server[] = []
  #ports: readonly number[] = []

  static async in(frame: Frame): Promise<NativeBesideGuarded> {
    const made = new NativeBesideGuarded()
    const guard = nodeMiddleware(await bundleOf({ site: POLICY }))
    made.#ports = await Promise.all(
      [null, guard].map(async (each) => made.#listening(await frame(made.#run, each))),
    )
    return made
  }

  close(): void {
    for (const server of this.#servers) {
      server.closeAllConnections()
      server.close()
    }
  }

  /** Runs the programs with these numbers, some at once; gives those that show another thing behind the middleware. */
  async *differences(kind: Kind, first: number, count: number): AsyncGenerator<Difference> {
    for (let at = 0; at < count; at += 20) {
      const ids = Array.from({ length: Math.min(20, count - at) }, (_, i) => first + at + i)
      for (const compared of await Promise.all(ids.map((id) => this.#compared(kind, id))))
        if (JSON.stringify(compared.guarded) !== JSON.stringify(compared.native)) yield compared
    }
  }

  async #compared(kind: Kind, id: number): Promise<Difference> {
    const program = programOf(id, kind)
    this.#programs.set(id, program)
    const shown = await Promise.all(
      this.#ports.map((port) => this.#shownBy(program, port, HOSTS[kind])),
    )
    this.#programs.delete(id)
    const [native, guarded] = shown.map((each) =>
      kind === 'anything' ? each : withoutTags(each, program),
    )
    return { id, calls: program.steps.map(({ name }) => name), native, guarded }
  }

  readonly #run: RequestListener = (request, response) => {
    const [, id] = /^\/program\/(\d+)$/.exec(request.url!) ?? []
    if (id === undefined) {
      request.resume()
      response.end('another answer')
      return
    }
    const key = `${(request.socket.address() as AddressInfo).port} ${id}`
    this.#traces.set(key, traceOf(this.#programs.get(Number(id))!, request, response))
  }

  #listening(listener: RequestListener): Promise<number> {
    const server = createServer(listener).listen(0, '127.0.0.1')
    this.#servers.push(server)
    return new Promise((resolve) =>
      server.once('listening', () => resolve((server.address() as AddressInfo).port)),
    )
  }

  async #shownBy(program: Program, port: number, host: string): Promise<Shown> {
    const key = `${port} ${program.id}`
    const wire = await wireOf(port, program, host, BROWSER)
    // The request before it may have ended the connection.
    const trace = (await this.#traces.get(key)) ?? ['never asked']
    this.#traces.delete(key)
    return { wire, trace }
  }
}

/** Headers about the bytes of a page, or about the policy. */
const OF_PAGE =
  /^(?:content-length|transfer-encoding|x-robots-tag|etag|cache-control|trailer|connection|keep-alive|link: <\/robots\.txt>).*/i

/** What a page that gets tags shows, apart from these. */
function withoutTags({ wire, trace }: Shown, { method, version }: Program): unknown {
  const events = trace.filter((line) => /^event|^on headers|^ended/.test(line))
  const calls = trace.filter((line) => !/^(?:event|on headers|ended|written|paused)/.test(line))
  // A page whose length changes ends with its connection in HTTP/1.0.
  const answers = answersIn(wire, method)
  return [version === '1.0' ? answers[0] : answers, events, calls.map(withoutLength)]
}

/** A call without what depends on how far the page was sent. */
function withoutLength(line: string): string {
  const [call = '', state = ''] = line.split(' [[')
  return `${call.replace(/ = (?:true|false)$/, '')} ${state.replace(/\],(?:\[\w+,\d+\]|"any"),\{/, '{').replace(/^(true|false,true|false),(?:true|false)/, '$1')}`
}

/** The answers on a wire: their heads, bodies and trailers. */
function answersIn(wire: string, method: string): readonly unknown[] {
  const answers: unknown[] = []
  for (let rest = wire; rest.startsWith('HTTP/1.1'); ) {
    const end = rest.indexOf('\r\n\r\n')
    const head = readAnswerHead(rest.slice(0, end))
    rest = rest.slice(end + 4)
    const reader = bodyReaderOf(head, method === 'HEAD' && !rest.startsWith('another'))
    let body = ''
    if (reader !== null) {
      const bytes = Buffer.from(rest, 'latin1')
      let used = 0
      for (; used < bytes.length && !reader.isOver; used++)
        body += Buffer.concat([...reader.take(bytes.subarray(used, used + 1))]).toString('latin1')
      rest = rest.slice(used)
    }
    const lines: string[] = []
    for (let i = 0; i < head.raw.length; i += 2) lines.push(`${head.raw[i]}: ${head.raw[i + 1]}`)
    answers.push([
      head.statusLine,
      lines.filter((line) => !OF_PAGE.test(line)).sort(),
      body.replace(TAGS, ''),
      reader?.trailers ?? [],
    ])
  }
  return answers
}

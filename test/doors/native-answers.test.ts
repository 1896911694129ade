/**
 * An app cannot tell that the middleware is there: random programs of calls on a ServerResponse show the same with it and
 * without it. On pages that get tags, the same apart from these.
 */
import Fastify from 'fastify'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { bare, type Frame, NativeBesideGuarded } from '../support/doors/native-beside-guarded.ts'
import type { Kind } from '../support/doors/response-programs.ts'
import { runs } from '../support/runs.ts'

const FIRST = Number(process.env.ACAP_FIRST_PROGRAM ?? 0)

/** An app of Fastify, whose handler leaves the answer to the program. */
const inFastify: Frame = async (program, guard) => {
  const app = Fastify()
  if (guard !== null)
    app.addHook('onRequest', ({ raw }, reply, done) => guard(raw, reply.raw, () => done()))
  app.all('/*', ({ raw }, reply) => {
    reply.hijack()
    program(raw, reply.raw)
  })
  await app.ready()
  return (request, response) => app.routing(request, response)
}

beforeAll(() => void vi.spyOn(console, 'log').mockReturnValue())

describe.each<[string, Frame, number]>([
  ['node:http', bare, runs(300, 100_000)],
  ['Fastify', inFastify, runs(60, 10_000)],
])('in %s', (_, frame, count) => {
  test.each<[Kind, string]>([
    ['anything', 'an answer that gets no tags is Node’s own'],
    ['pages', 'a page that gets tags is Node’s own apart from the tags'],
  ])('%s: %s', { timeout: 3_600_000 }, async (kind) => {
    const servers = await NativeBesideGuarded.in(frame)
    onTestFinished(() => servers.close())
    for await (const { id, calls, native, guarded } of servers.differences(kind, FIRST, count))
      expect(guarded, `${kind} ${id}: ${calls}`).toEqual(native)
  })
})

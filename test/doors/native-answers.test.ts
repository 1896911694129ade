/**
 * An app cannot tell that the middleware is there: random programs of calls on a ServerResponse show the same with it and
 * without it. On pages that get tags, the same apart from these.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bare, NativeBesideGuarded } from '../support/native-beside-guarded.ts'
import type { Kind } from '../support/response-programs.ts'
import { runs } from '../support/runs.ts'

const FIRST = Number(process.env.ACAP_FIRST_PROGRAM ?? 0)
const COUNT = runs(300, 50_000)

let servers!: NativeBesideGuarded

beforeAll(async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  servers = await NativeBesideGuarded.in(bare)
})

afterAll(() => servers.close())

test.each<[Kind, string]>([
  ['anything', 'an answer that gets no tags is Node’s own'],
  ['pages', 'a page that gets tags is Node’s own apart from the tags'],
])('%s: %s', { timeout: 3_600_000 }, async (kind) => {
  for await (const { id, calls, native, guarded } of servers.differences(kind, FIRST, COUNT))
    expect(guarded, `${kind} ${id}: ${calls}`).toEqual(native)
})

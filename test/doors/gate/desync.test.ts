/**
 * Requests on which servers disagree, through the gate to an origin that reads only what every server reads alike, and to
 * Node's. `npm run test:long` sends them all, and to and through Debian's servers (test/e2e/desync.test.ts).
 */
import { describe, expect, test } from 'vitest'
import { FORMS } from '../../support/doors/desync/forms.ts'
import { faultsOf, POLICY } from '../../support/doors/desync/run-forms.ts'
import { readStrictly, startStrictOrigin } from '../../support/doors/desync/strict-origin.ts'
import { gate } from '../../support/doors/gate.ts'
import { runs } from '../../support/runs.ts'

/** Each family in the short run, too. */
const EVERY = runs(7, 1)
const SOME = FORMS.filter((_, i) => i % EVERY === 0)

test('there are more than 300 forms of 16 families, and none twice', () => {
  expect(FORMS.length).toBeGreaterThan(300)
  expect(new Set(FORMS.map(({ bytes }) => bytes('x'))).size).toBe(FORMS.length)
  const families = new Set(FORMS.map(({ family }) => family))
  expect(families.size).toBe(16)
  expect(new Set(SOME.map(({ family }) => family))).toEqual(families)
})

test('an origin that takes nothing on trust gets only what was judged, and readers get their own pages', async () => {
  const origin = await startStrictOrigin()
  const settings = { origin: `http://127.0.0.1:${origin.port}` }
  const { url } = await gate({ files: POLICY, answer: () => undefined, settings })
  expect(await faultsOf(Number(new URL(url).port), origin, SOME)).toEqual([])
  expect(origin.faults).toEqual([])
  expect(origin.targets().filter((target) => target.startsWith('/open/')).length).toBeGreaterThan(5)
})

test('an origin of Node gets only what was judged, and readers get their own pages', async () => {
  const targets: string[] = []
  const { url } = await gate({
    files: POLICY,
    answer: (request, response) => {
      targets.push(request.url!)
      response.setHeader('content-type', 'text/plain').end(`page ${request.url}`)
    },
  })
  const origin = { port: 0, targets: () => targets }
  expect(await faultsOf(Number(new URL(url).port), origin, SOME)).toEqual([])
})

describe('the origin that takes nothing on trust', () => {
  const head = 'POST /a HTTP/1.1\r\nhost: x\r\n'

  test.each([
    `${head}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`,
    `${head}content-length: +1\r\n\r\na`,
    `${head}content-length: 1\r\ncontent-length: 1\r\n\r\na`,
    `${head}transfer-encoding: chunked, chunked\r\n\r\n`,
    `${head}transfer-encoding: chunked\r\n\r\n1;x\r\na\r\n0\r\n\r\n`,
    `${head}transfer-encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n`,
    `${head}x: y\nz: a\r\n\r\n`,
    `${head}x: y\r\n z\r\n\r\n`,
    `${head}host: y\r\n\r\n`,
    'POST /a  HTTP/1.1\r\nhost: x\r\n\r\n',
  ])('does not read %j', (octets) => {
    expect(() => readStrictly(octets)).toThrow('differently')
  })

  test('reads a plain body', () => {
    expect(readStrictly(`${head}content-length: 3\r\n\r\nabcd`)).toMatchObject({
      target: '/a',
      rest: 'd',
    })
    expect(
      readStrictly(`${head}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\nd`),
    ).toMatchObject({ rest: 'd' })
    expect(readStrictly(`${head}content-length: 3\r\n\r\nab`)).toBe(null)
  })
})

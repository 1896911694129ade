import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OriginBytes } from '../../../src/doors/gate/origin-bytes.ts'
import { runs } from '../../support/runs.ts'

const field = fc.constantFrom('X-A: b', 'Vary: a, b', 'Set-Cookie: a=1', 'X: \xe9')
const fields = fc.array(field, { maxLength: 3 })
const body = fc.string({ unit: fc.constantFrom('a', '\r', '\n', '0', ' '), maxLength: 40 })
const newline = fc.constantFrom('\r\n', '\n')

/** Answers of one connection, each with the request that it is for. */
const answer = fc
  .record({ fields, body, newline, form: fc.constantFrom('length', 'chunks', 'head', '304') })
  .map(({ fields: own, body: text, newline: end, form }) => {
    const framing = {
      length: `Content-Length: ${text.length}`,
      chunks: 'Transfer-Encoding: chunked',
      head: 'Content-Length: 9',
      304: 'Content-Length: 9',
    }[form]
    const first = `HTTP/1.1 ${form === '304' ? '304 Not Modified' : '200 OK'}`
    const head = (by: string) => [first, ...own, framing, '', ''].join(by)
    const chunks = text === '' ? '' : `${text.length.toString(16)}\r\n${text}\r\n`
    const rest = { length: text, chunks: `${chunks}0\r\n\r\n`, head: '', 304: '' }[form]
    const method = form === 'head' ? 'HEAD' : 'GET'
    return {
      method,
      strict: head('\r\n') + rest,
      written: head(end) + rest,
      isStrict: end === '\r\n',
    }
  })

const cuts = fc.array(fc.nat(400), { maxLength: 6 })

function piecesOf(text: string, at: readonly number[]): Buffer[] {
  const places = [0, ...at.filter((each) => each < text.length).sort((a, b) => a - b), text.length]
  return places.slice(1).map((end, i) => Buffer.from(text.slice(places[i], end), 'latin1'))
}

const textOf = (pieces: readonly Buffer[]) => Buffer.concat([...pieces]).toString('latin1')

test('answers by the rules pass byte for byte, however they are cut', () => {
  fc.assert(
    fc.property(fc.array(answer, { minLength: 1, maxLength: 3 }), cuts, (answers, at) => {
      const reader = new OriginBytes((fault) => expect.fail(fault))
      for (const { method, strict } of answers) {
        reader.send(`${method} / HTTP/1.1\r\n\r\n`)
        expect(textOf(piecesOf(strict, at).flatMap((piece) => reader.take(piece)))).toBe(strict)
        expect([reader.end().length, reader.isLast]).toEqual([0, false])
      }
    }),
    { numRuns: runs(300, 20_000) },
  )
})

test('others have the same body and headers, and are the last', () => {
  fc.assert(
    fc.property(
      answer.filter(({ isStrict }) => !isStrict),
      cuts,
      ({ method, strict, written }, at) => {
        const faults: string[] = []
        const reader = new OriginBytes((fault) => void faults.push(fault))
        reader.send(`${method} / HTTP/1.1\r\n\r\n`)
        const read = textOf(piecesOf(written, at).flatMap((piece) => reader.take(piece)))
        const [head, rest] = [
          read.slice(0, read.indexOf('\r\n\r\n')),
          read.slice(read.indexOf('\r\n\r\n')),
        ]
        expect(rest).toBe(strict.slice(strict.indexOf('\r\n\r\n')))
        const lines = strict.slice(0, strict.indexOf('\r\n\r\n')).split('\r\n')
        expect(head.split('\r\n').sort()).toEqual([...lines, 'Connection: close'].sort())
        expect([faults, reader.isLast]).toEqual([['lines that end in LF alone'], true])
      },
    ),
    { numRuns: runs(300, 20_000) },
  )
})

test('octets of any kind are taken, and none is made up', () => {
  const octets = fc.string({
    unit: fc.constantFrom(...'HTTP/1. 20\r\n\n:aCc-;5\0'),
    maxLength: 200,
  })
  fc.assert(
    fc.property(octets, cuts, (text, at) => {
      const reader = new OriginBytes(() => undefined)
      reader.send('GET / HTTP/1.1')
      const read = piecesOf(`HTTP/1.1 200 OK\r\n${text}`, at).flatMap((piece) => reader.take(piece))
      expect(textOf(read).length).toBeLessThan(text.length + 100)
    }),
    { numRuns: runs(300, 20_000) },
  )
})

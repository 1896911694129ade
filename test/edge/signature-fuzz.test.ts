/**
 * Signature headers that nobody would write: they are judged without a fault, and hold only where they
 * were made for the request.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifySignature } from '../../src/edge/identity/signature.ts'
import { atNow, signed, signer, URL_, verification } from '../support/edge/signed-requests.ts'
import { directoryOf } from '../support/edge/signer.ts'

atNow()

const NAMES = ['signature', 'signature-input', 'signature-agent'] as const
const SPLICES = [
  ...[
    '"',
    ';',
    ',',
    '(',
    ')',
    '=',
    ':',
    '\\',
    ' ',
    '1',
    '-',
    '@',
    '?1',
    '%22x%22',
    '1.5',
    '-1',
    '999999999999999',
    '1e9',
  ],
  ...[
    ';key="a"',
    ';sf',
    ';bs',
    ';req',
    ';tr',
    ';name="x"',
    '"@query-param"',
    '"@status"',
    '"@path"',
    '"host"',
    '"cookie"',
  ],
  ...[
    'sig1=',
    'sig2=',
    'a',
    'created=',
    'expires=0',
    ';type=jwks_uri',
    ';type=?0',
    ';type="directory"',
    '("@authority")',
  ],
]
const edit = fc.record({
  name: fc.constantFrom(...NAMES),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  drop: fc.nat({ max: 8 }),
  put: fc.oneof(fc.constantFrom(...SPLICES), fc.string({ unit: 'binary-ascii', maxLength: 4 })),
})

test('edited headers never fault, and never prove another request', async () => {
  const good = await signed()
  const keys = directoryOf(signer)
  const how = verification(keys.fetcher)
  await verifySignature(new Request(URL_, { headers: good }), how)
  const property = fc.asyncProperty(
    fc.array(edit, { minLength: 1, maxLength: 3 }),
    async (edits) => {
      const headers: Record<string, string> = { ...good }
      for (const { name, at, drop, put } of edits) {
        const text = headers[name]!
        const from = Math.floor(at * text.length)
        headers[name] = text.slice(0, from) + put.replace(/[\0\r\n]/g, '') + text.slice(from + drop)
      }
      const verdict = await verifySignature(new Request(URL_, { headers }), how)
      expect(['unsigned', 'signed', 'invalid', 'unverified']).toContain(verdict.kind)
      const elsewhere = await verifySignature(new Request('https://other.test/', { headers }), how)
      expect(elsewhere.kind).not.toBe('signed')
    },
  )
  await fc.assert(property, { numRuns: 3000 })
  // Regardless of what the headers named, few directories were asked.
  expect(keys.asked.length).toBeLessThan(30)
})

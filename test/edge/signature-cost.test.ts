import { describe, expect, test, vi } from 'vitest'
import { verifySignature } from '../../src/edge/identity/signature.ts'
import { atNow, signed, signer, URL_, verification } from '../support/edge/signed-requests.ts'
import { directoryOf } from '../support/edge/signer.ts'

atNow()

describe('a signature that covers hundreds of members of one field', () => {
  const keys = Array.from({ length: 300 }, (_, i) => `k${i.toString(36)}`)
  const members = keys.map((key) => `"x-list";key="${key}"`)
  const components = ['"@authority"', '"signature-agent";key="sig1"', ...members].join(' ')

  /** The verdict on a request with such a field, and how often the field was read. */
  async function judged(values: Readonly<Record<string, string>>, field: string) {
    const headers = { ...(await signed({ components, values })), 'x-list': field }
    const request = new Request(URL_, { headers })
    const get = vi.spyOn(request.headers, 'get')
    const verdict = await verifySignature(request, verification(directoryOf(signer).fetcher))
    return { verdict, reads: get.mock.calls.filter(([name]) => name === 'x-list').length }
  }

  test('has it parsed once, also where it holds for no host of the site: it must not hold up others', async () => {
    const values = Object.fromEntries(members.map((member) => [member, '1']))
    const field = keys.map((key) => `${key}=1`).join(', ')
    expect(await judged(values, field)).toMatchObject({ verdict: { kind: 'signed' }, reads: 1 })
    const altered = field.replace('=1', '=2')
    expect(await judged(values, altered)).toEqual({
      verdict: { kind: 'invalid', fault: 'mismatch' },
      reads: 1,
    })
  })

  test('is not verified where the field is longer than 8 KiB', async () => {
    const field = [...keys.map((key) => `${key}=1`), 'z="'.padEnd(8192, 'z').concat('"')].join(', ')
    expect(await judged({}, field)).toEqual({
      verdict: { kind: 'unverified', fault: 'unsupported' },
      reads: 1,
    })
  })
})

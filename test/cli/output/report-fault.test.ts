import { expect, test } from 'vitest'
import { reportFault } from '../../../src/author/files/report-findings.ts'
import type { Io } from '../../../src/base/io.ts'
import { compileRegistry } from '../../../src/program/compile/compile-registry.ts'
import { encode } from '../../../src/program/encode.ts'
import { siteOf } from '../../support/site-of.ts'

async function faultOf(sites: Parameters<typeof encode>[0]['sites']): Promise<Error> {
  return encode({ sites, registry: compileRegistry([]), networks: [] }).then(
    () => Promise.reject(new Error('it was encoded')),
    (fault: Error) => fault,
  )
}

test('a bundle that no Worker could load is a finding about the policies, with what to do', async () => {
  const errors: string[] = []
  const io = { err: (text: string) => void errors.push(text) } as Partial<Io> as Io
  const large = {
    ...siteOf(''),
    files: [{ path: 'robots.txt', text: new Uint8Array(2 ** 26 + 1) }],
  }
  expect(reportFault(await faultOf([large]), io)).toBe(1)
  expect(errors.join('')).toMatch(
    /^acap: the policies compile to 65 MiB, and a bundle may have 64\nhelp: .*\n$/,
  )
})

test('so are more sites than a bundle serves', async () => {
  const errors: string[] = []
  const io = { err: (text: string) => void errors.push(text) } as Partial<Io> as Io
  expect(reportFault(await faultOf(Array(2_001).fill(siteOf(''))), io)).toBe(1)
  expect(errors.join('')).toBe(
    'acap: there are 2,001 sites, and a bundle may have 2,000\nhelp: put them into a store with `acap publish`, or give each Worker some of the sites\n',
  )
})

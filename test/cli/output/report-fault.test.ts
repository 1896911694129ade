import { expect, test } from 'vitest'
import { BundleTooLargeError, TooManySitesError } from '../../../src/bundle/encode.ts'
import type { Io } from '../../../src/cli/io.ts'
import { reportFault } from '../../../src/cli/output/report-findings.ts'

test('a bundle that no Worker could load is a finding about the policies, with what to do', () => {
  const errors: string[] = []
  const io = { err: (text: string) => void errors.push(text) } as Partial<Io> as Io
  expect(reportFault(new BundleTooLargeError(2 ** 26 + 1), io)).toBe(1)
  expect(errors.join('')).toMatch(/^acap: the policies compile to 65 MiB, and a bundle may have 64\nhelp: .*\n$/)
})

test('so are more sites than a bundle serves', () => {
  const errors: string[] = []
  const io = { err: (text: string) => void errors.push(text) } as Partial<Io> as Io
  expect(reportFault(new TooManySitesError(2_001), io)).toBe(1)
  expect(errors.join('')).toBe(
    'acap: there are 2,001 sites, and a bundle may have 2,000\nhelp: put them into a store with `acap publish`, or give each Worker some of the sites\n',
  )
})

import { expect, test } from 'vitest'
import { readText } from '../../src/language/site/read-site.ts'
import { compileAsWritten, PolicyLimitError } from '../../src/program/compile/compile.ts'
import { acap, folderWith } from '../support/acap.ts'

const PATHS = Array.from({ length: 10_000 }, (_, i) => `/p${i}`).join(' ')
/** 114 KB that make ten million rules. */
const BOMB = `ACAP-version: 1.1\nACAP-resource-set: all ${PATHS}\nACAP-crawler: *\n${'ACAP-disallow-index: the-acap:resource-set:all\n'.repeat(1000)}`

test('compiling itself refuses a policy with too many rules', () => {
  const { policy, trees } = readText(BOMB)
  expect(() => compileAsWritten(policy, trees)).toThrow(PolicyLimitError)
})

test('commands say so', () => {
  const cwd = folderWith({ 'bomb.txt': BOMB })
  const { code, err } = acap(['decide', 'bomb.txt', '/x', '--as', 'GPTBot'], { cwd })
  expect([code, err]).toEqual([1, expect.stringContaining('more than 500,000 rules')])
})

test('[R10] init --from a file that is too large names the limit', () => {
  const cwd = folderWith({
    'big.txt': `User-agent: *\n${'Disallow: /aaaaaaaaaaaaaaaa\n'.repeat(20_000)}`,
  })
  const { code, err } = acap(['init', 'a.test', '--from', 'big.txt', '--host', 'a.test'], { cwd })
  expect([code, err]).toEqual([2, expect.stringContaining('more than the 500 KiB')])
})

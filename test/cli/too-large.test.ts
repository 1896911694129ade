import { expect, test } from 'vitest'
import { readText } from '../../src/language/site/read-site.ts'
import { compileAsWritten, PolicyLimitError } from '../../src/program/compile/compile.ts'
import { acap, folderWith } from '../support/cli/acap.ts'

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

const COMMANDS: readonly (readonly [string, number, readonly string[]])[] = [
  ['convert', 1, ['bomb.txt', '--to', 'conventional']],
  ['diff', 1, ['bomb.txt', 'bomb.txt']],
  ['init', 2, ['b', '--from', 'bomb.txt', '--host', 'b.test']],
  ['report', 2, ['access.log', '--policies', 'policies']],
  ['replay', 2, ['access.log', '--policies', 'policies']],
]
test.each(COMMANDS)('so does acap %s, with exit code %i', (name, exit, args) => {
  const cwd = folderWith({
    'bomb.txt': BOMB,
    'policies/a/robots.txt': BOMB,
    'policies/a/site.toml': 'hosts = ["a.test"]\n',
    'access.log':
      '192.0.2.1 - - [21/Nov/2026:06:39:00 +0000] "GET / HTTP/1.1" 200 5 "-" "GPTBot/1"\n',
  })
  const { code, err } = acap([name, ...args], { cwd })
  expect([code, err]).toEqual([exit, expect.stringMatching(/ 500,000/)])
  expect(err).not.toContain('internal error')
})

test('what is wrong with a whole file is said before anything else', () => {
  const cwd = folderWith({
    'policies/a/robots.txt': `Nonsense: 1\n${BOMB}`,
    'policies/a/site.toml': 'hosts = ["a.test"]\n',
  })
  const { code, out } = acap(['check'], { cwd })
  expect([code, out]).toEqual([1, expect.stringMatching(/^error\[ACAP131\](?:.*\n)+.*ACAP003/)])
})

test('a line of a batch with such a policy is not understood, and the others are answered', () => {
  const line = (policy: string) =>
    JSON.stringify({ policy, case: { userAgent: 'GPTBot', target: '/x' } })
  const input = [BOMB, 'User-agent: *\nDisallow: /\n'].map(line).join('\n')
  const { code, out } = acap(['decide', '--batch'], { input })
  const [first, second] = out.split('\n')
  expect(JSON.parse(first!).error).toMatch(/^line 1: .* 500,000 rules/)
  expect(JSON.parse(second!).outcome).toBe('prohibited')
  expect(code).toBe(2)
})

test('[R10] init --from a file that is too large names the limit', () => {
  const cwd = folderWith({
    'big.txt': `User-agent: *\n${'Disallow: /aaaaaaaaaaaaaaaa\n'.repeat(20_000)}`,
  })
  const { code, err } = acap(['init', 'a.test', '--from', 'big.txt', '--host', 'a.test'], { cwd })
  expect([code, err]).toEqual([2, expect.stringContaining('more than the 500 KiB')])
})

/** Why a request is refused that the rules of its crawler permit: the check that failed, not a rule. */
import { expect, it } from 'vitest'
import { acap, folderWith } from '../../support/cli/acap.ts'

const files = (mode: string) => ({
  'policies/a/robots.txt': 'User-agent: NetBot\nAllow: /\n',
  'policies/a/site.toml': `hosts = ["a.test"]\n[identify]\nfailed = "${mode}"\n[crawlers.NetBot]\nnetworks = ["net"]\n`,
  'policies/.networks/net.json': JSON.stringify({
    creationTime: new Date().toISOString(),
    prefixes: [{ ipv4Prefix: '192.0.2.0/24' }],
  }),
})

const explain = (mode: string, path: string, from: string) => {
  const cwd = folderWith(files(mode))
  const args = ['explain', 'policies/a', `https://a.test${path}`, '--as', 'NetBot/1.0']
  return acap([...args, '--from', from], { cwd }).out
}

const FAILED =
  'This crawler may not fetch this page: its name failed its check, and the site refuses such crawlers (`failed = "refuse"`)'

it('is the check of the name', () => {
  const refused = explain('refuse', '/x', '198.51.100.1')
  expect(refused).toContain('PROHIBITED')
  expect(refused).toContain(FAILED)
  expect(refused).not.toMatch(/may fetch this page/)
})

it('is no reason where the name passes, or the site refuses nobody for it', () => {
  for (const out of [
    explain('refuse', '/x', '192.0.2.1'),
    explain('anonymous', '/x', '198.51.100.1'),
  ]) {
    expect(out).toContain('PERMITTED')
    expect(out).not.toContain('failed its check')
  }
})

/** `acap diff FILE SITE`: a server's file beside a policy, by consequence. */
import { describe, expect, it } from 'vitest'
import { acap, folderWith } from '../../support/cli/acap.ts'

const diff = (files: Readonly<Record<string, string | Uint8Array>>, ...args: readonly string[]) => {
  const cwd = folderWith(files)
  return { cwd, ...acap(['diff', ...args], { cwd }) }
}

describe('acap diff', () => {
  it('compares a server’s file by what it refuses', () => {
    const bots = 'if ($http_user_agent ~* (GPTBot|CCBot)) { return 403; }\ndeny 192.0.2.1;\n'
    const robots = 'User-agent: GPTBot\nDisallow: /\n'
    const { code, out, err } = diff(
      { 'bots.conf': bots, 'new.txt': robots },
      'bots.conf',
      'new.txt',
    )
    expect(out).toContain('opens    CCBot: everything')
    expect(out).toContain('was prohibited by policy of bots.conf:3 `Disallow: /`')
    expect(err).toContain('bots.conf:2: not compared: deny 192.0.2.1\n')
    expect(code).toBe(1)
    const same = diff(
      { 'bots.conf': bots, 'new.txt': `User-agent: CCBot\n${robots}` },
      'bots.conf',
      'new.txt',
    )
    expect([same.code, same.out]).toEqual([0, expect.stringContaining('nothing changes')])
  })
})

/** A site behind the files that `acap convert` writes for its own policy: the audit invents nothing that the policy means. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SERVER_DOORS } from '../../../src/author/servers/servers.ts'
import { auditBehind } from '../../support/author/audited-export.ts'
import { folderWith } from '../../support/cli/acap.ts'
import { examplePolicies } from '../../support/example-policies.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-29T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const site = (robots: string, more = '') => {
  const files = { 'policies/a.test/robots.txt': robots }
  const toml = `hosts = ["a.test"]\n${more}`
  return `${folderWith({ ...files, 'policies/a.test/site.toml': toml })}/policies/a.test`
}

const NOTHING = { kinds: [], notes: [] }

describe('acap audit of a site behind its own export', () => {
  it.each(Object.keys(SERVER_DOORS))(
    '%s: of the example the tags alone are missing',
    async (server) => {
      const { policies, remove } = examplePolicies()
      const { kinds, notes, findings } = await auditBehind(server, `${policies}/example-news`)
      remove()
      expect(kinds).toEqual(['24 / reader'])
      expect(findings).toContainEqual(
        expect.stringContaining('the tags of pages cannot be written'),
      )
      expect(notes).toEqual([
        'robots.txt closes /comments/ to depositbot, and the policy serves it: `acap explain` says why',
      ])
    },
  )

  it('[P7] exempt paths that robots.txt closes are open', async () => {
    const robots = 'User-agent: *\nDisallow: /health\nDisallow: /robots.txt\n'
    const exempt = site(robots, 'exempt = ["/health"]\n')
    expect(await auditBehind('nginx', exempt)).toMatchObject(NOTHING)
    expect((await auditBehind('nginx', site(robots), ['/health'])).kinds).toContain(
      '8 /health GPTBot',
    )
  })

  it('[C3] a take-down is none for a crawler that reads no ACAP', async () => {
    const robots = 'ACAP-crawler: *\nACAP-request-take-down: /gone.html\n'
    const profile = '[crawlers.PlainBot]\ndialect = "rep"\n'
    expect(await auditBehind('nginx', site(robots, profile))).toMatchObject(NOTHING)
  })

  it('[C2] what ACAP opens and other lines close is meant', async () => {
    const robots =
      'User-agent: *\nDisallow: /a/\n\nACAP-ignore-conventional-records\n\nACAP-crawler: *\nACAP-allow-crawl: /\n'
    expect(await auditBehind('nginx', site(robots))).toMatchObject(NOTHING)
  })

  it('[C1] a group that lacks rules of `*` is meant', async () => {
    const robots = 'User-agent: *\nDisallow: /a/\n\nUser-agent: GPTBot\nDisallow: /b/\n'
    expect(await auditBehind('nginx', site(robots))).toMatchObject(NOTHING)
  })

  it('[I4] what a name opens that only a signature proves is refused to a stranger', async () => {
    const robots = 'User-agent: *\nDisallow: /paid/\n\nUser-agent: PayBot\nAllow: /paid/\n'
    const profile = '[crawlers.PayBot]\nsignature-agents = ["https://paybot.test"]\n'
    expect((await auditBehind('nginx', site(robots, profile))).kinds).toEqual([])
    // And of what nobody has to prove, it is said.
    expect((await auditBehind('nginx', site(robots), ['/paid/'])).kinds).toContain(
      '8 /paid/ GPTBot',
    )
  })

  it('[E3] a copy of a page at another host is refused, also where robots.txt opens it', async () => {
    const toml = 'canonical = "https://a.test"\n[[route]]\nmatch = "/"\nlocation = true\n'
    const { kinds, notes } = await auditBehind('nginx', site('User-agent: *\nAllow: /\n', toml))
    expect(kinds).toEqual(['24 / reader'])
    expect(notes).toEqual([
      'robots.txt opens / to GPTBot, and the policy refuses it: `acap explain` says why',
    ])
  })

  it('[P6] what another spelling closes is a note', async () => {
    const robots = 'User-agent: *\nDisallow: /m/\nAllow: /m/id:\nDisallow: /a%20b\n'
    const { kinds, notes } = await auditBehind('nginx', site(robots))
    expect(kinds).toEqual([])
    expect(notes).toEqual([
      'robots.txt opens /m/id: to GPTBot, and the policy refuses it: `acap explain` says why',
    ])
  })
})

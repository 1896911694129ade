/** What the files of servers are written from, beside the judge: nothing that is closed is open. */
import { describe, expect, test } from 'vitest'
import { doorPlan } from '../../../src/author/servers/plan.ts'
import { formOf, isClosedTo } from '../../../src/author/servers/read-plan.ts'
import { judge, siteContextOf } from '../../../src/decide/judge.ts'
import { knownCrawlers } from '../../../src/registry.ts'
import { DoorRequests, patternsIn } from '../../support/door-requests.ts'
import { runs } from '../../support/runs.ts'
import { siteOf } from '../../support/site-of.ts'

const registry = knownCrawlers()

/** Each group of crawlers asks for each target: where the plan and the judge differ. */
function differences(text: string, targets: readonly string[]) {
  const context = siteContextOf(siteOf(text), registry, [])
  const plan = doorPlan(context, registry, 0)
  const found = plan.groups.flatMap((group) => {
    const name = group.names[0] === '*' ? 'unnamedbot' : group.names[0]!
    return targets.map((target) => {
      const { kind, outcome } = judge(context, { target, userAgent: name, now: 0 })
      const isClosed = kind !== 'exempt' && outcome !== 'permitted'
      return { name, target, isClosed, isRefused: isClosedTo(plan, group, target) }
    })
  })
  return {
    plain: found.filter(({ target }) => formOf(plan, target) === 'plain').length,
    leaks: found.filter(({ isClosed, isRefused }) => isClosed && !isRefused),
    strict: found.filter(({ target, isClosed, isRefused }) => {
      return !isClosed && isRefused && formOf(plan, target) === 'plain'
    }),
  }
}

const LEAKING = 'User-agent: *\nDisallow: /*a*a*a*a*a*a*a*a*b\nDisallow: /private/\n'

describe('the plan of a server’s files', () => {
  test('[P6] closes what the judge closes in generated policies; of plain targets hardly any more', () => {
    let [plain, strict] = [0, 0]
    for (let seed = 1; seed <= runs(40, 4000); seed++) {
      const requests = new DoorRequests(seed)
      const text = requests.policy(false)
      const found = differences(text, requests.targets(patternsIn(text), 8))
      expect(found.leaks, text).toEqual([])
      plain += found.plain
      strict += found.strict.length
    }
    expect(plain).toBeGreaterThan(1000)
    expect(strict / plain).toBeLessThan(0.002)
  })

  test('[L3, C2] with records, too, which one list cannot always say', () => {
    for (let seed = 1; seed <= runs(15, 2000); seed++) {
      const requests = new DoorRequests(seed)
      const text = requests.policy(true)
      expect(differences(text, requests.targets(patternsIn(text), 8)).leaks, text).toEqual([])
    }
  })

  test.each([
    ['User-agent: *\nDisallow: /e/a\n', '/e/%3Bb/a'],
    ['User-agent: *\nDisallow: /x$\n', '/x/?&'],
    ['User-agent: *\nDisallow: /x?q\n', '/x/?q'],
    ['User-agent: *\nAllow: /v/*2d\nDisallow: /\n', '/v/x%2dy'],
    ['ACAP-crawler: *\nACAP-disallow-crawl: *%7C\n', '/=|'],
    ['User-agent: *\nAllow: /a(\nDisallow: /a\nDisallow: /%28\n', '/a('],
    [LEAKING, `/private/${'a'.repeat(3000)}`],
  ])('[P6] of %j closes %s', (text, target) => {
    expect(differences(text, [target]).leaks).toEqual([])
  })

  test('between two `*` nothing is tried again', () => {
    const plan = doorPlan(siteContextOf(siteOf(LEAKING), registry, []), registry, 0)
    const [first] = plan.groups[0]!.plain
    expect(first!.expression).toContain('(?>.*?a)(?>.*?a)')
  })

  test('[P7] leaves robots.txt, permission files and /.well-known/ open', () => {
    const text = 'User-agent: *\nDisallow: /\n'
    const targets = [
      '/robots.txt',
      '/robots.txt?x',
      '/.well-known/x',
      '/robots.txtx',
      '/ROBOTS.TXT',
    ]
    expect(differences(text, targets)).toMatchObject({ leaks: [], strict: [] })
  })
})

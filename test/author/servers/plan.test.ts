/** What the files of servers are written from, beside the judge: nothing that is closed is open. */
import { describe, expect, test } from 'vitest'
import { serverExpression } from '../../../src/author/servers/expressions.ts'
import { USUAL_HEADER } from '../../../src/author/servers/identity/usual-headers.ts'
import { doorPlan } from '../../../src/author/servers/plan.ts'
import { formOf, isClosedTo } from '../../../src/author/servers/read-plan.ts'
import { judge, siteContextOf } from '../../../src/decide/judge.ts'
import { knownCrawlers } from '../../../src/registry.ts'
import { OTHER_HEADERS } from '../../support/author/crawler-headers.ts'
import { DoorRequests, patternsIn } from '../../support/author/door-requests.ts'
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
    questions: found.length,
    plain: found.filter(({ target }) => formOf(plan, target) === 'plain').length,
    leaks: found.filter(({ isClosed, isRefused }) => isClosed && !isRefused),
    strict: found.filter(({ target, isClosed, isRefused }) => {
      return !isClosed && isRefused && formOf(plan, target) === 'plain'
    }),
  }
}

const planOf = (text: string) => doorPlan(siteContextOf(siteOf(text), registry, []), registry, 0)

const LEAKING = 'User-agent: *\nDisallow: /*a*a*a*a*a*a*a*a*b\nDisallow: /private/\n'

describe('the plan of a server’s files', () => {
  test('[P6] closes what the judge closes in generated policies, and no more of plain targets', () => {
    let [questions, plain] = [0, 0]
    for (let seed = 1; questions < runs(2500, 500_000); seed++) {
      const requests = new DoorRequests(seed)
      const text = requests.policy(false)
      const found = differences(text, requests.targets(patternsIn(text), 8))
      expect({ leaks: found.leaks, strict: found.strict }, text).toEqual({ leaks: [], strict: [] })
      questions += found.questions
      plain += found.plain
    }
    expect(plain).toBeGreaterThan(700)
  })

  test('[L3, C2] with records, too, which one list cannot always say', () => {
    let questions = 0
    for (let seed = 1; questions < runs(600, 500_000); seed++) {
      const requests = new DoorRequests(seed)
      const text = requests.policy(true)
      const found = differences(text, requests.targets(patternsIn(text), 8))
      expect(found.leaks, text).toEqual([])
      questions += found.questions
    }
  })

  test.each([
    ['User-agent: *\nDisallow: /e/a\n', '/e/%3Bb/a'],
    ['User-agent: *\nDisallow: /x$\n', '/x/?&'],
    ['User-agent: *\nDisallow: /x?q\n', '/x/?q'],
    ['User-agent: *\nAllow: /v/*2d\nDisallow: /\n', '/v/x%2dy'],
    ['ACAP-crawler: *\nACAP-disallow-crawl: *%7C\n', '/=|'],
    ['User-agent: *\nAllow: /a(\nDisallow: /a\nDisallow: /%28\n', '/a('],
    // Another group has the encoded character.
    ['User-agent: *\nAllow: /=/b(\nDisallow: /\n\nUser-agent: x\nAllow: /%28\n', '/=/b(?x'],
    ['ACAP-crawler: *\nACAP-disallow-crawl: /*a\n', '/*/'],
    ['User-agent: *\nDisallow: /*C\n', '/|'],
    ['User-agent: *\nDisallow: /*B%C3\nDisallow: /*3D\n', '/='],
    ['ACAP-crawler: *\nACAP-disallow-crawl: /b\nACAP-allow-crawl: *%C3%A9~=\n', '/b?%C3%A9~=/b'],
    [LEAKING, `/private/${'a'.repeat(3000)}`],
  ])('[P6] of %j closes %s', (text, target) => {
    expect(differences(text, [target]).leaks).toEqual([])
  })

  test.each([
    ['/?$', '/?/?'],
    ['/a*a$', '/a?a/'],
    ['/*.php?q', '/x?y.php/?q'],
    ['/a?b$', '/a?b?'],
  ])('[P6] behind the `?` of a target, `Disallow: %s` leaves %s', (pattern, target) => {
    const text = `User-agent: *\nDisallow: ${pattern}\n`
    expect(differences(text, [target])).toMatchObject({ plain: 1, strict: [] })
  })

  test('a usual target has no other spelling, and a usual header no name', () => {
    const forms = planOf('User-agent: *\nDisallow: /a*%28\n').forms
    const usual = forms.findIndex(([, form]) => form === 'plain')
    const others = forms.slice(usual + 1).map(([expression]) => serverExpression(expression))
    const isUsual = serverExpression(forms[usual]![0])
    const targets = new DoorRequests(1).targets(['/a/b', '/a*b', '/b/a?x=1'], runs(300, 30_000))
    const found = targets.filter((target) => isUsual.test(target))
    expect(found.length).toBeGreaterThan(runs(100, 9000))
    expect(found.filter((target) => others.some((each) => each.test(target)))).toEqual([])

    const header = serverExpression(USUAL_HEADER, 'i')
    const { agents } = siteContextOf(siteOf(''), registry, []).engine
    const own = OTHER_HEADERS.filter((each) => header.test(each))
    expect(own.length).toBeGreaterThan(0.15 * OTHER_HEADERS.length)
    expect(own.filter((each) => agents.find(each).kind === 'crawler')).toEqual([])
    const named = ['Chrome', '7', '120.0', 'like', 'Gecko/20100101']
    const shapes = named.map((name) => planOf(`User-agent: ${name}\nDisallow: /\n`).shapes[0]![1])
    expect(shapes).not.toContain('usual')
    expect(planOf('User-agent: Chrome-Lighthouse\nDisallow: /\n').shapes[0]![1]).toBe('usual')
  })

  test('between two `*` nothing is tried again', () => {
    const plan = planOf(LEAKING)
    const [first] = plan.groups[0]!.plain
    expect(first![0]).toContain('(?>.*?a)(?>.*?a)')
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

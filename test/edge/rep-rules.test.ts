/** [R4, C3] Refusals name a line of the whole policy, whichever vocabulary a crawler reads and wherever ACAP is published. */
import { expect, test } from 'vitest'
import { edge } from '../support/edge/edge.ts'

const ROBOTS = `User-agent: *
Disallow: /group/
Visit-time: 0000-0001

User-agent: RepBot
Disallow: /own/
Allow: /own/open/

ACAP-crawler: *
ACAP-disallow-crawl: /record/
ACAP-permissions-reference: /more.txt
`
const SITE = (acap: string) => `hosts = ["news.test"]
canonical = "https://news.test"

[robots]
acap = "${acap}"

[crawlers.RepBot]
dialect = "rep"

[crawlers.GroupBot]
dialect = "rep"

[[route]]
match = "/route/"
fields = ["disallow-crawl"]

[[route]]
match = "/hidden/"
fields = ["disallow-crawl"]
published = false
`

test.each([
  ['file', 'robots.txt'],
  ['meta', 'acap.txt'],
])('with acap = "%s" the line of a refusal stands in /%s', async (acap, path) => {
  const { ask, log } = await edge({
    files: {
      'robots.txt': ROBOTS,
      'more.txt': 'ACAP-crawler: *\nACAP-disallow-crawl: /more/\n',
      'site.toml': SITE(acap),
    },
    builtAt: Date.parse('2026-11-28'),
    origin: () => new Response('page'),
  })
  const whole = (await (await ask(`/${path}`)).text()).split('\n')
  const rows: string[] = []
  for (const agent of ['RepBot', 'GroupBot', 'SearchBot1']) {
    for (const name of ['group', 'own', 'record', 'more', 'route', 'hidden', 'open']) {
      const answer = await ask(`/${name}/1`, `${agent}/1.0`)
      const { rule } = log.at(-1) as {
        rule: { text: string; file: string; servedLine: number | null } | null
      }
      if (answer.status === 200) continue
      const line = rule?.file === 'more.txt' ? rule.text : whole[(rule?.servedLine ?? 0) - 1]
      const [, written] = /^Rule: +(.+?)(?:, line .*)?$/m.exec(await answer.text()) ?? []
      rows.push(`${agent} ${name} ${answer.status}: ${line}`)
      expect(written, rows.at(-1)).toBe(rule?.text)
    }
  }
  const [hours, group, route] = [
    '503: Visit-time: 0000-0001',
    '403: Disallow: /group/',
    '403: Disallow: /route/',
  ]
  expect(rows).toEqual([
    'RepBot own 403: Disallow: /own/',
    `RepBot route ${route}`,
    `GroupBot group ${group}`,
    `GroupBot own ${hours}`,
    `GroupBot record ${hours}`,
    `GroupBot more ${hours}`,
    `GroupBot route ${route}`,
    `GroupBot hidden ${hours}`,
    `GroupBot open ${hours}`,
    `SearchBot1 group ${group}`,
    `SearchBot1 own ${hours}`,
    'SearchBot1 record 403: ACAP-disallow-crawl: /record/',
    'SearchBot1 more 403: ACAP-disallow-crawl: /more/',
    `SearchBot1 route ${route}`,
    // Its route is published nowhere.
    'SearchBot1 hidden 403: undefined',
    `SearchBot1 open ${hours}`,
  ])
})

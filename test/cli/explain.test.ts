import { describe, expect, it } from 'vitest'
import { acap, folderWith } from '../support/cli/acap.ts'

const ROBOTS = `User-agent: *
Disallow: /private/
Disallow: /private/open

ACAP-crawler: Bot
ACAP-allow-present-snippet: / max-length=20-words
`
const TOML = `hosts = ["a.test"]
exempt = ["/health"]
[crawlers.Bot]
networks = ["net"]
[[route]]
match = "/watched/"
fields = ["disallow-index"]
mode = "observe"
`
const NETWORK = {
  creationTime: new Date().toISOString(),
  prefixes: [{ ipv4Prefix: '192.0.2.0/24' }],
}
const FILES = {
  'policies/a/robots.txt': ROBOTS,
  'policies/a/site.toml': TOML,
  'policies/.networks/net.json': JSON.stringify(NETWORK),
}
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0'

const explain = (...args: readonly string[]) =>
  acap(['explain', ...args], { cwd: folderWith(FILES) })

const WRONG_USE = [
  [['a', '/x'], 'missing --as'],
  [['a', '--as', 'x'], 'missing URL'],
  [['b', '/x', '--as', 'x'], '`b` is not a site'],
  [['b', '/'], '`b` is not a site'],
  [['a', 'http://a b/', '--as', 'x'], '`http://a b/` is not a URL'],
  [['a', '/x', '--as', 'x', '--usage', 'read'], '`read` is not a usage'],
  [['a', '/x', '--as', 'x', '--at', 'soon'], '`soon` is not a time'],
  [
    ['a', '/x', '--as', 'x', '--at', '2026-02-30'],
    '`2026-02-30` is not a time\nhelp: a day that exists: February 2026 has 28 days',
  ],
  [['a', '/x', '--as', 'x', '--at', '2026-04-31T12:00:00Z'], 'April 2026 has 30 days'],
] as const

const KNOWN_CRAWLERS = [
  ['GPTBot/1.2', 'GPTBot of OpenAI (training)'],
  ['bingbot/2.0', 'bingbot of Microsoft (search)'],
  ['AdIdxBot/2.0 (+http://x.test/)', 'AdIdxBot'],
] as const

const KNOWN_READERS = [
  ['UptimeRobot/2.0', 'a: UptimeRobot is a monitor: a reader unless the policy names it\n'],
  [
    'Mozilla/5.0 (compatible; Twitterbot/1.0)',
    'a: Twitterbot is a fetcher of link previews: a reader unless',
  ],
  [
    'SomeThing/1.0',
    'a: a reader. `SomeThing/1.0` is not a crawler that the policy or the registry knows.\n',
  ],
] as const

const ODD_URLS = [
  ['/a b', '`/a b` is asked for as `/a%20b`'],
  ['a.test/x', '`a.test/x` is asked for as `/a.test/x`'],
  ['/x/../y#z', '`/x/../y#z` is asked for as `/y`'],
  ['https://A.test/x', '`https://A.test/x` is asked for as `https://a.test/x`'],
  ['https://user@a.test/x', '`user@a.test` is more than a host and its port: the edge answers 400'],
  [
    'https://u:p@b.test:8443/x',
    '`u:p@b.test:8443` is more than a host and its port: the edge answers 400',
  ],
  [
    'https://b.test/x',
    '`b.test` is not a host of this site (a.test): the edge would not ask this policy',
  ],
] as const

describe('acap explain SITE URL', () => {
  it('takes a host for its site, as every command does', () => {
    expect(explain('A.test', '/private/x', '--as', 'Bot/1.0').out).toBe(
      explain('a', '/private/x', '--as', 'Bot/1.0').out,
    )
    expect(acap(['robots', 'a.test'], { cwd: folderWith(FILES) }).code).toBe(0)
    expect(acap(['check', 'a.test'], { cwd: folderWith(FILES) }).code).toBe(0)
  })

  it('tells who asked, what came out, and shows the line that decided', () => {
    const { code, out } = explain('a', '/private/x', '--as', 'Bot/1.0')
    expect(out).toMatch(/^a: Bot, claimed only/)
    expect(out).toContain('crawl https://a.test/private/x\nPROHIBITED (conventional)\n')
    expect(out).toContain(
      ' --> policies/a/robots.txt:2\n  |\n2 | Disallow: /private/\n  | ^^^^^^^^^^^^^^^^^^^\n',
    )
    expect(out).toContain('`Disallow: /private/`, line 2 of policies/a/robots.txt\n')
    expect(code).toBe(0)
  })

  it('tells level by level which fields spoke and which were beaten', () => {
    const { out } = explain('a', '/private/open', '--as', 'Bot/1.0')
    expect(out).toContain(
      '  conventional records for bot: crawl prohibited\n' +
        '    decides  policies/a/robots.txt:3  Disallow: /private/open\n' +
        '    beaten by a narrower or stricter field  policies/a/robots.txt:2  Disallow: /private/\n',
    )
  })

  it('says that a group of its own keeps a crawler from the rules for `*`', () => {
    const files = {
      ...FILES,
      'policies/a/robots.txt': `${ROBOTS}User-agent: OwnBot\nDisallow: /own/\n`,
    }
    const about = (agent: string) =>
      acap(['explain', 'a', '/private/x', '--as', agent], { cwd: folderWith(files) }).out
    expect(about('OwnBot')).toContain(
      'robots.txt names ownbot: groups for others do not apply to it',
    )
    expect(about('Bot/1.0')).not.toContain('does not apply')
  })

  it('tells the line that crawlers read from the line that the author wrote', () => {
    const files = { ...FILES, 'policies/a/robots.txt': `# Ours\n\n${ROBOTS}` }
    const { out } = acap(['explain', 'a', '/private/x', '--as', 'Bot/1.0'], {
      cwd: folderWith(files),
    })
    expect(out).toContain('line 4 of policies/a/robots.txt\n')
    const served = acap(['robots', 'a'], { cwd: folderWith(files) }).out.split('\n')
    expect(out).toContain(
      `  = line ${served.indexOf('Disallow: /private/') + 1} of /robots.txt as served\n`,
    )
    expect(explain('a', '/watched/x', '--as', 'Bot/1.0', '--usage', 'index').out).toContain(
      '`disallow-index` (policies/a/site.toml)\n\n  policies/a/site.toml: disallow-index\n',
    )
  })

  it('shows a misspelt line as it stands, and as it is served', () => {
    const robots = 'User-agent: *\n  Dissalow:  /private/  # keep out\n'
    const { out } = acap(['explain', 'a', '/private/x', '--as', 'Bot/1.0'], {
      cwd: folderWith({ ...FILES, 'policies/a/robots.txt': robots }),
    })
    expect(out).toContain('this page: `Dissalow:  /private/`, line 2 of policies/a/robots.txt\n')
    expect(out).toContain('2 |   Dissalow:  /private/  # keep out\n  |   ^^^^^^^^^^^^^^^^^^^^\n')
    expect(out).toMatch(/ {2}= line \d+ of \/robots\.txt as served: Disallow: \/private\/\n/)
    expect(out).toContain('    decides  policies/a/robots.txt:2  Dissalow:  /private/\n')
  })

  it.each(ODD_URLS)('says what is odd about %s', (url, note) => {
    expect(explain('a', url, '--as', 'Bot/1.0').out).toContain(`\nnote: ${note}\n`)
    expect(JSON.parse(explain('a', url, '--as', 'Bot/1.0', '--json').out).notes).toEqual([note])
  })

  it.each(['/x?y', 'https://a.test/x', 'http://a.test:8080/x', 'https://a.test/@x'])(
    'says nothing of %s',
    (url) => {
      expect(explain('a', url, '--as', 'Bot/1.0').out).not.toContain('note:')
    },
  )

  it('tells terms and what the page says', () => {
    const { out } = explain('a', '/x', '--as', 'Bot/1.0', '--usage', 'present-snippet')
    expect(out).toContain('may show up to 20 words of this page: `')
    expect(out).toContain(
      '<META name="bot" content="ACAP allow-present-snippet max-length=20-words">',
    )
  })

  it('tells the conventional words where the edge writes them', () => {
    const page = (embed: string) => {
      const robots = 'ACAP-crawler: *\nACAP-disallow-index: /\n'
      const cwd = folderWith({
        'policies/a/robots.txt': robots,
        'policies/a/site.toml': `hosts = ["a.test"]\n${embed}`,
      })
      const { out } = acap(['explain', 'a', '/x', '--as', 'Bot/1.0'], { cwd })
      return out.slice(out.indexOf('What the page'))
    }
    const acapTag = '  <META name="robots" content="ACAP disallow-index">\n'
    const wordTag = '  <META name="robots" content="noindex">\n'
    const header = '  X-Robots-Tag: noindex (where the answer is not HTML)\n'
    expect(page('')).toBe(`What the page tells crawlers:\n${acapTag}${wordTag}${header}`)
    expect(page('[embed]\nconventional = false\n')).toBe(
      `What the page tells crawlers:\n${acapTag}`,
    )
    expect(page('[embed]\nheaders = false\n')).toBe(
      `What the page tells crawlers:\n${acapTag}${wordTag}`,
    )
    expect(page('[embed]\naudience = "nobody"\n')).toContain(
      'if `audience` in site.toml were not `nobody`',
    )
  })

  it.each(KNOWN_READERS)('[I5] says what the registry knows of a reader: %s', (agent, sentence) => {
    expect(explain('a', '/private/x', '--as', agent).out).toContain(sentence)
  })

  it.each(KNOWN_CRAWLERS)('names the operator and no host: %s', (agent, who) => {
    const { out } = explain('a', '/private/x', '--as', agent)
    expect(out).toContain(`a: ${who}`)
    expect(out.split('\n', 1)[0]).not.toMatch(/of \S+\.com/)
  })

  it('[I3] tells that readers are never refused', () => {
    const { out } = explain('a', '/private/x', '--as', BROWSER)
    expect(out).toContain('a: a reader.')
    expect(out).toContain('PERMITTED: readers are never refused')
  })

  it('[I4] tells how surely a name is known', () => {
    const from = (ip: string) => explain('a', '/x', '--as', 'Bot/1.0', '--from', ip).out
    expect(from('192.0.2.7')).toMatch(/^a: Bot, proven by the address/)
    expect(explain('a', '/x', '--as', 'Bot/1.0').out).toMatch(
      /^a: Bot, claimed only, not checked: its address/,
    )
    expect(explain('a', '/x', '--as', 'GPTBot/1.0').out).toMatch(
      /^a: GPTBot of OpenAI \(training\), claimed only, not checked: there is nothing to check the name against; acap networks fetches/,
    )
    const toml = 'hosts = ["a.test"]\n[crawlers.Bot]\nsignature-agents = ["https://bot.test"]\n'
    const cwd = folderWith({ ...FILES, 'policies/a/site.toml': toml })
    expect(acap(['explain', 'a', '/x', '--as', 'Bot/1.0'], { cwd }).out).toMatch(
      /claimed only: signatures are not read/,
    )
    expect(from('198.51.100.7')).toMatch(
      /^a: calls itself `bot`, disproven: .*\. The rules for any crawler apply, and those for that name: the stricter count/,
    )
  })

  it('[P6] tells the spelling that decided', () => {
    const { out } = explain('a', '/x/..%2Fprivate/y', '--as', 'Bot/1.0')
    expect(out).toContain('PROHIBITED')
    expect(out).toContain('Disallow: /private/')
  })

  it('judges the URL that the origin would be asked for, as the edge does', () => {
    const outcome = (url: string) =>
      JSON.parse(explain('a', url, '--as', 'Bot/1.0', '--json').out).outcome
    expect(outcome('/private/../x')).toBe('permitted')
    expect(outcome('/health/%2e%2e/private/x')).toBe('prohibited')
    expect(outcome('https://a.test/x\\..\\pri\tvate\\y')).toBe('prohibited')
  })

  it('[P7] tells what is served to everybody', () => {
    expect(explain('a', '/health', '--as', 'Bot/1.0').out).toContain(
      'PERMITTED: it is served to everybody',
    )
  })

  it('tells where the site only observes', () => {
    const { out } = explain('a', '/watched/x', '--as', 'Bot/1.0', '--usage', 'index')
    expect(out).toContain('The site only observes here')
  })

  it('tells where the policy is off', () => {
    const cwd = folderWith({ ...FILES, 'policies/a/site.toml': `mode = "off"\n${TOML}` })
    const explanation = (url: string) => acap(['explain', 'a', url, '--as', 'Bot/1.0'], { cwd }).out
    expect(explanation('/private/x')).toContain(
      '\nThe policy is off here: the edge lets everything pass, as it is.\n',
    )
    expect(explanation('/x')).toContain('The policy is off here')
    expect(explanation('/watched/x')).not.toContain('is off here')
  })

  it('is JSON for scripts', () => {
    expect(JSON.parse(explain('a', '/private/x', '--as', 'Bot/1.0', '--json').out)).toMatchObject({
      kind: 'crawler',
      outcome: 'prohibited',
      decision: { fields: [{ line: 2 }] },
      chains: [{ steps: [{ place: 'conventional records' }] }],
      terms: { tags: [{ name: 'bot' }] },
    })
  })

  it.each(WRONG_USE)('%s is wrong use', (args, message) => {
    expect(explain(...args)).toMatchObject({ code: 2, err: expect.stringContaining(message) })
  })
})

describe('acap explain CODE', () => {
  it('prints what a finding means', () => {
    const { code, out } = acap(['explain', 'acap021'])
    expect(out).toMatch(/^ACAP021 \(note\)\n\n\w/)
    expect(code).toBe(0)
    expect(acap(['explain', 'ACAP999'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('`ACAP999`'),
    })
  })
})

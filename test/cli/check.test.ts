import { execSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { acap, folderWith, PROGRAM } from '../support/cli/acap.ts'

const GOOD =
  'User-agent: *\nDisallow: /private/\n\nACAP-crawler: *\nACAP-disallow-crawl: /private/\n'
const BAD = 'ACAP-crawler: *\nACAP-disallow-crawl:\n'
const site = (robots: string, toml = 'hosts = ["a.test"]\n') => ({
  'policies/a/robots.txt': robots,
  'policies/a/site.toml': toml,
})

describe('acap check', () => {
  it('reads folders, files and standard input, and fails on errors alone', () => {
    const cwd = folderWith({ ...site(GOOD), 'bad.txt': BAD })
    expect(acap(['check'], { cwd })).toMatchObject({ code: 0, out: 'no findings\n' })
    expect(acap(['check', 'policies/a'], { cwd }).code).toBe(0)
    expect(acap(['check', 'bad.txt'], { cwd })).toMatchObject({
      code: 1,
      out: expect.stringContaining('bad.txt:2:1'),
    })
    expect(acap(['check', '-'], { cwd, input: BAD })).toMatchObject({
      code: 1,
      out: expect.stringContaining('-:2:1'),
    })
  })

  it('shows the findings first, then what is worth knowing beside them', () => {
    const cwd = folderWith(site('User-agent: *\nDissalow: /a\nUser-agent: Foo bar\nDisallow: /x\n'))
    const command = `${JSON.stringify(process.execPath)} ${JSON.stringify(PROGRAM)} check 2>&1`
    const both = execSync(command, {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    })
    const at = [
      'warning[ACAP005]',
      'warnings\n',
      '1 more needs no action',
      'lists of crawlers: ',
    ].map((text) => both.indexOf(text))
    expect(at).toEqual([...at].sort((a, b) => a - b))
    expect(at[0]).toBe(0)
  })

  it('is JSON for scripts, SARIF for code hosts, commands for GitHub', () => {
    const cwd = folderWith(site(BAD))
    expect(JSON.parse(acap(['check', '--json'], { cwd }).out)).toMatchObject({
      findings: [{ severity: 'error', source: 'policies/a/robots.txt', line: 2 }],
      errors: 1,
    })
    expect(JSON.parse(acap(['check', '--format', 'sarif'], { cwd }).out)).toMatchObject({
      version: '2.1.0',
    })
    expect(acap(['check', '--format', 'github'], { cwd }).out).toMatch(
      /^::error file=policies\/a\/robots\.txt,line=2,/,
    )
    for (const format of ['xml', 'toString']) {
      expect(acap(['check', '--format', format], { cwd })).toMatchObject({
        code: 2,
        err: expect.stringContaining(`\`${format}\` is not a format`),
      })
    }
  })
})

/** What a run says, as `CODE place`. */
const found = ({ out }: { readonly out: string }) =>
  [...out.matchAll(/^\w+\[(ACAP\d+)\].*\n *--> (.*)$/gm)].map(
    ([, code, place]) => `${code} ${place}`,
  )

describe('an error that a comment silences', () => {
  const silenced = site(
    'User-agent: *\nDisallow: /a\nDsallow: /intern/ # acap-ignore ACAP104 on purpose\n',
  )
  const line =
    'policies/a/robots.txt:3  `Dsallow` is not a known field: this line prohibits nothing; write `Disallow`'

  it.each([['policies'], ['policies/a'], ['policies/a/robots.txt'], ['policies', '--all']])(
    'is listed by acap check %s %s',
    (...args) => {
      const { code, out } = acap(['check', ...args], { cwd: folderWith(silenced) })
      expect(code).toBe(0)
      expect(out).toContain(`1 error is silenced by \`# acap-ignore\`:\n  ${line}\n`)
    },
  )

  it('is a notice on GitHub', () => {
    const { out } = acap(['check', '--format', 'github'], { cwd: folderWith(silenced) })
    expect(out).toMatch(/^::notice file=policies\/a\/robots\.txt,line=3,.*::silenced error: /m)
  })
})

describe('acap check of a folder', () => {
  it.each([
    [
      'two sites of one host',
      { 'policies/b/site.toml': 'hosts = ["A.test"]\n' },
      'ACAP101 policies/b/site.toml:1:10',
    ],
    [
      'a list of addresses that is not there',
      { 'policies/b/site.toml': 'hosts = ["b.test"]\n[crawlers.Bot]\nnetworks = ["none"]\n' },
      'ACAP102 policies/b/site.toml:3:13',
    ],
    [
      'a site without hosts',
      { 'policies/b/site.toml': 'mode = "off"\nhosts = []\n' },
      'ACAP100 policies/b/site.toml:2:1',
    ],
    ['a site without site.toml', {}, 'ACAP100 policies/b/site.toml'],
  ])('finds %s, as acap build does', (_, files, place) => {
    const cwd = folderWith({ ...site(GOOD), 'policies/b/robots.txt': GOOD, ...files })
    const checked = acap(['check'], { cwd })
    expect(found(checked)).toEqual([place])
    const built = acap(['build'], { cwd })
    if (built.code === 0)
      expect(built.err).toContain('1 finding: npx --no-install acap check policies\n')
    else expect(found({ out: built.err })).toEqual([place])
    expect(checked.code).toBe(built.code)
  })

  it('[E7] lists what lies ahead of a site without errors', () => {
    const ahead = (toml: string) =>
      acap(['check'], { cwd: folderWith(site(GOOD, `hosts = ["a.test"]\n${toml}`)) }).out.match(
        /^.*: `.*$/gm,
      )
    const route = '[[route]]\nmatch = "/embargo/"\nclosed-until = 2999-12-01\npublished = true\n'
    const sentence =
      /^policies\/a: in \d+ days, 2999-12-01 00:00 UTC: `\/embargo\/` opens for everybody whom no other rule refuses$/
    expect(ahead(route)).toEqual([expect.stringMatching(sentence)])
    expect(ahead(`${route}mode = "loud"\n`)?.filter((line) => sentence.test(line)) ?? []).toEqual(
      [],
    )
  })

  it('finds what is wrong with cases, as acap test does', () => {
    const cwd = folderWith({ ...site(GOOD), 'policies/a/cases.toml': 'at = = 1\n' })
    const checked = acap(['check'], { cwd })
    expect(found(checked)).toEqual(['ACAP090 policies/a/cases.toml:1:6'])
    expect(acap(['test'], { cwd })).toMatchObject({
      code: checked.code,
      out: '',
      err: expect.stringContaining('error[ACAP090]'),
    })
  })

  it('finds what of a list of addresses cannot be read', () => {
    const cwd = folderWith({ ...site(GOOD), 'policies/.networks/bot.json': '{ "prefixes": [] }' })
    expect(found(acap(['check'], { cwd }))).toEqual(['ACAP103 policies/.networks/bot.json'])
  })

  it('finds a site without robots.txt, and names the file that was meant for it', () => {
    const cwd = folderWith({
      ...site(GOOD),
      'policies/b/Robots.txt': GOOD,
      'policies/b/site.toml': 'hosts = ["b.test"]\n',
    })
    const checked = acap(['check'], { cwd })
    expect(found(checked)).toEqual(['ACAP098 policies/b/robots.txt'])
    expect(checked.out).toContain('help: rename `Robots.txt` to `robots.txt`')
  })

  it('says of hosts and purposes nothing where the site.toml that would name them cannot be read', () => {
    const robots = 'ACAP-crawler: abot\nACAP-usage-purpose: news\nACAP-allow-index: /\n'
    const cwd = folderWith(site(robots, 'hosts = ["a.test]\n'))
    expect(found(acap(['check'], { cwd }))).toEqual([
      expect.stringContaining('ACAP090 policies/a/site.toml:1'),
    ])
  })

  it.each(['hosts = "a.test"\n', 'hosts = ["a b"]\n'])(
    'finds one fault in %j, and no lack of hosts',
    (toml) => {
      const found = acap(['check'], { cwd: folderWith(site(GOOD, toml)) })
      expect(found.out.match(/ACAP\d+/g)).toEqual(['ACAP093'])
    },
  )

  it('says where to begin when there are no policies, and where they are when they are not here', () => {
    expect(acap(['check'], { cwd: folderWith({}) })).toEqual({
      code: 2,
      out: '',
      err: 'acap: `policies` does not exist\nhelp: acap init www.example.com --preset no-training begins a site in it\n',
    })
    const { err } = acap(['check', '.'], { cwd: folderWith({ ...site(GOOD), 'src/x.ts': '' }) })
    expect(err).toBe('acap: `.` holds no site\nhelp: they are in `policies`\n')
  })
})

describe('acap check of a file', () => {
  const cwd = () =>
    folderWith({
      ...site(BAD, 'hosts = ["a.test"]\nmod = "off"\n[crawlers.Bot]\nnetworks = ["none"]\n'),
      'policies/a/cases.toml': '[[case]]\nas = "a"\nurl = "a"\nexpect = "permitted"\n',
    })

  it.each([
    ['site.toml', ['ACAP091 policies/a/site.toml:2:1', 'ACAP102 policies/a/site.toml:4:13']],
    ['cases.toml', ['ACAP093 policies/a/cases.toml:3:7']],
    ['robots.txt', ['ACAP037 policies/a/robots.txt:2:1']],
  ])('reads %s as what it is in its site', (name, places) => {
    const checked = acap(['check', `policies/a/${name}`], { cwd: cwd() })
    expect(found(checked)).toEqual(places)
    expect(checked.code).toBe(1)
  })

  it.each([
    [
      'prose',
      '# A title\n\nSome words: and more.\nUser-agent: *\nThe rest\nof\nthe text\n',
      'only 1 of its 5 lines',
    ],
    ['a page', '<!doctype html>\n<title>Not found</title>\n', 'none of its lines'],
    ['data', '{ "prefixes": [] }', 'none of its lines'],
  ])('says of %s that it is not a robots.txt', (_, text, share) => {
    const { code, err } = acap(['check', 'x'], { cwd: folderWith({ x: text }) })
    expect(err).toContain(`acap: \`x\` is not a robots.txt: ${share}`)
    expect(err).toContain('help: ')
    expect(code).toBe(2)
  })

  it.each([
    ['an empty text', ''],
    ['comments alone', '# nothing is prohibited\n'],
    [
      'a policy with lines of other vocabularies',
      'User-agent: *\nHost: a.test\nClean-param: a\nX: y\n',
    ],
  ])('reads %s', (_, input) => {
    expect(acap(['check', '-'], { input }).code).toBe(0)
  })
})

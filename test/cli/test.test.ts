import { spawn } from 'node:child_process'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { acap, folderWith, PROGRAM } from '../support/cli/acap.ts'

const ROBOTS = `User-agent: *
Disallow: /private/
Disallow: /never/

ACAP-crawler: SearchBot1
ACAP-allow-present-snippet: / max-length=20-words
`
const TOML = 'hosts = ["a.test"]\nexempt = ["/health"]\n'

const test = (cases: string, ...args: readonly string[]) => {
  const cwd = folderWith({
    'policies/a/robots.txt': ROBOTS,
    'policies/a/site.toml': TOML,
    'policies/a/cases.toml': cases,
  })
  return { cwd, ...acap(['test', ...args], { cwd }) }
}

const one = (members: Readonly<Record<string, string>>) =>
  `[[case]]\n${Object.entries(members)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`)
    .join('')}`
const HOLDS = one({
  as: 'SearchBot1',
  url: '/private/a',
  expect: 'prohibited',
  field: 'disallow:  /private/',
})

describe('acap test', () => {
  it('runs the cases of every site and says how much of the policy they exercise', () => {
    const { code, out } = test(HOLDS)
    expect(out).toBe('a: 1 case, 0 failed; 1 of 3 fields exercised\n')
    expect(code).toBe(0)
  })

  it("tells a failure in the author's words, with the line that decided", () => {
    const { code, out } = test(
      one({ name: 'the rota is secret', as: 'Bot', url: '/private/rota', expect: 'permitted' }),
    )
    expect(out).toContain(
      'failed: the rota is secret\n' +
        '  policies/a/cases.toml:1  Bot: crawl /private/rota\n' +
        '  expected permitted, but it is prohibited\n' +
        '  decided by policies/a/robots.txt:2  Disallow: /private/\n' +
        '  This crawler may not fetch this page: `Disallow: /private/`, ' +
        'line 2 of policies/a/robots.txt\n',
    )
    expect(code).toBe(1)
  })

  it.each([
    [
      'another field decides',
      { field: 'Disallow: /never/' },
      'expected `Disallow: /never/` to decide, but `Disallow: /private/` did',
    ],
    [
      'a restriction is missing',
      { usage: 'present-snippet', url: '/x', expect: 'permitted', with: 'max-length=9-words' },
      'expected the restriction `max-length=9-words`',
    ],
  ])('fails where %s', (_, members, fault) => {
    const { out } = test(
      one({ as: 'SearchBot1', url: '/private/a', expect: 'prohibited', ...members }),
    )
    expect(out).toContain(fault)
  })

  it.each([
    [
      '[I3] readers are never refused',
      { as: 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0' },
    ],
    ['[P7] what is exempt is served to everybody', { as: 'Bot', url: '/health' }],
    ['[P7] robots.txt is served to everybody', { as: 'Bot', url: 'https://a.test/robots.txt' }],
  ])('%s', (_, members) => {
    expect(test(one({ url: '/private/a', expect: 'permitted', ...members })).code).toBe(0)
  })

  it('[I3] says that readers are never refused only where a crawler would be', () => {
    const as = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0'
    const failing = (url: string) => test(one({ as, url, expect: 'prohibited' })).out
    expect(failing('/private/a')).toContain('it is permitted: readers are never refused')
    expect(failing('/open')).not.toContain('never refused')
  })

  it('[P6] asks under every spelling', () => {
    expect(test(one({ as: 'Bot', url: '/open/..%2Fprivate/a', expect: 'prohibited' })).code).toBe(0)
  })

  it('lists the lines that no case exercises', () => {
    const { out } = test(HOLDS, '--coverage')
    expect(out).toContain('  no case: policies/a/robots.txt:3  Disallow: /never/\n')
    expect(out).not.toContain('Disallow: /private/')
  })

  it('writes JUnit for CI', () => {
    const { cwd } = test(
      `${HOLDS}${one({ name: '"<&\u0007', as: 'x', url: '/', expect: 'prohibited' })}`,
      '--junit',
      'reports/out.xml',
    )
    const xml = readFileSync(join(cwd, 'reports/out.xml'), 'utf8')
    expect(xml).toContain('<testsuite name="a" tests="2" failures="1">')
    expect(xml).toContain(
      '<testcase name="&quot;&lt;&amp;\ufffd" classname="a" file="policies/a/cases.toml" line="6"><failure message="expected prohibited',
    )
  })

  it('is JSON for scripts', () => {
    const { out } = test(HOLDS, '--json')
    expect(JSON.parse(out)).toMatchObject({
      sites: [
        {
          site: 'a',
          cases: [{ holds: true, line: 1, decision: { outcome: 'prohibited' } }],
          fields: 3,
        },
      ],
    })
  })

  it('fails on a case that it does not understand, at its place', () => {
    const { code, err } = test(one({ as: 'x', url: '/', expekt: 'permitted' }))
    expect(err).toContain('policies/a/cases.toml:4:1')
    expect(code).toBe(1)
  })

  it('runs again when a file changes', async () => {
    const { cwd } = test(HOLDS)
    const child = spawn(process.execPath, [PROGRAM, 'test', '--watch'], { cwd })
    onTestFinished(() => void child.kill())
    const output = child.stdout.setEncoding('utf8')[Symbol.asyncIterator]()
    expect((await output.next()).value).toContain('a: 1 case, 0 failed')
    writeFileSync(
      join(cwd, 'policies/a/cases.toml'),
      HOLDS + one({ as: 'x', url: '/', expect: 'prohibited' }),
    )
    let text = ''
    while (!text.includes('a: 2 cases, 1 failed')) text += (await output.next()).value
  })

  it('goes on after a moment at which the folder holds no site', async () => {
    const { cwd } = test(HOLDS)
    const child = spawn(process.execPath, [PROGRAM, 'test', '--watch'], { cwd })
    onTestFinished(() => void child.kill())
    const [output, faults] = [child.stdout, child.stderr].map((stream) =>
      stream.setEncoding('utf8')[Symbol.asyncIterator](),
    )
    expect((await output!.next()).value).toContain('a: 1 case, 0 failed')
    renameSync(join(cwd, 'policies/a'), join(cwd, 'policies/.a'))
    let text = ''
    while (!text.includes('`policies` holds no site')) text += (await faults!.next()).value
    renameSync(join(cwd, 'policies/.a'), join(cwd, 'policies/a'))
    expect((await output!.next()).value).toContain('a: 1 case, 0 failed')
  })
})

/**
 * What a newcomer types in the first hour: misspelt, too early, or about a policy that has findings.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/cli/command-table.ts'
import { folderWith } from '../support/cli/acap.ts'
import { runAcap } from '../support/cli/run-acap.ts'

const PLAIN = { env: { NO_COLOR: '1' } }
const acap = (...args: readonly string[]) => runAcap(args, PLAIN)

describe('a word that acap does not know', () => {
  it.each([
    [['chek'], 'unknown command `chek`', 'did you mean `acap check`?'],
    [['exlpain'], 'unknown command `exlpain`', 'did you mean `acap explain`?'],
    [['explore'], 'unknown command `explore`', 'did you mean `acap serve`?'],
    [['fix'], 'unknown command `fix`', 'did you mean `acap check --fix`?'],
    [['lint'], 'unknown command `lint`', 'did you mean `acap check`?'],
    [['why'], 'unknown command `why`', 'did you mean `acap explain`?'],
    [['help', 'diffs'], 'unknown command `diffs`', 'did you mean `acap diff`?'],
    [['frobnicate'], 'unknown command `frobnicate`', 'acap --help'],
    [['check', '--stict'], 'unknown option `--stict`', 'did you mean `--strict`?'],
    [
      ['explain', 'a', '/', '--user-agent', 'x'],
      'unknown option `--user-agent`',
      'did you mean `--as`?',
    ],
    [['explain', 'a', '/', '--ua=x'], 'unknown option `--ua`', 'did you mean `--as`?'],
    [['check', '--purple'], 'unknown option `--purple`', 'acap check --help'],
    [['check', '-q'], 'unknown option `-q`', 'acap check --help'],
    [['explain', 'a', '/', '--as'], 'missing value for `--as`', 'acap explain --help'],
    [['check', '--strict=yes'], '`--strict` takes no value', 'acap check --help'],
    [['robots', 'a', 'b'], 'unexpected argument `b`', 'acap robots --help'],
    [['robots'], 'missing SITE', 'acap robots --help'],
    [['convert', '--to', 'acpa'], 'unknown vocabulary `acpa`', '--to takes one of'],
    [['convert'], 'missing --to', '--to takes one of'],
  ])('%j is wrong use, and the help names what is meant', async (args, message, help) => {
    const { code, err } = await acap(...args)
    expect(err).toContain(`acap: ${message}\nhelp: ${help}`)
    expect(code).toBe(2)
  })

  it('is found from one wrong letter in any name of a command or an option', async () => {
    for (const { name, options } of COMMANDS) {
      if (name.length > 4) {
        const { err } = await acap(`${name.slice(0, 2)}${name.slice(3)}`)
        expect(err).toContain(`did you mean \`acap ${name}\`?`)
      }
      for (const usage of Object.keys(options)) {
        const option = usage.replace(/^--| .*$/g, '')
        if (option.length < 5) continue
        const { err } = await acap(name, `--${option.slice(0, 2)}${option.slice(3)}=x`)
        expect(err).toContain(`did you mean \`--${option}\`?`)
      }
    }
  })
})

const SITE = 'hosts = ["www.a.test"]\n'
const folderOf = (robots: string, cases = '') =>
  join(
    folderWith({ 'p/a/robots.txt': robots, 'p/a/site.toml': SITE, 'p/a/cases.toml': cases }),
    'p/a',
  )

describe('findings beside an answer', () => {
  const ROBOTS =
    'User-agent: *\nDissalow: /private/\nDissalow: /other/\nUser-agent: AI2Bot\nDisallow: /\n'

  it('follow the answer, and only those that bear on it are framed', async () => {
    const folder = folderOf(ROBOTS)
    const { code, out, err } = await acap('explain', folder, '/private/', '--as', 'GPTBot/1.0')
    expect(code).toBe(0)
    expect(out).toContain('PROHIBITED')
    expect(err).toContain(`${folder}/robots.txt:2:1`)
    expect(err).not.toContain(`${folder}/robots.txt:3:1`)
    expect(err).toMatch(new RegExp(`^1 other finding: npx --no-install acap check ${folder}$`, 'm'))
  })

  it.each(['robots', 'test'])('are one line for acap %s', async (command) => {
    const folder = folderOf(ROBOTS)
    const { code, err } = await acap(command, folder)
    expect([code, err]).toEqual([0, `2 findings: npx --no-install acap check ${folder}\n`])
  })

  it.each([['explain', '/', '--as', 'x'], ['robots'], ['test'], ['replay-of']])(
    'that keep a command from its answer are the only ones, and it says so: %s',
    async (command, ...more) => {
      const folder = folderOf(
        'User-agent: *\nDissalow: /private/\nACAP-crawler: *\nACAP-disallow-crawl:\n',
      )
      if (command === 'replay-of') return
      const { code, out, err } = await acap(command, folder, ...more)
      expect([code, out]).toEqual([1, ''])
      expect(err.match(/^(?:error|warning|note)\[/gm)).toEqual(['error['])
      expect(err).toContain(
        `acap: no answer, because \`${folder}\` has an error: fix it first\nhelp: npx --no-install acap check ${folder}\n`,
      )
    },
  )
})

describe('what an author cannot act on', () => {
  it('is shown on request', async () => {
    const folder = folderOf('User-agent: Google-Extended\nDisallow: /x\n')
    expect(await acap('check', folder)).toMatchObject({
      out: 'no findings\n',
      err: expect.stringContaining('1 more needs no action: acap check --all\n'),
    })
    expect((await acap('check', folder, '--all')).out).toContain('note[ACAP088]')
    expect((await acap('check', folder, '--format', 'github')).out).toBe('')
    expect(JSON.parse((await acap('check', folder, '--json')).out).notes).toBe(1)
  })
})

describe('acap check --fix', () => {
  it('makes the repairs that change no decision, and shows the others', async () => {
    const folder = folderOf(
      '# as it was\r\nUser-agent: *\r\nDissalow: /private/ # why\r\nDissallow: /b\r\nDisallow: /private/\r\nDisalllow: /c\r\n',
    )
    const { code, out } = await acap('check', folder, '--fix')
    const robots = readFileSync(join(folder, 'robots.txt'), 'utf8')
    expect(robots).toContain('Disallow: /private/ # why\r\nDisallow: /b\r\n')
    expect(out).toContain(
      `fixed ${folder}/robots.txt:3\n  -Dissalow: /private/ # why\n  +Disallow: /private/ # why\n`,
    )
    expect(robots).toContain('Disalllow: /c\r\n')
    expect(out).toContain('Not fixed, because decisions would change. Choose for yourself:\n')
    expect(out).toContain('  -Disalllow: /c\n  +Disallow: /c\n')
    expect(code).toBe(1)
  })

  it('leaves to the author what gives a crawler another rate, comment or hours, and other headers a name', async () => {
    const robots = 'User-agent: Domain Bot\nDisallow: /\n\nUser-agent: *\nDisallow: /b\n'
    const settings = ['Crawldelay: 10', 'Coment: why', 'Visit-tiem: 0000-2359']
    const folder = folderOf(`${robots}${settings.join('\n')}\n`)
    const { out } = await acap('check', folder, '--fix')
    expect(readFileSync(join(folder, 'robots.txt'), 'utf8')).toContain(robots)
    for (const each of settings)
      expect(readFileSync(join(folder, 'robots.txt'), 'utf8')).toContain(`${each}\n`)
    expect(out).not.toContain('fixed ')
    expect(out).not.toContain('Domain Bot')
    expect(out).toContain('  -Crawldelay: 10\n  +Crawl-delay: 10\n')
  })

  it('changes the cases that cite a line with it, so that they still hold', async () => {
    const cases =
      '[[case]]\nas = "AnyBot"\nurl = "/eñe/"\nexpect = "prohibited"\nfield = "disallow:  /eñe/"\n'
    const folder = folderOf('User-agent: *\nDisallow: /eñe/\n')
    writeFileSync(join(folder, 'cases.toml'), cases)
    expect((await acap('test', folder)).code).toBe(0)
    await acap('check', folder, '--fix')
    expect(readFileSync(join(folder, 'robots.txt'), 'utf8')).toContain('Disallow: /e%C3%B1e/\n')
    expect(readFileSync(join(folder, 'cases.toml'), 'utf8')).toBe(
      cases.replace('disallow:  /eñe/', 'Disallow: /e%C3%B1e/'),
    )
    expect((await acap('test', folder)).code).toBe(0)
  })

  it('leaves a policy alone that has nothing to repair, octet by octet', async () => {
    const robots = '\ufeffUser-agent: *\rDisallow: /é\n\n\n'
    const folder = folderOf(robots)
    await acap('check', folder, '--fix')
    expect(readFileSync(join(folder, 'robots.txt'), 'utf8').slice(0, 15)).toBe(robots.slice(0, 15))
  })

  it('fixes a robots.txt of any name', async () => {
    const cwd = folderWith({ 'old.txt': 'User-agent: *\nDissalow: /x\n' })
    const { out } = await acap('check', join(cwd, 'old.txt'), '--fix')
    expect(readFileSync(join(cwd, 'old.txt'), 'utf8')).toBe('User-agent: *\nDisallow: /x\n')
    expect(out).toContain('no findings')
  })
})

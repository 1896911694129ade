import { describe, expect, it } from 'vitest'
import { acap, folderWith } from '../../support/cli/acap.ts'
import { diff, OLD, OPEN, site } from '../../support/cli/diffed.ts'

describe('acap diff', () => {
  it('says who may do what it could not, by which fields, and ends with 1', () => {
    const { code, out } = diff({ 'old.txt': OLD, 'new.txt': OPEN }, 'old.txt', 'new.txt')
    expect(out).toContain(
      'opens    any crawler not named in the policy: everything with pages such as /private/\n',
    )
    expect(out).toContain(
      'was prohibited by old.txt:2 `Disallow: /private/`\n         now permitted because no rule forbids it\n',
    )
    expect(code).toBe(1)
  })

  it('says names of several words in full, unless one side has the first alone', () => {
    const of = (rules: string) => `User-agent: Yahoo Pipes 1.0\nUser-agent: GPTBot\n${rules}`
    const files = {
      'old.txt': of('Disallow: /\n'),
      'new.txt': of('Disallow: /x/\nCrawl-delay: 5\n'),
      'alone.txt': 'User-agent: Yahoo\nDisallow: /x/\n',
    }
    const { out } = diff(files, 'old.txt', 'new.txt')
    expect(out).toContain('opens    GPTBot, Yahoo Pipes 1.0: everything')
    expect(out).toContain('settings GPTBot, Yahoo Pipes 1.0\n')
    expect(diff(files, 'old.txt', 'alone.txt').out).toMatch(/^opens +GPTBot, Yahoo: /m)
  })

  it('ends with 0 where nothing opens', () => {
    const closes = diff({ 'old.txt': OPEN, 'new.txt': OLD }, 'old.txt', 'new.txt')
    expect(closes.out).toContain('closes')
    expect(closes.code).toBe(0)
    const same = diff({ 'old.txt': OLD, 'new.txt': `# other words\n${OLD}` }, 'old.txt', 'new.txt')
    expect(same).toMatchObject({ code: 0, out: 'new.txt: nothing changes for any crawler\n' })
  })

  it('[I4] says that a site refuses no longer, or refuses forged names, which binds every crawler', () => {
    const toml = (keys: string) => ({
      'robots.txt': OLD,
      'site.toml': `hosts = ["a.test"]\n${keys}`,
    })
    const files = (name: string, keys: string) =>
      Object.fromEntries(
        Object.entries(toml(keys)).map(([file, text]) => [`${name}/a/${file}`, text]),
      )
    const all = {
      ...files('old', ''),
      ...files('open', 'mode = "observe"\n'),
      ...files('strict', '[identify]\nfailed = "refuse"\n'),
    }
    const settings = (was: string, now: string) =>
      `a: 1 with other settings\n\nsettings every crawler\n         was ${was}\n         now ${now}\n`
    expect(diff(all, 'old', 'open')).toMatchObject({
      code: 1,
      out: settings('what the policy prohibits is refused', 'none'),
    })
    expect(diff(all, 'old', 'strict')).toMatchObject({
      code: 0,
      out: settings('none', 'names that fail their check are refused'),
    })
    expect(diff(all, 'strict', 'old').code).toBe(1)
  })

  it('says which hours, rates, comments and app directives change, and for whom', () => {
    const rules = 'User-agent: a\nUser-agent: b\nDisallow: /x\n'
    const settings = [
      'Visit-time: 0600-0845',
      'Crawl-delay: 10',
      'Comment: why',
      'App-Directives: / app;k=1',
    ]
    const files = { 'old.txt': `${rules}${settings.join('\n')}\n`, 'new.txt': rules }
    const gone = diff(files, 'old.txt', 'new.txt', '--at', '2026-01-15T07:00:00Z')
    expect(gone.out).toBe(
      `new.txt: 1 with other settings

settings a, b
         was visits from 06:00 to 08:45 UTC; one page every 10 seconds; comment \`why\`; app directives for /: app {"k":1}
         now none
`,
    )
    expect(gone.code).toBe(1)
    expect(diff(files, 'new.txt', 'old.txt', '--at', '2026-01-15T07:00:00Z').code).toBe(0)
    expect(diff(files, 'old.txt', 'new.txt', '--markdown').out).toContain(
      '| a, b | visits from 06:00 to 08:45 UTC; one page',
    )
    const slower = {
      'old.txt': 'User-agent: a\nCrawl-delay: 5\n',
      'new.txt': 'User-agent: a\nCrawl-delay: 9\n',
    }
    expect(diff(slower, 'old.txt', 'new.txt').out).toContain(
      'was one page every 5 seconds\n         now one page every 9 seconds\n',
    )
  })

  it('writes terms as the policy does', () => {
    const { out, code } = diff(
      { 'old.txt': OLD, 'new.txt': OLD.replace('20', '9') },
      'old.txt',
      'new.txt',
    )
    expect(out).toContain('was permitted only with max-length=20-words, by old.txt:5')
    expect(out).toContain('now permitted only with max-length=9-words, by new.txt:5')
    expect(code).toBe(0)
  })

  it('reads octets that are not UTF-8 as acap init does', () => {
    const old = Buffer.from('User-agent: *\nDisallow: /privé/\n', 'latin1')
    const { cwd } = diff({ 'old.txt': old, 'b.txt': OPEN }, 'old.txt', 'b.txt')
    expect(acap(['diff', 'old.txt', 'b.txt'], { cwd }).out).toContain('`Disallow: /priv%E9/`')
    acap(['init', 'a', '--from', 'old.txt', '--host', 'a.test'], { cwd })
    expect(acap(['diff', 'old.txt', 'a'], { cwd })).toMatchObject({
      code: 0,
      out: 'a: nothing changes for any crawler\n',
    })
    expect(acap(['decide', 'old.txt', '/priv%E9/x', '--as', 'GPTBot'], { cwd }).out).toMatch(
      /^crawl prohibited/,
    )
  })

  it('takes a site by its name', () => {
    const { cwd } = diff({ ...site('policies', 'a', OLD), 'old.txt': OLD }, 'old.txt', 'a')
    for (const command of [
      ['diff', 'old.txt', 'a'],
      ['test', 'a'],
      ['check', 'a'],
      ['fmt', 'a'],
    ])
      expect(acap(command, { cwd }), command.join(' ')).toMatchObject({ code: 0 })
  })

  it('says of a permission that it has no terms where it had some, or gets some', () => {
    const files = { 'old.txt': OLD.replace(/ACAP.*/s, ''), 'new.txt': OLD }
    const tightens = diff(files, 'old.txt', 'new.txt')
    expect(tightens.out).toBe(
      'new.txt: 1 tightens\n\n' +
        'tightens Bot: show extracts of pages such as /\n' +
        '         was permitted without terms, because no rule forbids it\n' +
        '         now permitted only with max-length=20-words, by new.txt:5 ' +
        '`ACAP-allow-present-snippet: / max-length=20-words`\n',
    )
    expect(tightens.code).toBe(0)
    const loosens = diff(files, 'new.txt', 'old.txt')
    expect(loosens.out).toMatch(/^old\.txt: 1 loosens\n\nloosens {2}Bot: /)
    expect(loosens.out).toContain('now permitted without terms, because no rule forbids it\n')
    expect(loosens.code).toBe(1)
    const { out } = diff(files, 'old.txt', 'new.txt', '--markdown')
    expect(out).toContain('**Tightens: permitted as before, on more terms**\n')
    expect(out).toContain(
      '| permitted without terms | permitted only with<br>`max-length=20-words`<br>',
    )
    const [{ comparison }] = JSON.parse(diff(files, 'old.txt', 'new.txt', '--json').out).sites
    expect(comparison.changes).toMatchObject([{ effect: 'tightens', was: { restrictions: [] } }])
  })

  it('names the files of folders as they can be opened', () => {
    const files = {
      ...site('old', 'a', OLD),
      ...site('new', 'b', OPEN),
      'new/b/robots.txt': OPEN.replace('x', 'y'),
    }
    expect(diff(files, 'old', 'new').out).toContain('was prohibited by old/a/robots.txt:2 ')
    expect(diff(files, 'new', 'old').out).toContain('now prohibited by old/a/robots.txt:2 ')
    expect(diff(files, 'old/a', 'new').out).toContain('was prohibited by old/a/robots.txt:2 ')
    const route = '[[route]]\nmatch = "/x"\nfields = ["disallow-index"]\n'
    const routed = { ...files, 'new/b/site.toml': `hosts = ["b.test"]\n${route}` }
    expect(diff(routed, 'old', 'new').out).toContain(
      'now prohibited by new/b/site.toml `disallow-index`',
    )
  })

  it.each([
    ['old', 'new.txt'],
    ['new.txt', 'old'],
  ])('asks which site a robots.txt alone is to be compared with: %s, %s', (before, after) => {
    const files = { ...site('old', 'a', OLD), ...site('old', 'b', OLD), 'new.txt': OPEN }
    expect(diff(files, before, after)).toMatchObject({
      code: 2,
      err: 'acap: `new.txt` is one robots.txt, but `old` has 2 sites\nhelp: choose the site, as old/a\n',
    })
  })

  it.each([
    ['empty.bin', 'a.txt'],
    ['a.txt', 'empty.bin'],
  ])('compares no robots.txt with a bundle that leaves the sites out: %s, %s', (before, after) => {
    const cwd = folderWith({ ...site('policies', 'a', OLD), 'a.txt': OLD })
    acap(['build', '--no-sites', '--out', 'empty.bin'], { cwd })
    expect(acap(['diff', before, after], { cwd })).toMatchObject({
      code: 2,
      err: 'acap: `a.txt` is one robots.txt, but `empty.bin` has no sites\n',
    })
  })

  it('[Q3] is about an instant', () => {
    const until = (date: string) =>
      `ACAP-crawler: *\nACAP-allow-index: / time-limit=until-${date}\n`
    const files = { 'old.txt': until('2026-01-01'), 'new.txt': until('2026-06-01') }
    const at = (time: string) => diff(files, 'old.txt', 'new.txt', '--at', time).out
    expect(at('2026-03-01')).toContain('opens')
    expect(at('2026-09-01')).toContain('nothing changes')
    expect(diff(files, 'old.txt', 'new.txt', '--at', 'soon')).toMatchObject({ code: 2 })
  })

  it('refuses a policy with errors and a corrupt bundle', () => {
    const bad = diff(
      { ...site('old', 'a', 'ACAP-crawler: *\nACAP-disallow-crawl:\n'), 'new.txt': OLD },
      'old',
      'new.txt',
    )
    expect(bad).toMatchObject({ code: 2, err: expect.stringContaining('`old` has errors') })
    const corrupt = diff({ 'a.bin': 'ACAPEDGExxxx', 'new.txt': OLD }, 'a.bin', 'new.txt')
    expect(corrupt).toMatchObject({ code: 2, err: expect.stringContaining('`a.bin`') })
  })
})

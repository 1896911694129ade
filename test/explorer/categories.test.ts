/**
 * A category in the page (I6): what would be served, and where its prohibition stands.
 */
import { describe, expect, it } from 'vitest'
import { readSiteFiles, today } from '../../src/author/files/read-policies.ts'
import { accountOf } from '../../src/explorer/account.ts'
import { readDraft } from '../../src/explorer/draft.ts'
import { type CrawlerRow, rowsOf } from '../../src/explorer/rows.ts'
import { answerCell } from '../../src/explorer/shown-crawlers.ts'
import { readQuestion } from '../../src/explorer/what-if.ts'
import { knownCrawlers } from '../../src/registry.ts'
import { ask, NOW } from './asked.ts'

const FILES = {
  'robots.txt': 'user-agent: *\nDisallow: /private/\n\nUser-agent: CCBot\nAllow: /\n',
  'site.toml': 'hosts = ["news.test"]\n\n[categories.training]\ncrawl = false\nindex = false\n',
}

describe('a category that is closed in the page', () => {
  it('is served with the names that the command line serves', () => {
    const registry = knownCrawlers()
    const inPage = readDraft(
      { site: 'test', files: new Map(Object.entries(FILES)) },
      registry,
      today(),
    )
    const bytes = new Map(
      Object.entries(FILES).map(([path, text]) => [path, new TextEncoder().encode(text)]),
    )
    const { generated } = readSiteFiles({ site: 'test', files: bytes }, today(), () => registry)
    expect(inPage.generated.files).toEqual(generated.files)
    expect(generated.files[0]!.text.match(/^User-agent: /gm)!.length).toBeGreaterThan(50)
  })

  it('decides with its key, which stands in site.toml', () => {
    const { account } = ask(FILES, '/a', { as: 'GPTBot/1.2' })
    const place = { file: 'site.toml', line: 4, text: '[categories.training] crawl = false' }
    expect(account.deciding).toEqual([place])
    expect(account.sentence).toMatch(
      /: `\[categories\.training\] crawl = false`, line 4 of site\.toml$/,
    )
    const { deciding } = ask(FILES, '/a', { as: 'GPTBot/1.2', usage: 'index' }).account
    expect(deciding.map(({ file, line, text }) => `${file}:${line} ${text}`)).toContain(
      'site.toml:5 [categories.training] index = false',
    )
  })

  it('leaves the other fields on the lines of the editor', () => {
    const { account } = ask(FILES, '/private/a', { row: 'any' })
    expect(account.sentence).toMatch(/line 2 of robots\.txt$/)
  })
})

describe('a token that no request carries', () => {
  it('is a row of the page, and no reader or refused crawler', () => {
    const meaning = readDraft(
      { site: 'test', files: new Map([['robots.txt', 'User-agent: *\nDisallow: /\n']]) },
      knownCrawlers(),
      NOW,
    )
    const question = readQuestion(
      { url: '/a', userAgent: 'x', at: '' },
      meaning.program.config,
      NOW,
    )
    const rows = rowsOf({ now: meaning, was: null }, 'x', question, 'google-ext')
    const row = rows.find(({ label }) => label.toLowerCase().startsWith('google-extended'))!
    const account = accountOf(
      meaning,
      answerCell(meaning, row.crawlers[0]!, 'crawl', question),
      question,
    )
    expect(row.cells[0]!.standing).toBe('prohibited')
    expect(account.notes.join(' ')).toMatch(/no request carries it/)
    expect(account.notes.join(' ')).not.toMatch(/The edge answers/)
  })
})

describe('the rows of the known crawlers', () => {
  const registry = knownCrawlers()
  const rowsFor = (robots: string) => {
    const files = new Map([
      ['robots.txt', robots],
      ['site.toml', FILES['site.toml']],
    ])
    const meaning = readDraft({ site: 'test', files }, registry, NOW)
    const question = readQuestion(
      { url: '/a', userAgent: 'x', at: '' },
      meaning.program.config,
      NOW,
    )
    const rows = rowsOf({ now: meaning, was: null }, 'x', question)
    const crawl = ({ crawlers: [first] }: CrawlerRow) =>
      accountOf(meaning, answerCell(meaning, first!, 'crawl', question), question)
    return {
      rows,
      crawl,
      find: (label: string) => rows.find((row) => row.label.startsWith(label))!,
    }
  }

  it('are one for each category, also where a category is closed', () => {
    const { rows, crawl } = rowsFor('User-agent: *\nDisallow: /private/\n')
    const folded = rows
      .filter(({ summary }) => summary !== null)
      .map(({ label }) => label.replace(/ .*/, ''))
    expect(folded).toEqual([...new Set(folded)])
    expect(folded).toContain('monitor')
    const single = rows.filter(({ summary }) => summary === null)
    expect(single.slice(6).map(({ label }) => label)).toEqual([
      'ai2bot-deepresearcheval (Ai2, assistant)',
    ])
    expect(crawl(single[6]!).notes).toEqual([
      'site.toml closes the category of `ai2bot`, but not that of this crawler: it keeps the rules for `*`.',
    ])
  })

  it('say in the words of the columns what their crawlers may do', () => {
    const { find } = rowsFor('ACAP-crawler: *\nACAP-disallow-preserve: /\n')
    expect(find('seo').summary).toBe('may fetch, search, …')
  })

  it('show by their names those that a name of the policy addresses, and say which', () => {
    const { crawl, find } = rowsFor('User-agent: AI2Bot\nAllow: /\n')
    const row = find('ai2bot-deepresearcheval (Ai2, assistant)')
    expect(crawl(row).notes).toEqual([
      'The name `ai2bot-deepresearcheval` holds `ai2bot`, so what the policy says to `ai2bot` counts for it, too.',
    ])
  })

  it('say why monitors and other known readers are permitted', () => {
    const { crawl, find } = rowsFor('User-agent: *\nDisallow: /\n')
    expect(crawl(find('monitor')).sentence).toMatch(
      /^\S+ is a monitor: a reader unless the policy names it\. Readers are never refused\.$/,
    )
    expect(crawl(find('preview')).sentence).toContain('a fetcher of link previews')
  })
})

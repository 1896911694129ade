/**
 * A category in the page (I6): what would be served, and where its prohibition stands.
 */
import { describe, expect, it } from 'vitest'
import { readSiteFiles, today } from '../../src/cli/read-policies.ts'
import { readDraft } from '../../src/explorer/draft.ts'
import { knownCrawlers } from '../../src/registry.ts'
import { ask } from './asked.ts'

const FILES = {
  'robots.txt': 'user-agent: *\nDisallow: /private/\n\nUser-agent: CCBot\nAllow: /\n',
  'site.toml': 'hosts = ["news.test"]\n\n[categories.training]\ncrawl = false\nindex = false\n',
}

describe('a category that is closed in the page', () => {
  it('is served with the names that the command line serves', () => {
    const registry = knownCrawlers()
    const inPage = readDraft({ site: 'test', files: new Map(Object.entries(FILES)) }, registry, today())
    const bytes = new Map(Object.entries(FILES).map(([path, text]) => [path, new TextEncoder().encode(text)]))
    const { generated } = readSiteFiles({ site: 'test', files: bytes }, today(), () => registry)
    expect(inPage.generated.files).toEqual(generated.files)
    expect(generated.files[0]!.text.match(/^User-agent: /gm)!.length).toBeGreaterThan(50)
  })

  it('decides with its key, which stands in site.toml', () => {
    const { account } = ask(FILES, '/a', { as: 'GPTBot/1.2' })
    const place = { file: 'site.toml', line: 4, text: '[categories.training] crawl = false' }
    expect(account.deciding).toEqual([place])
    expect(account.sentence).toMatch(/: `\[categories\.training\] crawl = false`, line 4 of site\.toml$/)
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

/**
 * A new policy of the page → the folder of a site; and what must not make one.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadSites } from '../../src/author/files/load-site.ts'
import { listVersions, saveFiles } from '../../src/explorer/server/save-files.ts'
import { folderWith } from '../support/cli/acap.ts'

const ROBOTS = 'User-agent: *\nDisallow: /a\n'
const SITE = {
  'policies/news/robots.txt': ROBOTS,
  'policies/news/site.toml': 'hosts = ["news.test"]\n',
}

function begin(files: Readonly<Record<string, string>> = SITE) {
  const root = folderWith(files)
  const policies = join(root, 'policies')
  const save = (
    site: unknown,
    texts: Readonly<Record<string, string>> = { 'robots.txt': ROBOTS },
    more = {},
  ) => {
    const sent = Object.fromEntries(
      Object.entries(texts).map(([path, text]) => [path, { base: '', text }]),
    )
    return saveFiles(policies, JSON.stringify({ site, isNew: true, files: sent, ...more }))
  }
  const read = (path: string) => readFileSync(join(policies, path), 'utf8')
  return { root, policies, save, read }
}

it('makes the folder of a host with its files, its hosts and its first version', () => {
  const { policies, save, read } = begin()
  const answer = save('WWW.Shop.test', undefined, { effect: '1 closes', comment: 'begun' })
  expect(answer).toMatchObject({ status: 200, site: 'www.shop.test' })
  expect(read('www.shop.test/robots.txt')).toBe(ROBOTS)
  expect(read('www.shop.test/site.toml')).toBe('hosts = ["www.shop.test"]\n')
  expect(read('www.shop.test/.history/.gitignore')).toBe('*\n')
  expect(readdirSync(policies).sort()).toEqual(['news', 'www.shop.test'])
  const site = loadSites(policies).find((each) => each.site === 'www.shop.test')!
  expect(listVersions(site)).toMatchObject([{ effect: '1 closes', comment: 'begun' }])
})

it('makes the folder of policies where there is none, and gives a template its host', () => {
  const { policies, save, read } = begin({})
  const toml =
    'hosts = ["www.example.com"] # placeholder: yours\n[refuse]\ncontact = "a@example.com"\n'
  expect(save('https://shop.test/', { 'site.toml': toml }).status).toBe(200)
  expect(read('shop.test/site.toml')).toBe(
    'hosts = ["shop.test"]\n[refuse]\ncontact = "a@shop.test"\n',
  )
  expect(read('shop.test/robots.txt')).toBe('')
  expect(readdirSync(policies)).toEqual(['shop.test'])
})

it.each([
  '',
  '.',
  'a..b',
  '..',
  '.git',
  '../news',
  '/etc',
  'a/b',
  'a\\..\\..\\b',
  '%2e%2e',
  '%2E./',
  'a b',
  'a.test:8080',
  '*',
  'a\0b',
])('makes no folder called %j', (name) => {
  const { root, policies, save } = begin()
  expect(() => save(name)).toThrow(/is not a host name|cannot name a folder/)
  expect([readdirSync(root), readdirSync(policies)]).toEqual([['policies'], ['news']])
})

it.each(['../robots.txt', '/etc/x', '.history/x.json', '.hidden', 'new.txt', 'a/robots.txt'])(
  'writes no file %s',
  (path) => {
    const { policies, save } = begin()
    expect(save('shop.test', { 'robots.txt': ROBOTS, [path]: 'x' }).status).toBe(409)
    expect(readdirSync(policies)).toEqual(['news'])
  },
)

it('touches no folder, file or link that is there, nor a site that has the host', () => {
  const { root, policies, save, read } = begin({
    ...SITE,
    'policies/file.test': 'x',
    'elsewhere/keep': '',
  })
  mkdirSync(join(policies, 'empty.test'))
  symlinkSync(join(root, 'elsewhere'), join(policies, 'link.test'))
  symlinkSync(join(root, 'nothing'), join(policies, 'dangling.test'))
  for (const name of ['news', 'empty.test', 'file.test', 'link.test']) {
    expect(() => save(name)).toThrow('already exists')
  }
  expect(() => save('dangling.test')).toThrow('is a link to nothing')
  expect(() => save('news.test')).toThrow('is a host of the site `news` already')
  expect([readdirSync(join(policies, 'empty.test')), readdirSync(join(root, 'elsewhere'))]).toEqual(
    [[], ['keep']],
  )
  expect([read('file.test'), existsSync(join(root, 'nothing'))]).toEqual(['x', false])
})

it('makes no site within a site, and none without being told', () => {
  const { policies, save } = begin({ 'policies/robots.txt': ROBOTS })
  expect(() => save('shop.test')).toThrow('is a site itself')
  expect(readdirSync(policies)).toEqual(['robots.txt'])
  const other = begin()
  expect(other.save('shop.test', undefined, { isNew: false }).status).toBe(404)
  for (const isNew of ['yes', 1, null])
    expect(other.save('shop.test', undefined, { isNew }).status).toBe(400)
  expect(other.save(['shop.test']).status).toBe(400)
  expect(readdirSync(other.policies)).toEqual(['news'])
})

/**
 * The versions of a site that the explorer saves.
 */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadSites } from '../../src/author/files/load-site.ts'
import { listVersions, saveFiles, versionNamed } from '../../src/explorer/server/save-files.ts'
import { folderWith } from '../support/cli/acap.ts'

const [OLD, NEW] = ['User-agent: *\nDisallow: /a\n', 'User-agent: *\nDisallow: /b\n']

function begin() {
  const policies = join(folderWith({ 'policies/news/robots.txt': OLD }), 'policies')
  const history = join(policies, 'news', '.history')
  const site = () => loadSites(policies)[0]!
  const save = (base: string, text: string, more = {}) =>
    saveFiles(
      policies,
      JSON.stringify({ site: 'news', files: { 'robots.txt': { base, text } }, ...more }),
    ).status
  return { policies, history, site, save }
}

it('keeps each save as a version, and what was there before', () => {
  const { history, site, save } = begin()
  expect(save(OLD, NEW, { effect: '1 closes', comment: 'the contract ended' })).toBe(200)
  const listed = listVersions(site())
  expect(listed).toMatchObject([
    { effect: '1 closes', comment: 'the contract ended' },
    { effect: 'as it was found on disk', comment: '' },
  ])
  expect(listed.map(({ id }) => versionNamed(site(), id)?.files)).toEqual([
    { 'robots.txt': NEW },
    { 'robots.txt': OLD },
  ])
  expect(readFileSync(join(history, '.gitignore'), 'utf8')).toBe('*\n')
  expect([...site().files.keys()]).toEqual(['robots.txt'])
})

it('keeps what others wrote between two saves, and nothing twice', () => {
  const { policies, site, save } = begin()
  save(OLD, NEW)
  save(OLD, NEW)
  expect(listVersions(site())).toHaveLength(2)
  const theirs = `${NEW}# theirs\n`
  writeFileSync(join(policies, 'news', 'robots.txt'), theirs)
  save(theirs, OLD)
  const texts = listVersions(site()).map(({ id }) => versionNamed(site(), id)?.files['robots.txt'])
  expect(texts).toEqual([OLD, theirs, NEW, OLD])
})

it('keeps at most 100 versions, and reads no other file', () => {
  const { history, site, save } = begin()
  mkdirSync(history)
  for (let i = 0; i < 120; i++) {
    writeFileSync(join(history, `2020-01-01T00-00-00-${String(i).padStart(3, '0')}Z.json`), '{}')
  }
  save(OLD, NEW)
  const names = readdirSync(history).filter((name) => name.endsWith('.json'))
  expect(names.sort()[0]).toBe('2020-01-01T00-00-00-022Z.json')
  expect(names).toHaveLength(100)
  expect(listVersions(site())).toHaveLength(2)
  for (const id of ['../robots.txt', '.gitignore', 'x.json', names[0]!])
    expect(versionNamed(site(), id)).toBeNull()
})

it('keeps at most 10 MB', () => {
  const { history, site, save } = begin()
  mkdirSync(history)
  for (const i of [1, 2, 3])
    writeFileSync(join(history, `2020-01-01T00-00-00-00${i}Z.json`), ' '.repeat(4_000_000))
  save(OLD, NEW)
  expect(readdirSync(history).filter((name) => name.startsWith('2020'))).toHaveLength(2)
  expect(listVersions(site())).toHaveLength(2)
})

it('saves nothing where the history is a link', () => {
  const { policies, history, site, save } = begin()
  symlinkSync(policies, history)
  expect(() => save(OLD, NEW)).toThrow('is not a folder')
  expect(new TextDecoder().decode(site().files.get('robots.txt'))).toBe(OLD)
})

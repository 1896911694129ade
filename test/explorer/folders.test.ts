import { describe, expect, it } from 'vitest'
import { type Folder, foldersOf } from '../../src/explorer/folders.ts'
import { meaningOf, NOW } from './asked.ts'

const lines = ({ path, words, folders }: Folder): readonly string[] => [
  `${path} ${words}`,
  ...folders.flatMap(lines),
]
const shown = (robots: string, toml: string, targets: readonly string[] = []) => {
  const files = { 'robots.txt': robots, 'site.toml': `hosts = ["a.test"]\n${toml}` }
  return lines(foldersOf(meaningOf(files), targets, NOW))
}

describe('the folders of a site', () => {
  it('say who may not enter each, and are those of the policy and of a log', () => {
    const toml = '[categories.training]\ncrawl = ["/archive/1912/"]\n'
    expect(shown('User-agent: *\nDisallow: /private/\n', toml, ['/news/a/b?c', '/x'])).toEqual([
      '/ open to all crawlers',
      '/archive/ open to all crawlers',
      '/archive/1912/ closed to AI',
      '/news/ open to all crawlers',
      '/news/a/ open to all crawlers',
      '/private/ closed to all crawlers',
    ])
  })

  it('say where some crawlers of a kind may not enter', () => {
    const robots = 'User-agent: *\nDisallow: /b/\n\nUser-agent: GPTBot\nDisallow: /a/\n'
    expect(shown(robots, '')).toContain('/a/ closed in part to AI')
  })

  it('are not made of what is behind a wildcard or a query', () => {
    expect(shown('User-agent: *\nDisallow: /a/*/b/\nDisallow: /c?d=/e/\n', '')).toEqual([
      '/ open to all crawlers',
      '/a/ open to all crawlers',
    ])
  })
})

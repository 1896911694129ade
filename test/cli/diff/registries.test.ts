/**
 * What a newer registry of known crawlers changes: which names came, went or moved, and what follows for a policy.
 */
import { expect, it } from 'vitest'
import { folderWith } from '../../support/cli/acap.ts'
import { runAcap } from '../../support/cli/run-acap.ts'

const SITE = 'hosts = ["www.example.com"]\n[categories.training]\ncrawl = false\n'
const ROBOTS = 'User-agent: *\nDisallow: /private/\n'

/** A list as `acap crawlers` writes it. */
function list(...crawlers: readonly (readonly [name: string, category: string])[]): string {
  const head = {
    name: 'own',
    source: 'https://lists.test/own.json',
    date: '2026-11-01',
    licence: 'MIT',
    states: true,
  }
  return JSON.stringify({
    ...head,
    crawlers: crawlers.map(([name, category]) => ({ name, category, operator: null })),
  })
}

function policies(site: string, crawlers: string): string {
  return folderWith({ 'a/robots.txt': ROBOTS, 'a/site.toml': site, '.crawlers/own.json': crawlers })
}

const OLD = list(
  ['quuxbot', 'other'],
  ['plainbot', 'other'],
  ['oldleaf', 'search'],
  ['linkpeek', 'preview'],
)
const NEW = list(
  ['quuxbot', 'training'],
  ['plainbot', 'other'],
  ['newleaf', 'search'],
  ['linkpeek', 'other'],
)

it('[I6] lists crawlers that moved into a category, and what that closes', async () => {
  const { out, code } = await runAcap(['diff', policies(SITE, OLD), policies(SITE, NEW)])
  expect(out).toContain('closes   quuxbot: everything with pages such as /')
  expect(out).toContain('now prohibited by')
  expect(out).toContain('[categories.training] crawl = false')
  expect(out).toContain('closes   newleaf, linkpeek: everything with pages such as /private/')
  expect(out).toContain('was permitted to it as a reader')
  expect(out).toContain(
    'known crawlers: 1 new, 2 of another category, 1 gone\n  new    newleaf (search)\n  moved  linkpeek (other, was preview), quuxbot (training, was other)\n  gone   oldleaf (search)\n',
  )
  // A crawler that nobody knows any more is a reader: what it may do is more than before.
  expect(out).toContain('opens    oldleaf: fetch pages such as /private/')
  expect(code).toBe(1)
})

it('[I3] says the same in Markdown and as JSON', async () => {
  const folders = [
    policies('hosts = ["www.example.com"]\n', OLD),
    policies('hosts = ["www.example.com"]\n', NEW),
  ]
  const { out: markdown } = await runAcap(['diff', ...folders, '--markdown'])
  expect(markdown).toContain(
    '### known crawlers: 1 new, 2 of another category, 1 gone\n\n- new: newleaf (search)\n',
  )
  expect(markdown).toContain('permitted as a reader')
  const { out: json } = await runAcap(['diff', ...folders, '--json'])
  expect(JSON.parse(json).crawlers.moved).toEqual([
    { name: 'linkpeek', was: 'preview', now: 'other' },
    { name: 'quuxbot', was: 'other', now: 'training' },
  ])
})

it('says nothing of crawlers where both sides know the same', async () => {
  const folder = policies(SITE, OLD)
  const { out, code } = await runAcap(['diff', folder, folder])
  expect([out, code]).toEqual(['a: nothing changes for any crawler\n', 0])
})

import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lookAt } from '../../../src/doors/gate/path-look.ts'

function begin(): string {
  const root = mkdtempSync(join(tmpdir(), 'acap-look-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'policies/site'), { recursive: true })
  writeFileSync(join(root, 'policies/site/robots.txt'), 'Disallow: /a/')
  return root
}

const at = (root: string) => lookAt([join(root, 'policies')])

test.each<[string, boolean, (root: string) => void]>([
  ['nothing happens', false, () => undefined],
  [
    'a file of the same size and time takes the place of another',
    true,
    (root) => {
      const [file, other] = [join(root, 'policies/site/robots.txt'), join(root, 'other')]
      utimesSync(file, 0, 0)
      writeFileSync(other, 'Disallow: /b/')
      utimesSync(other, 0, 0)
      renameSync(other, file)
    },
  ],
  [
    'a file is written with the time of before',
    true,
    (root) => {
      const file = join(root, 'policies/site/robots.txt')
      writeFileSync(file, 'Disallow: /b/')
      utimesSync(file, 0, 0)
    },
  ],
  ['a file comes', true, (root) => writeFileSync(join(root, 'policies/site/cases.toml'), '')],
  ['a folder comes', true, (root) => mkdirSync(join(root, 'policies/other'))],
  ['a folder goes', true, (root) => rmSync(join(root, 'policies/site'), { recursive: true })],
  [
    'a hidden file comes',
    false,
    (root) => writeFileSync(join(root, 'policies/site/.robots.txt.swp'), ''),
  ],
  ['a file beside the folder comes', false, (root) => writeFileSync(join(root, 'other'), '')],
  [
    'a link leads elsewhere',
    true,
    (root) => {
      mkdirSync(join(root, 'next'))
      writeFileSync(join(root, 'next/robots.txt'), 'Disallow: /a/')
      renameSync(join(root, 'policies/site'), join(root, 'last'))
      symlinkSync('../next', join(root, 'policies/site'))
    },
  ],
  [
    'the folder becomes a link to itself',
    true,
    (root) => {
      renameSync(join(root, 'policies'), join(root, 'real'))
      symlinkSync('real', join(root, 'policies'))
    },
  ],
])('%s: changed is %s', async (_, isOther, change) => {
  const root = begin()
  utimesSync(join(root, 'policies/site/robots.txt'), 0, 0)
  const { print } = await at(root)
  change(root)
  expect((await at(root)).print !== print).toBe(isOther)
})

test('names the folders in which each link is, and the names that count there', async () => {
  const root = begin()
  renameSync(join(root, 'policies'), join(root, 'real'))
  symlinkSync('current', join(root, 'policies'))
  symlinkSync('real', join(root, 'current'))
  const { folders, isWhole } = await at(root)
  expect([isWhole, [...folders.keys()].sort()]).toEqual([
    true,
    expect.arrayContaining([root, join(root, 'real'), join(root, 'real/site')]),
  ])
  const counts = ['policies', 'current', 'real', 'syslog'].map(folders.get(root)!.counts)
  expect(counts).toEqual([true, true, true, false])
  expect(folders.get(join(root, 'real'))!.counts('..data')).toBe(false)
  expect(folders.get(join(root, 'real'))!.counts('www.example.com')).toBe(true)
})

test('is not whole where the path or a link leads to nothing, and ends where links lead back', async () => {
  const root = begin()
  symlinkSync('..', join(root, 'policies/site/back'))
  symlinkSync('loop', join(root, 'loop'))
  linkSync(join(root, 'policies/site/robots.txt'), join(root, 'policies/site/same.txt'))
  expect((await at(root)).isWhole).toBe(true)
  symlinkSync('nowhere', join(root, 'policies/gone'))
  expect((await at(root)).isWhole).toBe(false)
  for (const path of ['nowhere', 'loop', 'loop/a']) {
    expect((await lookAt([join(root, path)])).isWhole).toBe(false)
    expect((await lookAt([], [join(root, path)])).isWhole).toBe(true)
  }
})

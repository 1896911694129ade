/**
 * I1: `acap explain` with a name alone that readers send as their whole header.
 */
import { expect, it } from 'vitest'
import { acap, folderWith } from '../support/cli/acap.ts'

it('[I1] says that the edge takes a word that readers send alone for a reader', () => {
  const names = ['Safari', 'Yandex', 'Google-Extended']
  const cwd = folderWith({
    'policies/a/robots.txt': `${names.map((name) => `User-agent: ${name}\n`).join('')}Disallow: /x\n`,
    'policies/a/site.toml': 'hosts = ["a.test"]\n',
  })
  const about = (agent: string) => acap(['explain', 'a', '/x', '--as', agent], { cwd }).out
  expect(about('Safari/6')).toContain('PROHIBITED')
  const note = 'note: the edge serves a client with this header as a reader'
  expect(names.map((name) => about(name).includes(note))).toEqual([true, false, false])
})

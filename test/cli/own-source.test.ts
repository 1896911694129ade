import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ownSource } from '../../src/cli/init/starter.ts'
import { folderWith } from '../support/cli/acap.ts'

/** Where npm installed the package in a project, by what its list says. */
function installed(entry: object, path = 'node_modules/acap-edge') {
  const folder = folderWith({
    'node_modules/.package-lock.json': JSON.stringify({ packages: { [path]: entry } }),
  })
  return { root: join(folder, path), folder }
}

describe('what a new project depends on', () => {
  it.each([
    ['a tarball', { resolved: 'file:acap-edge-1.2.3.tgz' }, 'file:acap-edge-1.2.3.tgz'],
    ['a folder', { resolved: '../acap-edge', link: true }, 'file:../acap-edge'],
    [
      'a repository',
      { resolved: 'git+ssh://git@git.test/o/acap.git#0a1b' },
      'git+ssh://git@git.test/o/acap.git#0a1b',
    ],
    [
      'another registry',
      { resolved: 'https://npm.test/acap-edge-1.2.3.tgz' },
      'https://npm.test/acap-edge-1.2.3.tgz',
    ],
    [
      'the registry',
      { resolved: 'https://registry.npmjs.org/acap-edge/-/acap-edge-1.2.3.tgz' },
      '1.2.3',
    ],
    ['a registry that npm left out', {}, '1.2.3'],
    ['another name', { name: '@shop/acap' }, 'npm:@shop/acap@1.2.3'],
  ])('is what this program was installed from: %s', (_, entry, expected) => {
    const { root, folder } = installed({ version: '1.2.3', ...entry })
    expect(ownSource(root, folder)).toBe(expected)
  })

  it('is the name under which it was installed', () => {
    const { root, folder } = installed({ version: '1.2.3' }, 'node_modules/@shop/acap')
    expect(ownSource(root, folder)).toBe('npm:@shop/acap@1.2.3')
  })

  it('is found from elsewhere', () => {
    const { root, folder } = installed({ version: '1.2.3', resolved: 'file:../x.tgz' })
    expect(ownSource(root, join(folder, 'a', 'b'))).toBe('file:../../../x.tgz')
  })

  it('is a checkout where it runs from one', () => {
    expect(ownSource('/home/o/acap', '/home/o/shop')).toBe('file:../acap')
  })

  it('is never a bare name: without a record there is none', () => {
    const folder = folderWith({ 'lib/node_modules/acap-edge/package.json': '{}' })
    expect(() => ownSource(join(folder, 'lib/node_modules/acap-edge'), folder)).toThrow(
      'installed from',
    )
  })
})

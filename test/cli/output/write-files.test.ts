/**
 * What `acap` writes over an author's files, and what it leaves alone: links, modes, hard links, mounts, devices.
 */
import { execFileSync } from 'node:child_process'
import fs, {
  chmodSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { StorageError, UsageError } from '../../../src/base/faults.ts'
import { ChangedError, writeFiles } from '../../../src/base/files/write-files.ts'
import { folderWith } from '../../support/cli/acap.ts'

const IS_ROOT = process.getuid?.() === 0

describe('a file that is written', () => {
  it('keeps its mode, one that the umask forbids too', () => {
    const folder = folderWith({ 'a.txt': 'old' })
    const path = join(folder, 'a.txt')
    for (const mode of [0o600, 0o666, 0o755, 0o640]) {
      chmodSync(path, mode)
      writeFiles([{ path, content: `new ${mode}` }])
      expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o7777]).toEqual([
        `new ${mode}`,
        mode,
      ])
    }
    expect(readdirSync(folder)).toEqual(['a.txt'])
  })

  it.runIf(IS_ROOT)('keeps its owner and its group', () => {
    const path = join(folderWith({ 'a.txt': 'old' }), 'a.txt')
    execFileSync('chown', ['12345:23456', path])
    writeFiles([{ path, content: 'new' }])
    expect([statSync(path).uid, statSync(path).gid]).toEqual([12345, 23456])
  })

  it('stays behind its link, which stays a link', () => {
    const folder = folderWith({ 'deep/a.txt': 'old' })
    symlinkSync('deep/a.txt', join(folder, 'link'))
    const written = writeFiles([{ path: join(folder, 'link'), content: 'new' }])
    expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(folder, 'deep/a.txt'), 'utf8')).toBe('new')
    expect(written).toEqual([realpathSync(join(folder, 'deep/a.txt'))])
  })

  it('is not touched where it has this content already', () => {
    const path = join(folderWith({ 'a.txt': 'same' }), 'a.txt')
    utimesSync(path, 1, 1)
    const { ino } = statSync(path)
    writeFiles([{ path, content: 'same' }])
    expect([statSync(path).mtimeMs, statSync(path).ino]).toEqual([1000, ino])
  })

  it('may be new, in new folders', () => {
    const path = join(folderWith({}), 'a/b/c.txt')
    writeFiles([{ path, content: Uint8Array.of(1, 2) }])
    expect([...readFileSync(path)]).toEqual([1, 2])
  })

  it('may be a whole folder, which is never added to', () => {
    const folder = folderWith({ 'there/x': '' })
    const content = new Map([
      ['a.txt', 'a'],
      ['deep/b.txt', 'b'],
    ])
    writeFiles([{ path: join(folder, 'new'), content }])
    expect(readFileSync(join(folder, 'new/deep/b.txt'), 'utf8')).toBe('b')
    expect(() => writeFiles([{ path: join(folder, 'there'), content }])).toThrow(UsageError)
    expect(readdirSync(folder).sort()).toEqual(['new', 'there'])
  })
})

describe('nothing is written', () => {
  const refused = (make: (folder: string) => string, kind: unknown, message: RegExp) => {
    const folder = folderWith({ 'a.txt': 'old', 'other.txt': 'old' })
    const path = make(folder)
    const files = [
      { path: join(folder, 'other.txt'), content: 'new' },
      { path, content: 'new' },
    ]
    expect(() => writeFiles(files)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(message) }),
    )
    expect(() => writeFiles(files)).toThrow(kind as typeof Error)
    expect(readFileSync(join(folder, 'other.txt'), 'utf8')).toBe('old')
    expect(readdirSync(folder).filter((name) => name.startsWith('.acap-'))).toEqual([])
  }

  it('over one of several hard links', () => {
    refused(
      (folder) => {
        linkSync(join(folder, 'a.txt'), join(folder, 'b.txt'))
        return join(folder, 'a.txt')
      },
      StorageError,
      /a\.txt` has 2 names \(hard links\)/,
    )
  })

  it('over a folder, a device, or a link to nothing', () => {
    refused((folder) => folder, UsageError, /is a folder$/)
    refused(() => '/dev/full', UsageError, /`\/dev\/full` is not a regular file$/)
    refused(() => '/dev/zero', UsageError, /is not a regular file$/)
    refused(
      (folder) => {
        symlinkSync('nowhere', join(folder, 'link'))
        return join(folder, 'link')
      },
      UsageError,
      /link` is a link to nothing$/,
    )
  })

  it.runIf(IS_ROOT)('over a mount', () => {
    refused(
      (folder) => {
        const path = join(folder, 'a b.txt')
        writeFileSync(path, 'old')
        execFileSync('mount', ['--bind', path, path])
        onTestFinished(() => void execFileSync('umount', [path]))
        return path
      },
      StorageError,
      /a b\.txt` is a mount/,
    )
  })

  it('outside the boundary', () => {
    const folder = folderWith({ 'secret.txt': 'old', 'in/x': '' })
    symlinkSync('../secret.txt', join(folder, 'in/link'))
    const boundary = realpathSync(join(folder, 'in'))
    expect(() => writeFiles([{ path: join(folder, 'in/link'), content: 'new', boundary }])).toThrow(
      'leaves the policies',
    )
    expect(readFileSync(join(folder, 'secret.txt'), 'utf8')).toBe('old')
  })

  it.each([1, 2])(
    'outside the boundary, where a folder becomes a link after file %i was staged',
    (count) => {
      const folder = folderWith({ 'out/a.txt': 'old', 'in/deep/a.txt': 'old', 'in/b.txt': 'old' })
      const boundary = realpathSync(join(folder, 'in'))
      const deep = join(folder, 'in/deep')
      const { fsyncSync } = fs
      let staged = 0
      vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
        fsyncSync(file)
        if (++staged !== count) return
        renameSync(deep, join(folder, 'in/other'))
        symlinkSync('../out', deep)
      })
      syncBuiltinESMExports()
      onTestFinished(() => {
        vi.restoreAllMocks()
        syncBuiltinESMExports()
      })
      const paths = [join(folder, 'in/b.txt'), join(deep, 'a.txt')]
      const files = paths.map((path) => ({
        path,
        content: 'new',
        before: Buffer.from('old'),
        boundary,
      }))
      expect(() => writeFiles(files)).toThrow(ChangedError)
      expect(readdirSync(join(folder, 'out'))).toEqual(['a.txt'])
      for (const path of paths) expect(readFileSync(path, 'utf8')).toBe('old')
    },
  )

  it('over what has changed since it was read', () => {
    const folder = folderWith({ 'a.txt': 'an edit', 'b.txt': 'b' })
    const files = [
      { path: join(folder, 'b.txt'), content: 'new', before: Buffer.from('b') },
      { path: join(folder, 'a.txt'), content: 'new', before: Buffer.from('old') },
      { path: join(folder, 'b.txt'), content: 'newer', before: null },
    ]
    expect(() => writeFiles(files)).toThrow(ChangedError)
    expect([
      readFileSync(join(folder, 'a.txt'), 'utf8'),
      readFileSync(join(folder, 'b.txt'), 'utf8'),
    ]).toEqual(['an edit', 'b'])
  })
})

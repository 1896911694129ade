import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { acap, folderWith } from '../support/cli/acap.ts'

const ODD = 'user-agent:*\ndisallow :/a # why\n'
const CANONICAL = 'User-agent: *\nDisallow: /a # why\n'

describe('acap fmt', () => {
  const cwd = () =>
    folderWith({
      'policies/a/robots.txt': ODD,
      'policies/b/robots.txt': CANONICAL,
      'x.toml': 'a = 1\n',
    })
  const textIn = (folder: string) => readFileSync(join(folder, 'policies/a/robots.txt'), 'utf8')

  it('writes what is not canonical, and names it', () => {
    const folder = cwd()
    expect(acap(['fmt'], { cwd: folder })).toMatchObject({
      code: 0,
      out: 'policies/a/robots.txt\n',
    })
    expect(textIn(folder)).toBe(CANONICAL)
    expect(acap(['fmt'], { cwd: folder })).toMatchObject({ code: 0, out: '' })
  })

  it('only names it with --check, and fails', () => {
    const folder = cwd()
    expect(acap(['fmt', '--check'], { cwd: folder })).toMatchObject({
      code: 1,
      out: 'policies/a/robots.txt\n',
    })
    expect(textIn(folder)).toBe(ODD)
  })

  it('is JSON for scripts', () => {
    const rows = [
      { file: 'policies/a/robots.txt', changed: true },
      { file: 'policies/b/robots.txt', changed: false },
    ]
    const { code, out } = acap(['fmt', '--json'], { cwd: cwd() })
    expect(JSON.parse(out)).toEqual(rows)
    expect(code).toBe(0)
    expect(JSON.parse(acap(['fmt', '--json', '-'], { input: ODD }).out)).toEqual([
      { file: '-', changed: true, text: CANONICAL },
    ])
  })

  it('prints standard input canonically', () => {
    expect(acap(['fmt', '-'], { input: ODD })).toMatchObject({ code: 0, out: CANONICAL })
    expect(acap(['fmt', '-', '--check'], { input: ODD })).toMatchObject({ code: 1, out: '-\n' })
  })

  it('leaves alone what is not a robots.txt', () => {
    const folder = cwd()
    const { code, err } = acap(['fmt', 'policies/a/robots.txt', 'x.toml'], { cwd: folder })
    expect(err).toContain('`x.toml` is not a robots.txt')
    expect(code).toBe(2)
    expect(textIn(folder)).toBe(ODD)
  })
})

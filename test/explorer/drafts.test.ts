import { describe, expect, it } from 'vitest'
import type { Draft } from '../../src/explorer/draft.ts'
import { Drafts, withLineEnds } from '../../src/explorer/drafts.ts'

const draft = (text: string, site = 'a'): Draft => ({ site, files: new Map([['robots.txt', text]]) })
const textOf = ({ files }: Draft) => files.get('robots.txt')

describe('drafts and the files on disk', () => {
  it('follow the disk while nobody has changed them', () => {
    const drafts = new Drafts([draft('1')])
    expect(drafts.update([draft('1')])).toEqual([])
    expect(drafts.update([draft('2')])).toEqual([{ index: 0, kind: 'replaced' }])
    expect(textOf(drafts.at(0))).toBe('2')
    expect(drafts.isAnyChanged).toBe(false)
  })

  it('keep what the author has changed, until it is given up', () => {
    const drafts = new Drafts([draft('1')])
    drafts.edit(0, draft('mine'))
    expect(drafts.update([draft('2')])).toEqual([{ index: 0, kind: 'kept' }])
    expect(textOf(drafts.at(0))).toBe('mine')
    expect(drafts.isChanged(0)).toBe(true)
    drafts.revert(0)
    expect(textOf(drafts.at(0))).toBe('2')
  })

  it('are unchanged once the disk has what the author wrote', () => {
    const drafts = new Drafts([draft('1')])
    drafts.edit(0, draft('mine'))
    expect(drafts.update([draft('mine')])).toEqual([{ index: 0, kind: 'replaced' }])
    expect(drafts.isAnyChanged).toBe(false)
  })

  it('are compared with what a save replaced, until the next change', () => {
    const drafts = new Drafts([draft('1')])
    drafts.edit(0, draft('mine'))
    expect(drafts.comparedWith(0)).toEqual(draft('1'))
    drafts.saved(0, draft('mine'))
    expect(drafts.comparedWith(0)).toEqual(draft('1'))
    drafts.update([draft('mine')])
    expect(drafts.comparedWith(0)).toEqual(draft('1'))
    drafts.edit(0, draft('mine'))
    expect(drafts.comparedWith(0)).toBeNull()
  })

  it('take new policies in, and lose none', () => {
    const drafts = new Drafts([draft('1')])
    expect(drafts.update([draft('2', 'b')])).toEqual([{ index: 1, kind: 'added' }])
    expect(drafts.sites).toEqual(['a', 'b'])
  })

  it('take over the files that only the disk has changed', () => {
    const both = (robots: string, cases: string): Draft => {
      return {
        site: 'a',
        files: new Map([
          ['robots.txt', robots],
          ['cases.toml', cases],
        ]),
      }
    }
    const drafts = new Drafts([both('1', '1')])
    drafts.edit(0, both('mine', '1'))
    expect(drafts.update([both('1', '2')])).toEqual([{ index: 0, kind: 'replaced' }])
    expect([...drafts.at(0).files.values()]).toEqual(['mine', '2'])
    expect(drafts.changedFiles(0)).toEqual([{ path: 'robots.txt', base: '1', text: 'mine' }])
  })

  it('are changes of what was on disk first, until the author keeps them', () => {
    const drafts = new Drafts([draft('1')])
    drafts.edit(0, draft('mine'))
    drafts.update([draft('2')])
    expect(drafts.changedFiles(0)[0]!.base).toBe('1')
    drafts.keep(0)
    expect(drafts.changedFiles(0)).toEqual([{ path: 'robots.txt', base: '2', text: 'mine' }])
  })

  it('are unchanged when the author writes what was there', () => {
    const drafts = new Drafts([draft('1')])
    drafts.edit(0, draft('mine'))
    drafts.edit(0, draft('1'))
    expect(drafts.isChanged(0)).toBe(false)
  })

  it('are unchanged once they are saved, except for what was typed meanwhile', () => {
    const drafts = new Drafts([draft('1')])
    drafts.edit(0, draft('mine'))
    drafts.saved(0, draft('mine'))
    expect(drafts.isChanged(0)).toBe(false)
    drafts.edit(0, draft('more'))
    drafts.saved(0, draft('mine'))
    expect(drafts.changedFiles(0)).toEqual([{ path: 'robots.txt', base: 'mine', text: 'more' }])
  })
})

it('a text of the editor keeps the line ends of the file', () => {
  expect(withLineEnds('a\nb\n', 'x\r\ny\r\n')).toBe('a\r\nb\r\n')
  expect(withLineEnds('a\nb\n', 'x\ry')).toBe('a\rb\r')
  expect(withLineEnds('a\nb\n', 'x\n')).toBe('a\nb\n')
})

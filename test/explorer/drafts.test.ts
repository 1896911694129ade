import { describe, expect, it } from 'vitest'
import type { Draft } from '../../src/explorer/draft.ts'
import { EditedSite, withLineEnds } from '../../src/explorer/drafts.ts'

const draft = (text: string, site = 'a'): Draft => ({
  site,
  files: new Map([['robots.txt', text]]),
})
const textOf = ({ files }: Draft) => files.get('robots.txt')

describe('drafts and the files on disk', () => {
  it('follow the disk while nobody has changed them', () => {
    const site = new EditedSite(draft('1'))
    expect(site.update(draft('1'))).toBe(false)
    expect(site.update(draft('2'))).toBe(true)
    expect(textOf(site.draft)).toBe('2')
    expect(site.isChanged).toBe(false)
  })

  it('keep what the author has changed, until it is given up', () => {
    const site = new EditedSite(draft('1'))
    site.set(draft('mine'))
    expect(site.update(draft('2'))).toBe(true)
    expect(site.conflicts).toHaveLength(1)
    expect(textOf(site.draft)).toBe('mine')
    expect(site.isChanged).toBe(true)
    site.revert()
    expect(textOf(site.draft)).toBe('2')
  })

  it('are unchanged once the disk has what the author wrote', () => {
    const site = new EditedSite(draft('1'))
    site.set(draft('mine'))
    expect(site.update(draft('mine'))).toBe(true)
    expect(site.isChanged).toBe(false)
  })

  it('are compared with what a save replaced, until the next change', () => {
    const site = new EditedSite(draft('1'))
    site.set(draft('mine'))
    expect(site.comparedWith).toEqual(draft('1'))
    site.saved(draft('mine'))
    expect(site.comparedWith).toEqual(draft('1'))
    site.update(draft('mine'))
    expect(site.comparedWith).toEqual(draft('1'))
    site.set(draft('mine'))
    expect(site.comparedWith).toBeNull()
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
    const site = new EditedSite(both('1', '1'))
    site.set(both('mine', '1'))
    expect(site.update(both('1', '2'))).toBe(true)
    expect([...site.draft.files.values()]).toEqual(['mine', '2'])
    expect(site.changedFiles).toEqual([{ path: 'robots.txt', base: '1', text: 'mine' }])
  })

  it('are changes of what was on disk first, until the author keeps them', () => {
    const site = new EditedSite(draft('1'))
    site.set(draft('mine'))
    site.update(draft('2'))
    expect(site.changedFiles[0]!.base).toBe('1')
    site.keep()
    expect(site.changedFiles).toEqual([{ path: 'robots.txt', base: '2', text: 'mine' }])
  })

  it('are unchanged when the author writes what was there', () => {
    const site = new EditedSite(draft('1'))
    site.set(draft('mine'))
    site.set(draft('1'))
    expect(site.isChanged).toBe(false)
  })

  it('are unchanged once they are saved, except for what was typed meanwhile', () => {
    const site = new EditedSite(draft('1'))
    site.set(draft('mine'))
    site.saved(draft('mine'))
    expect(site.isChanged).toBe(false)
    site.set(draft('more'))
    site.saved(draft('mine'))
    expect(site.changedFiles).toEqual([{ path: 'robots.txt', base: 'mine', text: 'more' }])
  })
})

it('drafts are proven while switches alone have changed them', () => {
  const site = new EditedSite(draft('1'))
  expect(site.isProven).toBe(false)
  site.setBySwitch(draft('2'))
  site.setBySwitch(draft('3'))
  expect(site.isProven).toBe(true)
  site.set(draft('typed'))
  site.setBySwitch(draft('4'))
  expect(site.isProven).toBe(false)
  site.undo()
  site.undo()
  expect([textOf(site.draft), site.isProven]).toEqual(['3', true])
  site.saved(site.draft)
  site.undo()
  expect(site.isProven).toBe(false)
  site.redo()
  site.setBySwitch(draft('5'))
  expect(site.isProven).toBe(true)
  site.update(draft('theirs'))
  site.keep()
  expect(site.isProven).toBe(false)
})

describe('undo', () => {
  it('takes back what was changed in any view, and what was typed in one go at once', () => {
    const site = new EditedSite(draft('1'))
    site.set(draft('switch'))
    site.set(draft('t'), false)
    site.set(draft('typed'), true)
    site.undo()
    expect(textOf(site.draft)).toBe('switch')
    site.undo()
    expect([textOf(site.draft), site.canUndo]).toEqual(['1', false])
    site.redo()
    site.redo()
    expect(textOf(site.draft)).toBe('typed')
  })

  it('makes the reverse change after a save', () => {
    const site = new EditedSite(draft('1'))
    site.set(draft('2'))
    site.set(draft('3'))
    site.saved(site.draft)
    site.undo()
    expect(site.changedFiles).toEqual([{ path: 'robots.txt', base: '3', text: '1' }])
    site.redo()
    expect(site.isChanged).toBe(false)
  })

  it('takes back the save of an earlier page, if nothing has changed since', () => {
    const site = new EditedSite(draft('2'))
    expect(site.offerUndo(draft('other'), draft('1'))).toBe(false)
    expect(site.offerUndo(draft('2'), draft('1'))).toBe(true)
    site.undo()
    expect(site.changedFiles).toEqual([{ path: 'robots.txt', base: '2', text: '1' }])
    const changed = new EditedSite(draft('2'))
    changed.set(draft('mine'))
    expect(changed.offerUndo(draft('mine'), draft('1'))).toBe(false)
  })

  it('does not lead back behind what somebody else has written', () => {
    const site = new EditedSite(draft('1'))
    site.set(draft('2'))
    site.undo()
    site.update(draft('theirs'))
    expect(site.canUndo).toBe(false)
  })

  it('keeps what was typed right after a save apart from it', () => {
    const site = new EditedSite(draft('1'))
    site.set(draft('2'))
    site.saved(site.draft)
    site.set(draft('2x'), true)
    site.undo()
    expect(textOf(site.draft)).toBe('2')
  })
})

it('a text of the editor keeps the line ends of the file', () => {
  expect(withLineEnds('a\nb\n', 'x\r\ny\r\n')).toBe('a\r\nb\r\n')
  expect(withLineEnds('a\nb\n', 'x\ry')).toBe('a\rb\r')
  expect(withLineEnds('a\nb\n', 'x\n')).toBe('a\nb\n')
})

import { describe, expect, it } from 'vitest'
import type { Draft } from '../../src/explorer/draft.ts'
import { Drafts } from '../../src/explorer/drafts.ts'

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

  it('take new policies in, and lose none', () => {
    const drafts = new Drafts([draft('1')])
    expect(drafts.update([draft('2', 'b')])).toEqual([{ index: 1, kind: 'added' }])
    expect(drafts.sites).toEqual(['a', 'b'])
  })
})

import { describe, expect, it } from 'vitest'
import { type Address, NO_QUESTION, readAddress, writeAddress } from '../../src/explorer/address.ts'

const whatIf = { url: '/a b?c=d&e#f', userAgent: 'Söme Bot/1.0 (+x)', at: '2026-01-02T03:04' }
const cell = { crawler: 'name:odd name', column: 'present-snippet' } as const

describe('the address', () => {
  it.each<Address>([
    { view: 'ask', crawler: null, site: 'news', whatIf, cell },
    { view: 'crawlers', crawler: 'a/b +c%', site: 'news', whatIf: null, cell: null },
    { view: 'crawlers', crawler: null, site: '', whatIf: null, cell: null },
    { view: 'rules', crawler: null, site: null, whatIf: null, cell: null },
  ])('brings back what it was written from: $view', (address) => {
    expect(readAddress(`#${writeAddress(address)}`)).toEqual(address)
  })

  it('is in plain words', () => {
    const address: Address = { ...NO_QUESTION, view: 'crawlers', crawler: 'gptbot', site: null }
    expect(writeAddress(address)).toBe('/crawlers/gptbot')
  })

  it('of an older link is a question', () => {
    expect(readAddress('#site=news&url=/a&as=x')).toMatchObject({
      view: 'ask',
      site: 'news',
      whatIf: { url: '/a', userAgent: 'x', at: '' },
    })
  })

  it.each(['', '#cell=chew%20any', '#/nowhere', '#/', '#/__proto__?x', '#/crawlers/%zz'])(
    'says nothing where it is none of ours: %s',
    (fragment) => {
      expect(readAddress(fragment)).toMatchObject({ site: null, whatIf: null, cell: null })
    },
  )
})

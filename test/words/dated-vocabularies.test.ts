/** The table of what crawlers read: whole, dated, and old when its time has come. */
import { safeParse } from 'valibot'
import { expect, it } from 'vitest'
import { VOCABULARIES_SCHEMA } from '../../docs/generate/vocabularies.ts'
import { DAY } from '../../src/base/calendar.ts'
import { readText } from '../../src/language/site/read-site.ts'
import { ageOf, DATED_VOCABULARIES, vocabularyNamed } from '../../src/words/dated-vocabularies.ts'

it('each row has what its schema asks for', () => {
  expect(safeParse(VOCABULARIES_SCHEMA, DATED_VOCABULARIES).issues).toBeUndefined()
})

it('a draft is old from the day on which it expires, anything a year after it was checked', () => {
  const draft = vocabularyNamed('content-usage')!
  expect(ageOf(draft, Date.parse('2027-02-19'))).toBeNull()
  expect(ageOf(draft, Date.parse('2027-02-20'))).toMatch(/expired on 2027-02-20$/)
  const standard = vocabularyNamed('tdmrep')!
  const later = Date.parse(standard.checked) + 365 * DAY
  expect(ageOf(standard, later - DAY)).toBeNull()
  expect(ageOf(standard, later)).toMatch(`last checked on ${standard.checked}`)
})

it('[ACAP150] the first line of a vocabulary whose text has expired is noted, and no other', () => {
  const text = 'User-agent: *\nContent-Usage: train-ai=n\nContent-Usage: /a train-ai=y\nAllow: /\n'
  const codes = (now: string) =>
    readText(text, '', { now: Date.parse(now) })
      .findings.filter(({ code }) => code === 'ACAP150')
      .map(({ line, severity }) => [line, severity])
  expect(codes('2026-11-28')).toEqual([])
  expect(codes('2027-03-01')).toEqual([[2, 'note']])
})

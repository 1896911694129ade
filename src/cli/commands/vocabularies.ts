/**
 * `acap vocabularies`: lists the vocabularies that crawlers read, with the dates of their texts.
 */
import { textTable } from '../../base/text-table.ts'
import { ageOf, DATED_VOCABULARIES } from '../../words/dated-vocabularies.ts'
import type { Run } from '../command.ts'

export const vocabulariesCommand: Run<'vocabularies'> = (_, __, io) => {
  const now = Date.now()
  const rows = DATED_VOCABULARIES.map((each) => ({ ...each, age: ageOf(each, now) }))
  const table = textTable<(typeof rows)[number]>(
    [
      ['name', ({ name }) => name],
      ['status', ({ status }) => status],
      ['published', ({ published }) => published],
      ['text', ({ text }) => text],
      ['checked', ({ checked }) => checked],
      [
        'honoured by',
        ({ honoured }) => honoured.map(({ by }) => by).join('; ') || 'nobody says so',
      ],
    ],
    rows,
    '',
  )
  const notes = rows.flatMap(({ age }) => (age === null ? [] : [`note: ${age}\n`]))
  return io.answer(rows, `${table.join('\n')}\n${notes.join('')}`)
}

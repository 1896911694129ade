/**
 * A crawler name that identifies no crawler: readers' clients send it, or it is a number or a
 * single letter (I1).
 */

import { familyMembers, isReadersName } from '../../crawlers/reader-words.ts'
import { isCategoryTable } from '../../words/category-tables.ts'
import { productToken, rowOfWords } from '../../words/name-token.ts'
import { foldCase } from '../../words/path-form.ts'
import { type Check, linesWith } from './context.ts'

export const browserName: Check = (context, report) => {
  for (const { value: name, at } of linesWith(context, 'crawler')) {
    if (namesNobody(foldCase(name))) report(at, 'browser-name', [name, name, false])
  }
  for (const { value, at } of linesWith(context, 'token')) {
    const token = productToken(value)
    // Several words that browsers do not send together are fine (C1).
    const row = rowOfWords(value)
    if (token !== null && namesNobody(token) && (row === null || isReadersName(row))) {
      const cut = value.slice(0, token.length)
      report(at, 'browser-name', [value, cut, cut !== value])
    }
  }
  const routed = context.routes.flatMap(({ at, policy }) =>
    policy.fields.map(({ name }) => ({ name, at })),
  )
  const distinct = new Map(
    routed.filter(({ name }) => name !== 'robots').map((each) => [each.name, each]),
  )
  for (const { name, at } of [...distinct.values(), ...context.profiles]) {
    if (namesNobody(foldCase(name))) report(at, 'browser-name', [name, name, false])
  }
}

/** Categories' names have a check of their own. */
function namesNobody(name: string): boolean {
  return (
    !isCategoryTable(name) &&
    !name.includes('*') &&
    isReadersName(name) &&
    familyMembers(name).length === 0
  )
}

/**
 * A category in place of a crawler's name: `User-agent: training`. Routes are checked when they are
 * read.
 */

import { isCategoryTable } from '../../words/category-tables.ts'
import { foldCase } from '../../words/path-form.ts'
import { eachLine } from './context.ts'

/**
 * Product tokens that are also categories: `archive.org_bot` ends at its first dot (RFC 9309
 * 2.2.1).
 */
const TOKENS: ReadonlySet<string> = new Set(['archive'])

export const categoryAsCrawler = eachLine(
  ['crawler', 'token'],
  'category-as-crawler',
  ({ line, value }) => {
    const name = foldCase(value)
    const isToken = line.field?.name === 'User-agent' && TOKENS.has(name)
    return isCategoryTable(name) && !isToken ? [name] : null
  },
)

/**
 * The vocabularies that crawlers read, with their dates → tables of docs/interop.md, and the schema of their file.
 */
import * as v from 'valibot'
import type { OperatorRecord } from '../../src/crawlers/operator-record.ts'
import { PUBLISHED_TOKENS } from '../../src/crawlers/policy-tokens.ts'
import { RECORDS } from '../../src/crawlers/records.ts'
import { about } from '../../src/language/site/schema-parts.ts'
import { DATED_VOCABULARIES, type DatedVocabulary } from '../../src/words/dated-vocabularies.ts'
import type { IsSame } from './is-same.ts'
import { markdownTable } from './toml-reference.ts'

const DATE = v.pipe(v.string(), v.isoDate())

const ROW = v.strictObject({
  name: v.string(),
  title: v.string(),
  document: v.string(),
  page: v.nullable(v.string()),
  status: v.picklist(['standard', 'draft', 'convention', 'provisional']),
  published: about('a year, or a day', v.pipe(v.string(), v.regex(/^\d{4}(?:-\d{2}-\d{2})?$/))),
  expires: about('the day on which a draft expires', v.nullable(DATE)),
  text: about('whether its own text was read', v.picklist(['read', 'second-hand'])),
  readFrom: v.array(v.string()),
  writtenTo: v.array(v.string()),
  honoured: v.array(v.strictObject({ by: v.string(), what: v.string() })),
  closes: v.string(),
  not: about('what it does not do', v.string()),
  checked: about('when the row was last compared with its sources', DATE),
})

export const VOCABULARIES_SCHEMA = v.array(ROW)

void (true satisfies IsSame<typeof ROW, DatedVocabulary>)

/** A row for each vocabulary. */
export function vocabularyTable(): string {
  const rows = DATED_VOCABULARIES.map(
    ({ title, page, document, published, expires, text, closes, not, honoured, checked }) => [
      page === null ? title : `[${title}](${page})`,
      `${document}, ${published}${expires === null ? '' : `; expires ${expires}`}${text === 'read' ? '' : ' (known second-hand)'}`,
      closes,
      honoured.map(({ by, what }) => `${by}: ${what}`).join('. ') || 'nobody says so',
      not,
      checked,
    ],
  )
  const head = ['vocabulary', 'text', 'what it closes', 'who honours it', 'what it does not do']
  return markdownTable([...head, 'checked'], rows)
}

/** A row for each token in robots.txt that no request carries. */
export function tokenTable(): string {
  const rows = PUBLISHED_TOKENS.map(({ operator, token, category, fetchedBy, source }) => [
    operator,
    `\`${token}\``,
    category,
    `\`${fetchedBy}\``,
    source,
  ])
  return markdownTable(['operator', 'token', 'what it closes', 'pages fetched by', 'source'], rows)
}

const USES = [
  ['training', ['training']],
  ['AI search', ['ai-search']],
  ['search', ['search']],
  ['for a person', ['assistant', 'agent']],
] as const

/** For each operator that trains, or whose token is about that: the name that closes each use. */
export function closingTable(): string {
  const rows = RECORDS.flatMap(({ operator, crawlers = [], tokens = [] }: OperatorRecord) => {
    const named = [
      ...crawlers.map(({ name, spelling = name, category }) => ({ token: spelling, category })),
      ...tokens.filter(({ provisional }) => !provisional),
    ]
    const cells = USES.map(([, categories]) =>
      named
        .filter(({ category }) => (categories as readonly unknown[]).includes(category))
        .map(({ token }) => `\`${token}\``)
        .join(', '),
    )
    return operator === null || cells[0] === '' ? [] : [[operator, ...cells]]
  })
  return markdownTable(['operator', ...USES.map(([use]) => use)], rows)
}

/**
 * Options that several commands have, with the same name and meaning in each.
 */

export const JSON_RESULT = { json: { type: 'boolean', help: 'print the result as JSON' } } as const

/** When a question is asked. */
export const AT = { at: { type: 'string', value: 'TIME', help: 'when, as 2026-01-15T12:00:00Z; default now' } } as const

/** What a crawler asks, and when. */
export const QUESTION = {
  as: { type: 'string', value: 'UA', help: 'the User-Agent that asks' },
  usage: { type: 'string', value: 'USAGE', help: 'crawl (default), index, present-snippet, …' },
  purpose: { type: 'string', value: 'WORD', multiple: true, help: 'what it uses pages for; may be repeated' },
  ...AT,
} as const

/**
 * The demo newspaper is what a visitor looks at first, and what tags are put into: its pages are well-made HTML.
 */
import { expect, it } from 'vitest'
import { PAGES } from '../../../src/cli/demo/demo-origin/pages.ts'

const PAGES_OF_HTML = [...PAGES].filter(([, { type }]) => type.startsWith('text/html'))

it.each(PAGES_OF_HTML)(
  '%s has no block inside a paragraph, and no row outside of a table',
  (_, { body }) => {
    const html = String(body)
    expect(html).not.toMatch(/<p>(?:(?!<\/p>)[\s\S])*<(?:p|div|section|table|tr)\b/)
    expect(html.replace(/<table>[\s\S]*?<\/table>/g, '')).not.toContain('<tr>')
  },
)

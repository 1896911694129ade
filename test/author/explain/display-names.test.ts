import { expect, it } from 'vitest'
import { displayNames } from '../../../src/author/explain/display-names.ts'
import { parse } from '../../../src/language/text/tree.ts'

it('[ours] a name is shown as a policy writes it, of several sites too, else as its operator does', () => {
  const shown = displayNames([
    parse('User-agent: SearchBot1\nDisallow: /\n'),
    parse('User-agent: gptbot\nDisallow: /\n\nACAP-crawler: PartnerBot\nACAP-disallow-crawl: /\n'),
  ])
  const names = ['searchbot1', 'partnerbot', 'gptbot', 'claudebot', 'unheard-of', '(no name)']
  expect(names.map(shown)).toEqual([
    ...['SearchBot1', 'PartnerBot', 'GPTBot', 'ClaudeBot', 'unheard-of', '(no name)'],
  ])
})

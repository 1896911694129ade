/** A summary says what the files say: where nothing speaks of a use, it permits and prohibits nothing. */
import { describe, expect, it } from 'vitest'
import { siteReport, siteReportText } from '../../../src/author/summary/site-report.ts'
import { readDraft } from '../../../src/explorer/draft.ts'
import { REGISTRY } from '../../explorer/asked.ts'

const NOW = Date.parse('2026-11-28T12:00:00Z')

function summaryOf(robots: string): string {
  const files = new Map([
    ['robots.txt', robots],
    ['site.toml', 'hosts = ["a.test"]\n'],
  ])
  return siteReportText(siteReport(readDraft({ site: 'a', files }, REGISTRY, NOW), REGISTRY, NOW))
}

describe('a plain robots.txt', () => {
  const text = summaryOf('User-agent: *\nDisallow: /private/\n')

  it('speaks of fetching alone', () => {
    expect(text).toContain('Every crawler may fetch every page except /private/.')
    expect(text).not.toMatch(/copies of|extracts of|in a search/)
  })

  it('the summary says of what nothing is said', () =>
    expect(text).toContain(
      '\nNothing is said by rules about search, copies and extracts: neither yes nor no.\n',
    ))

  it('where nothing may be fetched, nothing is open', () =>
    expect(summaryOf('User-agent: *\nDisallow: /\n')).not.toContain('Nothing is said'))

  it('too many rules about fetching say nothing about uses, too', () => {
    const rules = Array.from({ length: 300 }, (_, i) => `Disallow: /${i}/\n`).join('')
    expect(summaryOf(`User-agent: *\n${rules}`)).not.toMatch(/\n(?:Search|Copies|Extracts)\n/)
  })
})

it('what is prohibited to one crawler at one place says nothing about others, nor about other pages', () => {
  const text = summaryOf('ACAP-crawler: FooBot\nACAP-disallow-preserve: /x/\n')
  expect(text).toContain(
    'Copies\n  FooBot may not keep copies of /x/.  [robots.txt:2]\n  Nothing is said to FooBot about other pages.\n',
  )
  expect(text).not.toContain('No crawler may keep')
})

describe('what robots.txt asks', () => {
  it('is repeated with its line', () =>
    expect(
      summaryOf('User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n'),
    ).toContain(
      'For every crawler the file asks: search yes, training no (Content-Signal, line 2).  [robots.txt:2]',
    ))

  it('names whom it is for, and where', () => {
    const text = summaryOf(
      'License: https://a.test/l.xml\n\nUser-agent: FooBot\nContent-Usage: /a train-ai=n\nDisallow:\n\nUser-agent: *\nContent-Signal: ai-input=no\nDisallow:\n',
    )
    expect(text).toContain('For FooBot the file asks at /a: training no (Content-Usage, line 4).')
    expect(text).toContain('For crawlers without a group of their own the file asks: answers no')
    expect(text).toContain('the file names a licence, https://a.test/l.xml (License, line 1).')
  })
})

it('what a comment at the head forbids is shown as a comment', () => {
  const text = summaryOf(
    '# Hello\n#\n# Use of our content for training\n# is prohibited.\n#######\n\nUser-agent: *\n# may not be used\nDisallow:\n',
  )
  expect(text).toContain(
    'A comment, which crawlers do not read, says: “Use of our content for training is prohibited.” (line 3).',
  )
  expect(text).not.toContain('Hello')
  expect(text).not.toContain('may not be used')
})

describe('places and names', () => {
  it('an address that goes no further is meant itself', () =>
    expect(
      summaryOf('User-agent: *\nDisallow: /feed/$\nDisallow: /b/\nDisallow: /c.html$\n'),
    ).toContain('except /b/, /c.html and /feed/ itself.'))

  it('of the rates of the same hours the lowest is named', () =>
    expect(summaryOf('User-agent: *\nCrawl-delay: 1\nCrawl-delay: 10\nDisallow: /b/\n')).toContain(
      'Every crawler: one page every 10 seconds.',
    ))

  it('a name of several words is whole', () =>
    expect(summaryOf('User-agent: MS Search 6.0 Robot\nDisallow: /b/\n')).toContain(
      'MS Search 6.0 Robot may fetch every page except /b/.',
    ))

  it('a crawler with rules of its own has no pace of others', () =>
    expect(
      summaryOf(
        'User-agent: *\nCrawl-delay: 10\nDisallow: /b/\n\nUser-agent: A\nDisallow:\n\nUser-agent: BBot\nCrawl-delay: 10\nDisallow:\n\nUser-agent: CBot\nDisallow:\n',
      ),
    ).toContain('BBot, and crawlers that robots.txt does not name: one page every 10 seconds.'))
})

/**
 * What a conventional group is made of: tokens, rules, and settings with their values.
 */
import { describe, expect, it } from 'vitest'
import { readText } from '../../src/language/site/read-site.ts'

function read(...lines: readonly string[]) {
  return readText(lines.join('\n'), 'example', { now: 0 })
}

describe('a group', () => {
  it('[C1] has tokens, rules as written, and settings bound to the names before them', () => {
    const { policy } = read(
      'User-agent: MothBot/2.1',
      'Crawl-delay: .5',
      'User-agent: \u00e4',
      'User-agent: * all',
      'Disallow: /A b$',
      'Disallow:',
      'Comment: hello',
    )
    expect(policy.groups).toMatchObject([
      {
        tokens: ['mothbot', '*'],
        rules: [{ effect: 'disallow', pattern: '/A%20b$', raw: '/A b$' }],
        settings: [
          { reach: 1, value: { kind: 'request-rate', seconds: 0.5, window: null } },
          { reach: 2, value: { kind: 'comment', text: 'hello' } },
        ],
      },
    ])
  })

  it.each([
    ['Robot-version: 2.0.0', { kind: 'robot-version', reading: 'extended' }],
    ['Robot-version: 2.13', { kind: 'robot-version', reading: 'experimental' }],
    ['Robot-version: 1.0', { kind: 'robot-version', reading: 'conventional' }],
    ['Robot-version: 3.0', { kind: 'robot-version', reading: 'conventional' }],
    ['Robot-version: 2', { kind: 'robot-version', reading: 'conventional' }],
    ['Visit-time: 06:30 - 0845', { kind: 'visit-time', windows: [{ from: 390, to: 525 }] }],
    ['Visit-time: 2300 0100', { kind: 'visit-time', windows: [{ from: 1380, to: 60 }] }],
    ['Visit-time: 0630', null],
    ['Visit-time: 0660-0700', null],
    ['Request-rate: 10/10m', { kind: 'request-rate', seconds: 60, window: null }],
    [
      'Request-rate: 1/2H 0100-0200',
      { kind: 'request-rate', seconds: 7200, window: { from: 60, to: 120 } },
    ],
    ['Request-rate: 1/60 now', null],
    ['Request-rate: -1/60', null],
    [`Request-rate: 1/${'9'.repeat(400)}`, null],
    ['Crawl-delay: 0', null],
    ['Crawl-delay: 10s', null],
    [`Crawl-delay: ${'9'.repeat(400)}`, null],
    ['Comment:', null],
    ['Content-Signal: search=yes', null],
    [
      'App-Directives: /q%7e/ ex;a;b=1, *x;c',
      {
        kind: 'app-directives',
        path: '/q%7e/',
        pattern: '/q~/',
        applications: [
          { token: 'ex', directives: { a: true, b: 1 } },
          { token: '*x', directives: { c: true } },
        ],
      },
    ],
  ])('[X1-X4, A1] %s', (line, value) => {
    const { settings } = read('User-agent: *', line, 'Allow: /').policy.groups[0]!
    expect(settings.map((setting) => setting.value)).toEqual(value === null ? [] : [value])
  })
})

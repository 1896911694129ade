import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Engine } from '../../src/decide/engine.ts'
import { strictestRuling } from '../../src/decide/judge.ts'
import { spellings } from '../../src/decide/spellings.ts'
import { programOf } from '../support/bundle.ts'

const HOME = 'https://www.test'
const ROBOTS =
  'User-agent: *\nDisallow: /private/\n\nACAP-crawler: *\nACAP-disallow-crawl: /strict/page.html\n'
const CLOSED = ['/private/page.html', '/private/a/b', '/strict/page.html']

function engineOf(folds: string): Engine {
  return new Engine(
    programOf('site', {
      'robots.txt': ROBOTS,
      'site.toml': `hosts = ["www.test"]\n[paths]\nfolds = [${folds}]\n`,
    }),
    null,
  )
}

function outcome(engine: Engine, target: string): string {
  const facts = { userAgent: 'AnyBot/1.0', target, uri: HOME + target, now: 0 }
  return strictestRuling(engine, facts, spellings(target, engine.site.config)).outcome
}

const hex = (byte: number) => byte.toString(16).padStart(2, '0')
const octets = (text: string) =>
  Array.from(new TextEncoder().encode(text), (byte) => `%${hex(byte)}`).join('')
const fullWidth = (c: string) => String.fromCodePoint(c.charCodeAt(0) + 0xfee0)
/** A percent sign that takes this many decodings more. */
const deeper = (text: string, times: number) => text.replaceAll('%', `%${'25'.repeat(times)}`)

/** How each character of a path may be written for an origin that folds it. */
const CHARACTERS: Readonly<Record<string, (c: string) => readonly string[]>> = {
  'double-encoding': (c) => [1, 2, 5].map((times) => deeper(octets(c), times)),
  'full-width': (c) => [fullWidth(c), octets(fullWidth(c)), octets(fullWidth(c)).toUpperCase()],
  both: (c) => [deeper(octets(fullWidth(c)), 1)],
  case: (c) => [c.toUpperCase(), octets(c.toUpperCase())],
}

/** What may stand at the end of a segment. */
const ENDS = ['.', '..', '%20', ' ', '.%20', '%20.', '...', '%2e', '. .']

const written = (kind: string) =>
  fc.constantFrom(...CLOSED).chain((path) =>
    fc
      .array(fc.option(fc.nat(2), { nil: null, freq: 3 }), {
        minLength: path.length,
        maxLength: path.length,
      })
      .map((choices) =>
        [...path].map((c, i) => (i === 0 ? c : pick(kind, c, choices[i] ?? null))).join(''),
      ),
  )

function pick(kind: string, c: string, choice: number | null): string {
  const forms = CHARACTERS[kind]!(c)
  return choice === null ? c : forms[choice % forms.length]!
}

const FOLDS: Readonly<Record<string, string>> = {
  'double-encoding': '"double-encoding"',
  'full-width': '"full-width"',
  both: '"double-encoding", "full-width"',
  case: '"case"',
}

test.each(Object.keys(CHARACTERS))(
  '[P6] no path is opened by writing it for an origin that folds: %s',
  (kind) => {
    const engine = engineOf(FOLDS[kind]!)
    fc.assert(
      fc.property(written(kind), (target) => {
        expect([target, outcome(engine, target)]).toEqual([target, 'prohibited'])
      }),
      { numRuns: 1000 },
    )
  },
)

test('[P6] nor by dots and blanks at the end of its segments, where these are dropped', () => {
  const engine = engineOf('"segment-dots"')
  const ended = fc.constantFrom(...CLOSED).chain((path) =>
    fc.array(fc.constantFrom('', ...ENDS), { minLength: 4, maxLength: 4 }).map((ends) =>
      path
        .split('/')
        .map((segment, i) => segment + (i === 0 ? '' : ends[i]))
        .join('/'),
    ),
  )
  fc.assert(
    fc.property(ended, (target) => {
      expect([target, outcome(engine, target)]).toEqual([target, 'prohibited'])
    }),
    { numRuns: 1000 },
  )
})

test('[P6] nor by a way up over a blank segment, where that one is empty and merged', () => {
  const engine = engineOf('"segment-dots"')
  for (const way of [
    '/open/%20/..',
    '/open//%20/..%2f',
    '/.well-known//./%20/..%2f',
    '/open/./%20/...%20/..',
  ])
    expect([way, outcome(engine, way + CLOSED[0]!)]).toEqual([way, 'prohibited'])
})

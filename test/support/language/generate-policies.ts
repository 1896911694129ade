/**
 * fast-check arbitraries for policies as text, over an alphabet so small that their rules collide: every kind of field,
 * in odd orders and odd spacing. What a policy speaks of is kept beside its text, so that questions can be aimed at it.
 */
import fc from 'fast-check'
import { USAGES } from '../../../src/words/usages.ts'
import { one, pattern } from './generate-patterns.ts'

const ODD_NAMES = [
  'a',
  'gecko',
  'pinterest',
  'yandex',
  'yandexbot',
  'ab ba',
  'ba x/1 (bot)',
  'mozilla gecko',
] as const

/** A policy's files by path inside the site's folder, and the patterns and names that stand in them. */
export interface GeneratedPolicy {
  readonly files: Readonly<Record<string, string>>
  readonly patterns: readonly string[]
}

/** A field before it is written: name and value, and a number that chooses its odd spelling. */
interface Line {
  readonly name: string
  readonly value: string
  readonly style: number
}

/** Names that contain one another; readers' names, a name that readers share, a family and its member, and rows of words (I1). */
export const NAMES = [
  'ab',
  'aba',
  'abac',
  'ba',
  'ab-ba',
  'bot',
  'ab/1',
  'robots',
  ...ODD_NAMES,
] as const
export const PURPOSES = ['news', 'n', 'new*s', 'http://p.test/*x$', 'NEWS', '*'] as const
/** Ends of time limits that lie around the instants that questions are asked at. */
export const DATES = ['2026-01-14', '2026-01-15', '2027-02-28', '2026-02-30'] as const

const style = fc.nat({ max: 40 })

function line(
  name: fc.Arbitrary<string> | string,
  value: fc.Arbitrary<string> | string,
): fc.Arbitrary<Line> {
  const given = (part: fc.Arbitrary<string> | string) =>
    typeof part === 'string' ? fc.constant(part) : part
  return fc.record({ name: given(name), value: given(value), style })
}

const usage = fc.oneof(
  { weight: 6, arbitrary: one('crawl', 'crawl', 'index', 'present', 'present-snippet', 'other') },
  { weight: 2, arbitrary: one(...USAGES) },
  { weight: 1, arbitrary: one('(q)', '(c)', '(x)', 'present-links', 'Index', 'print') },
)

const QUALIFIERS = [
  'time-limit=3-days',
  ...DATES.map((date) => `time-limit=until-${date}`),
  'time-limit=until-recrawled',
  'max-length=9-words',
  'max-length = 20-chars',
  'max-length=x',
  'must-use-resource=/r',
  'must-use-resource=the-acap:extract:id:x',
  'prohibited-modification=format',
  'prohibited-modification=any',
  'must-include-resource=/c',
  'prohibited-context=within-user-frame',
  'required-context=within-original-frame',
  'target-condition=permittedcountrylist:be',
  'usage-ref=/terms',
  'bogus=1',
  'bogus',
]
/** Most fields have no qualifier; few have a second one. */
export const qualifiers = fc.oneof(
  { weight: 5, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc
      .array(one(...QUALIFIERS), { minLength: 1, maxLength: 2 })
      .map((all) => ` ${all.join(' ')}`),
  },
)

/** `allow-index`, `disallow-(q)`, …: the words of fields and META tags alike. */
export const effectAndUsage = fc
  .tuple(one('disallow', 'allow'), usage)
  .map(([effect, name]) => `${effect}-${name}`)

const resource = fc.oneof(
  { weight: 9, arbitrary: pattern },
  { weight: 1, arbitrary: one('the-acap:resource-set:s', 'the-acap:resource-set:t', '') },
)
const permission = fc
  .tuple(effectAndUsage, resource, qualifiers, style)
  .map(([words, on, more, s]): Line => ({ name: `ACAP-${words}`, value: on + more, style: s }))
const action = line(
  one('ACAP-request-take-down', 'ACAP-request-take-down', 'ACAP-request-re-crawl'),
  pattern,
)
const purpose = line('ACAP-usage-purpose', one(...PURPOSES, ''))
const crawler = fc.oneof(
  { weight: 3, arbitrary: one('*') },
  { weight: 3, arbitrary: one('ab', 'aba', 'ba') },
  { weight: 1, arbitrary: one(...NAMES, '') },
)

/** A run of name lines, then a body in any order. */
function block(
  name: string,
  names: fc.Arbitrary<string>,
  body: fc.Arbitrary<Line>,
): fc.Arbitrary<Line[]> {
  const run = fc.array(line(name, names), { minLength: 1, maxLength: 3 })
  return fc.tuple(run, fc.array(body, { maxLength: 6 })).map(([first, rest]) => [...first, ...rest])
}

const acapBody = fc.oneof(
  { weight: 9, arbitrary: permission },
  { weight: 1, arbitrary: purpose },
  { weight: 1, arbitrary: action },
)
const record = block('ACAP-crawler', crawler, acapBody)

const times = one(
  '0600-0700',
  '2200-0400',
  '06:00 06:30',
  '0000-2359',
  '0630 - 0630',
  '2500-0100',
  '',
)
const rates = fc
  .tuple(one('1/10', '2/1m', '1/1h', '0/5', 'x', '3/2'), one('', ' 0600-0700', ' 2200-0400', ' 1'))
  .map((r) => r.join(''))
const LISTS = [
  'app;a',
  'app;a=1;b="x"',
  'app;a=2, other;z',
  'app;c=tok',
  'app;',
  'App;a=3',
  '"app";a',
  '',
]
const directives = fc
  .tuple(one('', '', '/a ', '/a* ', '/a/b ', '/%61 ', '*b '), one(...LISTS))
  .map((r) => r.join(''))

const setting = fc.oneof(
  line('Visit-time', times),
  line('Visit-time', times),
  line('Request-rate', rates),
  line('Crawl-delay', one('5', '0.5', '0', 'x')),
  line('Comment', one('hello', 'bye', '')),
  line('Robot-version', one('2.0', '2.0', '2.1', '1.0', '2.2.1', 'x')),
  line('App-Directives', directives),
)
const rule = line(
  one('Disallow', 'Allow'),
  fc.oneof({ weight: 9, arbitrary: pattern }, { weight: 1, arbitrary: fc.constant('') }),
)
const groupBody = fc.oneof({ weight: 3, arbitrary: rule }, { weight: 1, arbitrary: setting })
const group = block('User-agent', fc.oneof(crawler, one('é', 'a b', '* x', 'ab.c')), groupBody)

const definition = fc.oneof(
  line(
    'ACAP-resource-set',
    fc.array(pattern, { maxLength: 3 }).map((all) => `s ${all.join(' ')}`),
  ),
  fc.tuple(usage, qualifiers, style).map(([name, more, s]) => ({
    name: 'ACAP-qualified-usage',
    value: `q ${name}${more}`,
    style: s,
  })),
  line(
    'ACAP-composite-usage',
    fc.array(usage, { maxLength: 3 }).map((all) => `c ${all.join(' ')}`),
  ),
)
const version = line('ACAP-version', one('1.1', '1.1', '1.1', '1.0', '1.7', '2.0', 'x'))
const stray = fc.oneof(
  permission,
  rule,
  setting,
  purpose,
  line(one('Sitemap', 'X-note', 'ACAP-ignore-conventional-records'), '/a'),
)

/** Records and groups in any order, definitions and stray lines between them. */
const robots = fc
  .tuple(
    fc.option(version, { nil: null }),
    fc.array(
      fc.oneof(
        { weight: 6, arbitrary: record },
        { weight: 4, arbitrary: group },
        { weight: 2, arbitrary: definition.map((only) => [only]) },
        { weight: 1, arbitrary: stray.map((only) => [only]) },
      ),
      { minLength: 1, maxLength: 8 },
    ),
  )
  .map(([first, blocks]) => [...(first === null ? [] : [first]), ...blocks.flat()])

/** A policy without a referenced file, or with one and without versions: the engine takes a token's from each file alone. */
const withReference = fc.oneof(
  { weight: 5, arbitrary: fc.record({ lines: robots, referenced: fc.constant(null) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      lines: robots.map(unversioned),
      referenced: fc.tuple(crawler, robots.map(unversioned)),
    }),
  },
)

function unversioned(lines: readonly Line[]): readonly Line[] {
  return lines.filter(({ name }) => name !== 'Robot-version')
}

/** Policies, a few with a permissions reference and its file. */
export const policies: fc.Arbitrary<GeneratedPolicy> = fc
  .tuple(withReference, fc.constantFrom('\n', '\n', '\r\n', '\r'))
  .map(([{ lines, referenced }, end]) => {
    const [name, more] = referenced ?? ['', []]
    const reference: Line[] = [
      { name: 'ACAP-crawler', value: name, style: 0 },
      { name: 'ACAP-permissions-reference', value: '/p.txt', style: 0 },
    ]
    const files: Record<string, string> = {
      'robots.txt': write([...lines, ...(referenced ? reference : [])], end),
    }
    if (referenced) files['p.txt'] = write(more, '\n')
    return { files, patterns: [...lines, ...more].flatMap(patternsIn) }
  })

function patternsIn({ value }: Line): string[] {
  return value.split(' ').filter((word) => word.startsWith('/') || word.startsWith('*'))
}

/** Most lines are written plainly; some in upper or lower case, with odd blanks, a comment, or a misspelt name. */
function write(lines: readonly Line[], end: string): string {
  return lines.map(writeLine).join(end) + (lines.length % 2 === 0 ? end : '')
}

/** The ways to write a line; any other style is the plain one. */
const STYLES: readonly ((line: Line) => string)[] = [
  plainLine,
  ({ name, value }) => `${name.toUpperCase()}:${value}`,
  ({ name, value }) => `  ${name.toLowerCase()} :\t${value}  `,
  (line) => `${plainLine(line)} # note: a`,
  (line) =>
    plainLine({
      ...line,
      name: line.name.replace('Disallow', 'Dissallow').replace('User-agent', 'useragent'),
    }),
  (line) => plainLine({ ...line, name: line.name.replace('ACAP-allow-', 'ACAP-allow ') }),
  ({ name, value }) => `${name} ${value}`,
  (line) => plainLine({ ...line, name: line.name.replaceAll('-', '\u2013') }),
  (line) => `\n# a comment\n${plainLine(line)}`,
]

function plainLine({ name, value }: Line): string {
  return `${name}: ${value}`
}

function writeLine(line: Line): string {
  return (STYLES[line.style] ?? plainLine)(line)
}

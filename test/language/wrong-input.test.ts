import { expect, test } from 'vitest'
import {
  addGroup,
  check,
  compile,
  compileAsWritten,
  decide,
  encode,
  format,
  parse,
  print,
  readMeta,
  readSite,
  readText,
  recognise,
  renderFindings,
  renderJson,
} from '../../src/policy.ts'
import { knownCrawlers } from '../../src/registry.ts'

const ROBOTS = 'User-agent: *\nDisallow: /private/\n'

test.each([undefined, null, 7, {}, new ArrayBuffer(1)])('a text must be none of %s', (value) => {
  const fault = new TypeError('the text of `robots.txt` must be a string or a Uint8Array')
  expect(() => readText(value as never)).toThrow(fault)
  expect(() => parse(value as never)).toThrow(fault)
})

test('readSite reads text as it reads bytes', () => {
  const texts = new Map([
    ['robots.txt', ROBOTS],
    ['site.toml', 'hosts = ["a.test"]\n'],
  ])
  const bytes = new Map([...texts].map(([path, text]) => [path, new TextEncoder().encode(text)]))
  expect(readSite('a', texts, { now: 0 })).toEqual(readSite('a', bytes, { now: 0 }))
})

test('readSite says what it wants', () => {
  const wrong = new Map([['robots.txt', 7]]) as never
  expect(() => readSite('a', wrong)).toThrow(
    new TypeError('readSite: `robots.txt` must be a string or a Uint8Array'),
  )
  expect(() => readSite('a', { 'robots.txt': ROBOTS } as never)).toThrow(
    'readSite: `files` must be a Map of paths',
  )
})

test('compile without the served files names the function that needs none', () => {
  const { policy, trees } = readText(ROBOTS)
  expect(() => compile(policy, undefined as never)).toThrow(/`compileAsWritten`$/)
  const facts = { userAgent: 'AnyBot', target: '/private/a', now: 0 }
  expect(decide(compileAsWritten(policy, trees), facts).fields[0]?.line).toBe(2)
})

const { policy, trees } = readText(ROBOTS)

test.each([undefined, ROBOTS, readText(ROBOTS)])(
  'compiling says that it takes a policy: %.20s',
  (value) => {
    const fault =
      /^the first argument must be a checked policy, as in `const \{ policy, trees \} = readText/
    expect(() => compileAsWritten(value as never, trees)).toThrow(fault)
    expect(() =>
      compile(value as never, { served: false, files: [], servedLine: () => undefined }),
    ).toThrow(fault)
  },
)

test('compileAsWritten says that it needs the trees', () => {
  expect(() => compileAsWritten(policy, undefined as never)).toThrow(
    /^compileAsWritten needs the trees of the policy/,
  )
})

test.each([undefined, ROBOTS, policy, { sites: [] }])(
  'deciding says that it takes a compiled site: %.20s',
  (value) => {
    const fault = /^`site` must be a compiled site: of `compile` or `compileAsWritten`/
    expect(() => decide(value as never, { userAgent: '', target: '/', now: 0 })).toThrow(fault)
    expect(() => recognise(value as never, 'GPTBot')).toThrow(fault)
    expect(() => recognise(value as never, 'GPTBot', knownCrawlers())).toThrow(fault)
  },
)

test('deciding says what a question has', () => {
  const fault = new TypeError('the question must be `{ userAgent, target, now }`')
  expect(() => decide(compileAsWritten(policy, trees), undefined as never)).toThrow(fault)
})

test.each<[string, () => unknown, string]>([
  ['renderFindings', () => renderFindings('x' as never), 'findings'],
  ['renderFindings', () => renderFindings([], {} as never), 'sources'],
  ['renderJson', () => renderJson(undefined as never), 'findings'],
  ['check', () => check(ROBOTS as never), 'input'],
  ['format', () => format(null as never), 'tree'],
  ['print', () => print({} as never), 'tree'],
  ['addGroup', () => addGroup(ROBOTS as never, { userAgent: '*' }), 'tree'],
  ['readMeta', () => readMeta([{ name: 'robots' } as never]), 'tags'],
  ['readMeta', () => readMeta({} as never), 'tags'],
])('%s names its argument that is wrong', (name, call, argument) => {
  expect(call).toThrow(TypeError)
  expect(call).toThrow(`${name}: \`${argument}\` must be `)
})

test('encode names what a bundle has, and findings need no texts', async () => {
  const fault = 'encode: `bundle` must be `{ sites, registry, networks }`'
  await expect(encode({} as never)).rejects.toThrow(fault)
  expect(renderFindings(readText('Dissalow: /').findings)).toContain('ACAP005')
})

/**
 * `acap crawlers` against servers on loopback, helpful and hostile. What bounds a fetch (time, size, redirects) has its own
 * tests beside fetch-page.
 */
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SHIPPED_LISTS } from '../../src/registry.ts'
import { folderWith } from '../support/cli/acap.ts'
import { runAcap } from '../support/cli/run-acap.ts'

const AI_ROBOTS = {
  AntennaPod: { function: 'AI Agents' },
  Quuxbot: { operator: '[Quux](https://quux.test)', function: 'LLM training.' },
  GPTBot: { operator: 'Somebody Else', function: 'AI Assistants' },
  Chrome: { operator: '', function: 'AI Agents' },
  'Mobile Safari': { function: 'AI Agents' },
  'Google-Extended': { function: 'LLM training.' },
  '(a+)+$': { function: 'LLM training.' },
  bot: { function: 'LLM training.' },
}
const STATED = {
  crawlers: [
    { name: 'CCBot', category: 'archive' },
    { name: 'Zetabot', category: 'archive', operator: 'Zeta' },
  ],
}
const PATTERNS = [
  { pattern: 'Etabot\\/', instances: ['Etabot/1.0 (+https://eta.test)'], tags: ['seo'] },
  { pattern: '^(a+)+$', instances: ['(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!)'], tags: [] },
]
const SITE = {
  'a/robots.txt': 'User-agent: *\nDisallow: /private/\n',
  'a/site.toml': 'hosts = ["www.example.com"]\n[categories.training]\ncrawl = false\n',
}

async function served(
  answers: Readonly<Record<string, string | RequestListener>>,
): Promise<string> {
  const server = createServer((request, response) => {
    const answer = answers[request.url!]
    if (typeof answer === 'function') answer(request, response)
    else response.writeHead(answer === undefined ? 404 : 200).end(answer)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A folder of policies with one source. */
async function sourceOf(answer: unknown, settings = ''): Promise<string> {
  const text =
    typeof answer === 'string' || typeof answer === 'function' ? answer : JSON.stringify(answer)
  const home = await served({ '/list': text as string })
  return folderWith({
    ...SITE,
    '.crawlers/sources.toml': `[own]\nurl = "${home}/list"\n${settings}`,
  })
}

const crawlers = (...args: readonly string[]) => runAcap(['crawlers', ...args])

describe('acap crawlers', () => {
  it('[I5] says what is new and what follows, leaves out what readers send, and writes nothing', async () => {
    const folder = await sourceOf(AI_ROBOTS)
    const { code, out } = await crawlers(folder)
    expect(out).toMatch(/^own: 2 names from http:.*\/list\n/)
    expect(out).toContain(
      '  left out, because readers send it: `chrome`, `mobile safari`, `antennapod`\n',
    )
    expect(out).toContain('  left out, because no request carries it: `google-extended`\n')
    expect(out).toContain('  left out, because it is not a name: `(a+)+$`\n')
    expect(out).toContain('known crawlers: 1 new\n  new    quuxbot (training)\n')
    expect(out).toContain('closes   quuxbot: everything with pages such as /\n')
    expect(out).toContain('was permitted because no rule forbids it')
    expect(out).toMatch(/Nothing was written: acap crawlers --write\n$/)
    expect([code, existsSync(join(folder, '.crawlers/own.json'))]).toEqual([0, false])
  })

  it('writes the list with its date and licence, which check, build and explain then use', async () => {
    const folder = await sourceOf(AI_ROBOTS, 'licence = "MIT"')
    expect((await crawlers(folder, '--write')).out).toContain(
      `wrote ${folder}/.crawlers/own.json\n`,
    )
    const today = new Date().toISOString().slice(0, 10)
    expect(JSON.parse(readFileSync(join(folder, '.crawlers/own.json'), 'utf8'))).toMatchObject({
      date: today,
      licence: 'MIT',
      crawlers: [{ name: 'gptbot' }, { name: 'quuxbot', category: 'training', operator: 'Quux' }],
    })
    expect((await runAcap(['robots', join(folder, 'a')])).out).toContain('User-agent: quuxbot\n')
    const { out } = await runAcap(['explain', join(folder, 'a'), '/', '--as', 'Quuxbot/1.0'])
    expect(out).toMatch(/^a: Quuxbot of Quux \(training\)/)
    expect(out).toContain('/site.toml:3\n  |\n3 | [categories.training] crawl = false\n')
    expect((await runAcap(['check', folder])).err).toContain(`own ${today} (0 days)`)
    const again = await crawlers(folder, '--write')
    expect(again.out).toContain(
      'known crawlers: nothing new\n\nNothing to write: the lists are the same\n',
    )
  })

  it('takes the word of a list that states categories, but never against the corrections', async () => {
    const { out } = await crawlers(await sourceOf(STATED))
    expect(out).toContain('known crawlers: 1 new\n  new    zetabot (archive)\n')
    const moved = await crawlers(
      await sourceOf({ crawlers: [{ name: 'SemrushBot', category: 'archive' }] }),
    )
    expect(moved.out).toContain('moved  semrushbot (archive, was seo)\n')
  })

  it('only adds names where categories are read from prose', async () => {
    const { out } = await crawlers(await sourceOf({ SemrushBot: { function: 'LLM training.' } }))
    expect(out).toContain('known crawlers: nothing new\n')
  })

  it('runs no expression of a list', async () => {
    const { out } = await crawlers(await sourceOf(PATTERNS))
    expect(out).toContain('known crawlers: 1 new\n  new    etabot (seo)\n')
  })

  it('reads a robots.txt whose source says the category', async () => {
    const robots =
      'User-agent: Quuxbot # comment\nUser-agent: *\nUSER-AGENT:Thetabot/2.0\nDisallow: /\n'
    const { out } = await crawlers(await sourceOf(robots, 'category = "training"'))
    expect(out).toContain('new    quuxbot (training), thetabot (training)\n')
  })

  it.each([
    ['{ "a": ', 'JSON'],
    ['<!doctype html>', 'the form of the list is not known'],
    ['[]', 'the list has no names of crawlers'],
    ['["a"]', 'an entry of the list has no `pattern`'],
    ['{ "a": 1 }', 'the form of the list is not known'],
    ['null', 'the form of the list is not known'],
    [
      '{ "crawlers": [{ "name": "Quuxbot", "category": "x" }] }',
      '`Quuxbot` has no category of search, ai-search, training',
    ],
    [
      'User-agent: Quuxbot\n',
      'a robots.txt states no category: add `category = "training"` to its source',
    ],
    [`[${'['.repeat(100_000)}`, 'JSON'],
    [JSON.stringify(Array(20_001).fill({ pattern: 'x' })), 'the list has more than 20000 entries'],
  ])('leaves what is there for a list in no known form: %.40s', async (text, fault) => {
    const folder = await sourceOf(text)
    const { code, out } = await crawlers(folder, '--write')
    expect(out).toContain('own: as it was; ')
    expect(out).toContain(fault)
    expect([code, existsSync(join(folder, '.crawlers/own.json'))]).toEqual([3, false])
  })

  it.each([
    [
      'redirects to http',
      'which is not allowed',
      (_, response) => void response.writeHead(302, { location: 'http://lists.test/' }).end(),
    ],
    [
      'is too large',
      'the answer is larger than 16 MiB',
      (_, response) => void response.end(Buffer.alloc(17 << 20, ' ')),
    ],
    [
      'expands without end',
      'expands to more than 100 times its size',
      (_, response) =>
        void response
          .writeHead(200, { 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(64 << 20))),
    ],
    ['is not there', 'status 404', (_, response) => void response.writeHead(404).end()],
  ] as [string, string, RequestListener][])(
    'takes nothing from a server whose list %s',
    async (_, fault, answer) => {
      const { code, out } = await crawlers(await sourceOf(answer), '--write')
      expect([code, out]).toEqual([3, expect.stringContaining(fault)])
    },
  )

  it.each([
    ['own = "http://lists.test/a.json"', '`own` has no https URL'],
    ['own = { url = "https://lists.test/", category = "x" }', '`x` is not a category'],
    ['own = { category = "seo" }', '`own` has no https URL'],
  ])('fetches nothing for %s', async (sources, fault) => {
    const { code, err } = await crawlers(folderWith({ ...SITE, '.crawlers/sources.toml': sources }))
    expect([code, err]).toEqual([2, expect.stringContaining(fault)])
  })
})

describe('the age of lists', () => {
  const list = (date: string, name = 'quuxbot') =>
    JSON.stringify({
      name: 'own',
      date,
      licence: 'MIT',
      crawlers: [{ name, category: 'seo', operator: null }],
    })

  const ADDRESSES =
    '{ "creationTime": "2026-01-01T00:00:00Z", "prefixes": [{ "ipv4Prefix": "192.0.2.0/24" }] }'

  it('is said by check and build, in a line', async () => {
    const folder = folderWith({
      ...SITE,
      '.networks/gptbot.json': ADDRESSES,
      // A list that the author wrote has no age (I4).
      '.networks/partner.json': ADDRESSES,
      '.networks/other.json': ADDRESSES,
      '.networks/sources.toml': 'other = "https://other.example/list.json"\n',
    })
    const { err, out } = await runAcap(['check', folder])
    expect(err).toMatch(
      /^lists of crawlers: crawler-user-agents [\d.]+ \d{4}-\d\d-\d\d \(\d+ days?\), .*; addresses: the oldest fetched list 2026-01-01 \(\d+ days\); too old or faulty to disprove a name: gptbot, other;/m,
    )
    const old = out.match(/warning\[ACAP119\][^\n]*\n[^\n]*/g)
    expect(old).toEqual([
      expect.stringContaining('gptbot.json'),
      expect.stringContaining('other.json'),
    ])
    const none = await runAcap(['check', folderWith(SITE)])
    expect(none.err).toContain('; addresses: no lists, so no name is checked: acap networks;')
    const built = await runAcap(['build', folder, '--out', join(folder, 'x.bin')])
    expect(built.err).toContain('lists of crawlers: ')
  })

  it('is a finding where it is more than a year', async () => {
    const { out } = await runAcap([
      'check',
      folderWith({ ...SITE, '.crawlers/own.json': list('2001-01-01') }),
    ])
    expect(out).toContain('warning[ACAP119]')
    expect(out).toContain('fetch a newer one with `acap crawlers --write`')
  })

  it.each([
    ['{', 'the list cannot be read'],
    [list('today'), '`date` is not a date'],
    [list('Mon, 24 Aug 2026'), '`date` is not a date, YYYY-MM-DD'],
    [list('2026-01-01', 'chrome'), 'readers send it'],
  ])('is of no use where a file cannot be read: %.30s', async (text, fault) => {
    const { out } = await runAcap(['check', folderWith({ ...SITE, '.crawlers/own.json': text })])
    expect(out).toContain('warning[ACAP118]')
    expect(out).toContain(fault)
  })

  it('names the version of the package that is installed', () => {
    const { version } = JSON.parse(
      readFileSync('node_modules/crawler-user-agents/package.json', 'utf8'),
    )
    expect(SHIPPED_LISTS[0]!.name).toBe(`crawler-user-agents ${version}`)
  })
})

/**
 * What the page asks its worker: each answer crosses from thread to thread, so it is plain data.
 */
import { expect, it } from 'vitest'
import { Desk } from '../../src/explorer/desk.ts'
import { type Draft, readDraft } from '../../src/explorer/draft.ts'
import { PEOPLES_USES } from '../../src/words/uses.ts'
import { REGISTRY } from './asked.ts'

const files = new Map([
  ['robots.txt', 'User-agent: *\nDisallow: /private/\nNonsense\n'],
  [
    'site.toml',
    'hosts = ["a.test"]\n[refuse]\ncontact = "rights@a.test"\n[signals]\nlicense = "https://a.test/rsl.xml"\n',
  ],
])
const now = { site: 'a.test', files }
const was = { site: 'a.test', files: new Map([['robots.txt', 'User-agent: *\nDisallow: /\n']]) }
const desk = new Desk(REGISTRY)
const whatIf = { url: '/private/a', userAgent: 'GPTBot/1', at: '' }

it('answers every question with plain data', () => {
  const crosses = <T>(answer: T) => expect(structuredClone(answer)).toEqual(answer)
  const table = desk.table({ now, was, whatIf, wanted: '', open: new Set() })
  const set = {
    who: { kind: 'everybody' },
    use: PEOPLES_USES[0]!,
    path: '/',
    opens: false,
  } as const
  crosses(desk.read(now))
  crosses(table)
  crosses(desk.explain({ now, was, whatIf, crawler: table.rows[0]!.crawlers[0]!, usage: 'crawl' }))
  crosses(desk.states({ draft: now, path: '/', sets: [set] }))
  crosses(desk.change({ draft: now, change: { kind: 'switch', set } }))
  crosses(desk.changes({ was, now }))
  crosses(desk.preview({ draft: now, change: { kind: 'mode', mode: 'observe' } }))
  crosses(desk.folders(now))
  crosses(desk.refused(now))
  crosses(desk.summary({ was, now }))
})

it('says what the files say already of licence and contact', () => {
  expect(desk.read(now).contact).toEqual({
    contact: 'rights@a.test',
    terms: '',
    license: 'https://a.test/rsl.xml',
  })
})

const news = {
  site: 'a.test',
  files: new Map([['robots.txt', 'User-agent: *\nDisallow: /premium/\nDisallow: /*?print=\n']]),
}

it('says of a form that nothing is saved yet, and that a partner keeps what it may fetch', () => {
  const values = { name: 'WireBot', path: '', from: '23:00', to: '05:00', seconds: '30' }
  const { words, lines } = desk.change({
    draft: news,
    change: { kind: 'form', recipe: 'A partner comes at night, slowly', values },
  })
  expect(words).toMatch(
    /In its hours, what it could fetch before stays open to it\. Nothing in site\.toml proves the name: .* Not saved yet: Save keeps it, Undo takes it back\.$/,
  )
  expect(lines).toContain('+ robots.txt: Allow: /')
})

it('makes a crawler of a reader that declares a name, by the control of its page', () => {
  const who = { kind: 'crawler', name: 'QuillHarvester' } as const
  const set = { who, use: PEOPLES_USES[0]!, path: '/', opens: false } as const
  const { draft, words } = desk.change({ draft: news, change: { kind: 'switch', set } })
  const kindIn = (files: Draft) =>
    readDraft(files, REGISTRY, Date.now()).engine.agents.find(
      'QuillHarvester/0.3 (+https://quill.example/bot)',
    ).kind
  expect(words).toContain('QuillHarvester')
  expect([news, draft!].map(kindIn)).toEqual(['reader', 'crawler'])
})

it('leaves the files where a form and another line would contradict each other', () => {
  const files = new Map([
    ['robots.txt', 'User-agent: WireBot\nAllow: /budget/\n'],
    ['site.toml', 'hosts = ["a.test"]\n'],
  ])
  const values = { path: '/budget/', until: '2026-12-01T06:00' }
  const { draft, words } = desk.change({
    draft: { site: 'a.test', files },
    change: { kind: 'form', recipe: 'Closed to crawlers until a date', values },
  })
  expect([draft, words]).toEqual([
    null,
    expect.stringMatching(/^The files stay as they are: robots\.txt:2, the route `\/budget\/`/),
  ])
})

it('writes the date of an embargo as people do', () => {
  const values = { path: '/budget/', until: '2026-12-01T06:00' }
  const { words } = desk.change({
    draft: news,
    change: { kind: 'form', recipe: 'Closed to crawlers until a date', values },
  })
  expect(words).toMatch(
    /^No crawler may fetch \/budget\/ before 2026-12-01 06:00 \(your local time\)/,
  )
})

it('says in the summary that a content signal refuses nobody', () => {
  const files = new Map([
    ...news.files,
    ['site.toml', 'hosts = ["a.test"]\n[signals]\ncontent-signal = "ai-train=no"\n'],
  ])
  const { report } = desk.summary({ was: null, now: { site: 'a.test', files } })
  expect(report?.notes).toContain(
    'robots.txt asks `Content-Signal: ai-train=no`; that refuses nobody.',
  )
})

it('names a place once where a group and a record open it', () => {
  const opened = `User-agent: WireBot\nDisallow: /*?print=\nAllow: /news/\n
ACAP-crawler: *\nACAP-disallow-crawl: /*?print=\nACAP-crawler: WireBot\nACAP-allow-crawl: /news/\n`
  const { report } = desk.summary({
    was: null,
    now: { site: 'a.test', files: new Map([['robots.txt', opened]]) },
  })
  const texts = report?.sections.flatMap(({ sentences }) => sentences.map(({ text }) => text)) ?? []
  expect(texts.filter((text) => text.startsWith('WireBot'))).not.toEqual([])
  expect(texts.filter((text) => /(`[^`]+`) in (?:`[^`]+` in )*\1/.test(text))).toEqual([])
})

/**
 * The headers that Ask shows are those of the edge: for generated policies and requests they are what a Worker answers. ACAP_SEED
 * repeats a run.
 */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { errorsOf } from '../../src/explorer/draft.ts'
import { edgeHeaders } from '../../src/explorer/edge-headers.ts'
import { answerCell } from '../../src/explorer/shown-crawlers.ts'
import { readQuestion } from '../../src/explorer/what-if.ts'
import { BROWSER, edge } from '../support/edge/edge.ts'
import { sites } from '../support/language/generate-sites.ts'
import { runs } from '../support/runs.ts'
import { meaningOf, NOW, REGISTRY } from './asked.ts'

const PAGE = '<!doctype html><title></title>'
const SIGNALS = `
[signals]
license = "https://news.test/rsl.xml"
content-signal = "search=yes, ai-train=no"
`
const REFUSE = `
[refuse]
status = 402
contact = "rights@news.test"
terms = "https://news.test/terms"
headers = { crawler-price = "USD 1" }
`
const settings = fc.constantFrom('', SIGNALS, REFUSE, `${SIGNALS}${REFUSE}`)
const agents = fc.constantFrom('GPTBot/1.0', 'ab/1.0', 'zebra', 'Nobody-bot/2', BROWSER, '')
const paths = fc.constantFrom('/', '/a', '/news/b?c=d', '/a%2Fb', '/robots.txt', '/x.pdf')
const asked = fc.record({ site: sites, more: settings, userAgent: agents, url: paths })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  // What a Worker has, and Node 20 has not.
  vi.stubGlobal('scheduler', { wait: () => new Promise((done) => setTimeout(done)) })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const TYPES = ['text/html', 'application/pdf'] as const
type Files = Readonly<Record<string, string>>

async function ofWorker(files: Files, userAgent: string, url: string) {
  const linesFor = (type: string) => linesOf(files, userAgent, url, type)
  const [page, file] = await Promise.all(TYPES.map(linesFor))
  const others = file!.filter((line) => !page!.includes(line))
  return [...page!, ...others.map((line) => `${line} (where it is not HTML)`)]
}

async function linesOf(files: Files, userAgent: string, url: string, type: string) {
  let isOrigins = false
  const origin = () => {
    isOrigins = true
    return new Response(PAGE, { headers: { 'content-type': type } })
  }
  const known = { gptbot: 'training' } as const
  const { ask } = await edge({ files, origin, known, builtAt: NOW })
  const { status, headers } = await ask(url, userAgent)
  const first = `status: ${isOrigins && status === 200 ? 'as the origin answers' : status}`
  // That of a served file is made of the whole bundle.
  headers.delete('etag')
  const own = [...headers].filter(([, value]) => value !== type)
  return [first, ...own.map(([name, value]) => `${name}: ${value}`)]
}

async function ofAsk(files: Files, userAgent: string, url: string) {
  const meaning = meaningOf(files)
  const question = readQuestion({ url, userAgent, at: '' }, meaning.program.config, NOW)
  const supposed = { id: 'what-if', label: '', userAgent, mayBeReader: true, isName: false }
  const answer = answerCell(meaning, { ...supposed, category: null }, 'crawl', question)
  return edgeHeaders(meaning, REGISTRY, answer, question)
}

it('are those that a Worker answers, for generated policies and requests', async () => {
  const seen = new Set<string>()
  const property = fc.asyncProperty(asked, async ({ site, more, userAgent, url }) => {
    const own = site.files['site.toml'] ?? 'hosts = ["news.test"]\n'
    const toml = `${own.replaceAll('www.test', 'news.test')}${more}`
    const files = { ...site.files, 'site.toml': toml }
    fc.pre(errorsOf(meaningOf(files)) === 0)
    const answered = await ofWorker(files, userAgent, url)
    for (const line of answered) seen.add(line.replace(/: .*/, ''))
    seen.add(answered[0]!)
    expect(await ofAsk(files, userAgent, url)).toEqual(answered)
  })
  const seed = Number(process.env.ACAP_SEED ?? 46)
  await fc.assert(property, { numRuns: runs(40, 2000), seed })
  for (const name of [
    'link',
    'cache-control',
    'accept-signature',
    'status: 403',
    'status: 402',
    'x-robots-tag',
  ])
    expect(seen).toContain(name)
}, 600_000)

it('suppose a name, a signature and a moment as the form does', async () => {
  const files = { 'robots.txt': 'User-agent: *\nVisit-time: 0100-0500\n' }
  const meaning = meaningOf(files)
  const linesAt = (whatIf: object) => {
    const form = { url: '/a', userAgent: '', at: '', ...whatIf }
    const question = readQuestion(form, meaning.program.config, NOW)
    const nobody = { standing: 'deferred', crawler: { userAgent: '' } } as const
    return edgeHeaders(meaning, REGISTRY, nobody, question)
  }
  expect(await linesAt({})).toContainEqual(expect.stringMatching(/^accept-signature: sig1=/))
  expect((await linesAt({ isSigned: true })).join()).not.toContain('accept-signature')
  expect((await linesAt({}))[0]).toBe('status: 503')
  expect((await linesAt({ at: '2026-11-21T02:00' }))[0]).toBe('status: as the origin answers')
})

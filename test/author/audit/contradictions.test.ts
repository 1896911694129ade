/** A made-up site with one planted fault of each kind → each is found, and nothing else. */
import { describe, expect, it } from 'vitest'
import { auditAgents } from '../../../src/author/audit/agents.ts'
import type { Ask, AuditAnswer, AuditQuestion } from '../../../src/author/audit/answers.ts'
import { audit } from '../../../src/author/audit/audit.ts'
import { LiveRobots } from '../../../src/author/audit/declared.ts'
import type { PolicyFacts } from '../../../src/author/audit/facts.ts'
import { textProgram } from '../../../src/author/files/load-programs.ts'
import { readPage, readSitemap } from '../../../src/cli/audit/read-page.ts'
import { isLong, someOf } from '../../support/runs.ts'

const HOME = 'https://www.site.test'
const NOW = Date.parse('2026-11-28T12:00:00Z')
const ROBOTS =
  'User-agent: *\nDisallow: /private/\n\nUser-agent: GPTBot\nDisallow: /private/\nDisallow: /news/\n\nSitemap: https://www.site.test/sitemap.xml\n'
const PAGES = ['/news/1', '/private/1', '/about']

type Part = Partial<Omit<AuditAnswer, 'page'>> & { readonly html?: string }
/** What a site answers otherwise than the sound one does; null where it does not. */
type Fault = (question: AuditQuestion, path: string) => Part | null

interface Planted {
  readonly id: number
  readonly site: Fault
  readonly robots?: string
  readonly policy?: Partial<PolicyFacts>
}

const HTML =
  '<!doctype html><title>News</title><p>A long enough text of the page, for everybody alike.</p>'

/** A sound site: it enforces what its robots.txt says. */
function soundSite(fault: Fault, robots: string): Ask {
  const live = new LiveRobots(robots, textProgram(robots), NOW)
  return async ({ url, agent }) => {
    const { pathname, search } = new URL(url)
    const path = pathname + search
    const own = fault({ url, agent }, path) ?? {}
    return answer(url, agent.name, { ...sound(), ...own })

    function sound(): Part {
      if (pathname === '/robots.txt')
        return { text: robots, headers: { 'content-type': 'text/plain' } }
      if (pathname === '/sitemap.xml')
        return { text: PAGES.map((page) => `<loc>${HOME}${page}</loc>`).join('') }
      if (pathname.startsWith('/.well-known/')) return { status: 404 }
      // The site cleans addresses before it decides.
      const target = decodeURIComponent(pathname).replace(/^\/+(?:\.\/)?/, '/') + search
      const known = { ...agent, name: properName(agent.name) }
      return live.about(known, target).isOpen ? { html: HTML } : { status: 403 }
    }
  }
}

function properName(name: string): string {
  return name === 'gptbot' ? 'GPTBot' : name
}

function answer(url: string, agent: string, { html, ...part }: Part): AuditAnswer {
  const text = part.text ?? null
  const page = html === undefined ? null : readPage(html, url)
  const headers = { server: 'nginx', ...(page && { 'content-type': 'text/html' }), ...part.headers }
  const body = html ?? text ?? ''
  return {
    url,
    agent,
    status: part.status ?? 200,
    fault: null,
    redirects: part.redirects ?? [],
    headers,
    bytes: part.bytes ?? body.length,
    hash: body,
    text,
    page,
  }
}

async function auditOf({ site, robots = ROBOTS, policy }: Omit<Planted, 'id'>) {
  const whole: PolicyFacts | null =
    policy === undefined
      ? null
      : { robotsText: robots, isOpen: isOpenBy(robots), tagsOf: () => [], ...policy }
  const result = await audit(soundSite(site, robots), {
    start: new URL(`${HOME}/`),
    agents: auditAgents(['GPTBot', 'CCBot', 'Googlebot']),
    most: 120,
    policy: whole,
    isMine: true,
    readRobots: (text) =>
      text.includes('\0') ? null : new LiveRobots(text, textProgram(text), NOW),
    readSitemap,
    beforeAgain: async () => undefined,
  })
  return result!
}

function isOpenBy(robots: string): PolicyFacts['isOpen'] {
  const live = new LiveRobots(robots, textProgram(robots), NOW)
  return (agent, path) => live.about(agent, path).isOpen
}

const isRobots = (path: string) => path === '/robots.txt'
const as = (name: string, part: Part, at: (path: string) => boolean = () => true): Fault => {
  return ({ agent }, path) => (agent.name === name && at(path) ? part : null)
}
const page = (path: string) => !path.startsWith('/robots.txt') && !path.includes('.xml')
const everywhere = (part: Part, at: (path: string) => boolean): Fault => {
  return (_, path) => (at(path) ? part : null)
}
const nobody: Fault = () => null
const CHALLENGE = '<!doctype html><title>Just a moment...</title>'

const PLANTED: readonly Planted[] = [
  { id: 1, site: as('CCBot', { status: 403, text: null }, isRobots) },
  { id: 2, site: as('CCBot', { status: 403, headers: { 'cf-mitigated': 'challenge' } }, isRobots) },
  { id: 3, site: as('CCBot', { status: 500 }, isRobots) },
  { id: 4, site: as('CCBot', { text: 'User-agent: *\nDisallow: /\n' }, isRobots) },
  { id: 5, site: everywhere({ status: 404 }, (path) => path === '/robots.txt?x') },
  { id: 6, site: everywhere({ redirects: ['https://other.test/robots.txt'] }, isRobots) },
  { id: 7, site: everywhere({ headers: { 'content-type': 'application/json' } }, isRobots) },
  { id: 8, site: as('CCBot', { status: 200, html: HTML }, (path) => path === '/private/1') },
  { id: 9, site: as('CCBot', { status: 403 }, (path) => path === '/about') },
  { id: 10, site: as('CCBot', { status: 403, html: CHALLENGE }, (path) => path === '/about') },
  { id: 11, site: as('CCBot', { status: 429 }, (path) => path === '/about') },
  { id: 12, site: as('gptbot', { status: 200, html: HTML }, page) },
  { id: 13, site: as('GPTBot', { status: 200, html: HTML }, (path) => path.startsWith('/%')) },
  { id: 14, site: as('GPTBot', { status: 200, html: HTML }, (path) => /^\/[^r].*\?x$/.test(path)) },
  { id: 15, site: as('reader', { status: 403 }, (path) => path === '/about') },
  { id: 16, site: as('ExampleBot', { status: 403 }, (path) => path === '/about') },
  {
    id: 17,
    site: nobody,
    policy: {
      isOpen: (agent, path) =>
        agent.name !== 'CCBot' || path !== '/about' ? isOpenBy(ROBOTS)(agent, path) : false,
    },
  },
  {
    id: 18,
    site: nobody,
    policy: {
      isOpen: (agent, path) =>
        (agent.name === 'GPTBot' && path === '/news/1') || isOpenBy(ROBOTS)(agent, path),
    },
  },
  { id: 19, site: nobody, policy: { robotsText: `${ROBOTS}# more\n` } },
  {
    id: 20,
    site: nobody,
    robots: `User-agent: *\nDisallow: /private/\n\nUser-agent: GPTBot\nDisallow: /news/\n`,
  },
  {
    id: 21,
    site: everywhere({ headers: { 'x-robots-tag': 'noindex' } }, (path) => path === '/private/1'),
  },
  {
    id: 22,
    site: everywhere(
      { html: `<meta name=robots content=index>${HTML}`, headers: { 'x-robots-tag': 'noindex' } },
      (path) => path === '/about',
    ),
  },
  {
    id: 23,
    site: as(
      'Googlebot',
      { html: HTML.replace('News', 'Other news') },
      (path) => path === '/about',
    ),
  },
  {
    id: 24,
    site: nobody,
    policy: { tagsOf: (path) => (path === '/about' ? ['ACAP disallow-index'] : []) },
  },
  {
    id: 25,
    site: everywhere(
      { html: HTML, headers: { 'content-usage': 'train-ai=n', 'tdm-reservation': '0' } },
      (path) => path === '/about',
    ),
  },
]

/**
 * What a fault hides: where the reader is refused, the page counts no more; with other rules for GPTBot, another crawler is the first
 * that is refused, whose spellings are asked.
 */
const HIDES: Readonly<Record<number, readonly number[]>> = {
  15: [9, 10, 11, 16, 23],
  20: [12, 13, 14],
}

/** A site with two faults. One hides the other where both answer the same question. */
function bothFaults(one: Fault, two: Fault) {
  let isHidden = false
  const site: Fault = (question, path) => {
    const [first, second] = [one(question, path), two(question, path)]
    isHidden ||= first !== null && second !== null
    return first ?? second
  }
  return { site, isHidden: () => isHidden }
}

describe('acap audit finds each planted fault, and nothing else', () => {
  it.each(PLANTED)('kind $id', async (planted) => {
    const { contradictions } = await auditOf(planted)
    expect([...new Set(contradictions.map(({ id }) => id))]).toEqual([planted.id])
  })

  it('finds two faults at once, unless one hides the other', async () => {
    const pairs = PLANTED.flatMap((one, i) =>
      PLANTED.slice(i + 1).map((two) => [one, two] as const),
    )
    let together = 0
    const others: string[] = []
    for (const [one, two] of someOf(pairs, 10)) {
      if ((one.robots ?? two.robots) && (one.policy ?? two.policy)) continue
      if (one.policy !== undefined && two.policy !== undefined) continue
      if (HIDES[one.id]?.includes(two.id) || HIDES[two.id]?.includes(one.id)) continue
      const { site, isHidden } = bothFaults(one.site, two.site)
      const { contradictions } = await auditOf({ ...one, ...two, site })
      if (isHidden()) continue
      together++
      const found = [...new Set(contradictions.map(({ id }) => id))]
      if (found.join() !== `${one.id},${two.id}`) others.push(`${one.id}+${two.id}: ${found}`)
    }
    expect(others).toEqual([])
    expect(together).toBeGreaterThan(isLong ? 100 : 2)
  })

  it('what a `$` opens with a query is no contradiction', async () => {
    const robots =
      'User-agent: *\nDisallow: /private/1$\n\nSitemap: https://www.site.test/sitemap.xml\n'
    const { contradictions } = await auditOf({ site: nobody, robots })
    expect(contradictions).toEqual([])
  })

  it('a sound site has none', async () => {
    const { contradictions, asked } = await auditOf({ site: nobody, policy: {} })
    expect(contradictions).toEqual([])
    expect(asked).toBeLessThanOrEqual(120)
  })

  it('a site that refuses everybody has none: that is no finding', async () => {
    const { contradictions } = await auditOf({ site: everywhere({ status: 403 }, page) })
    expect(contradictions).toEqual([])
  })

  it('what changes when it is asked again is a note', async () => {
    let count = 0
    const site: Fault = ({ agent }, path) =>
      agent.name === 'CCBot' && path === '/about' && count++ === 0 ? { status: 403 } : null
    const { contradictions, notes } = await auditOf({ site })
    expect(contradictions).toEqual([])
    expect(notes).toEqual([
      'unstable, so no contradiction: CCBot at /about: refused with status 403 to a stranger with this name',
    ])
  })

  it('stops where a site asks for time, and says so', async () => {
    const site = everywhere({ status: 429, headers: { 'retry-after': '60' } }, page)
    const { asked, skipped } = await auditOf({ site })
    expect(asked).toBeLessThan(15)
    expect(skipped).toEqual(['everything after a status 429 with Retry-After'])
  })
})

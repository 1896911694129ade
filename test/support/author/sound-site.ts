/** A sound site as an audit asks it, and faults to plant there. */
import { auditAgents } from '../../../src/author/audit/agents.ts'
import type { Ask, AuditAnswer, AuditQuestion } from '../../../src/author/audit/answers.ts'
import { audit } from '../../../src/author/audit/audit.ts'
import { LiveRobots } from '../../../src/author/audit/declared.ts'
import type { PolicyFacts } from '../../../src/author/audit/facts.ts'
import { textProgram } from '../../../src/author/files/load-programs.ts'
import { readPage, readSitemap } from '../../../src/cli/audit/read-page.ts'

const HOME = 'https://www.site.test'
const NOW = Date.parse('2026-11-28T12:00:00Z')
const ROBOTS =
  'User-agent: *\nDisallow: /private/\n\nUser-agent: GPTBot\nDisallow: /private/\nDisallow: /news/\n\nSitemap: https://www.site.test/sitemap.xml\n'
const PAGES = ['/news/1', '/private/1', '/about']

type Part = Partial<Omit<AuditAnswer, 'page'>> & { readonly html?: string }

/** What a site answers otherwise than the sound one does; null where it does not. */
export type Fault = (question: AuditQuestion, path: string) => Part | null

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
  const live = readBy(robots)
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

export async function auditOf({ site, robots = ROBOTS, policy }: Omit<Planted, 'id'>) {
  const whole: PolicyFacts | null =
    policy === undefined
      ? null
      : { declared: readBy(robots), expects: expectedBy(robots), tagsOf: () => [], ...policy }
  const result = await audit(soundSite(site, robots), {
    start: new URL(`${HOME}/`),
    agents: auditAgents(['GPTBot', 'CCBot', 'Googlebot']),
    most: 120,
    policy: whole,
    isMine: true,
    readRobots: (text) => (text.includes('\0') ? null : readBy(text)),
    readSitemap,
    beforeAgain: async () => undefined,
  })
  return result!
}

function readBy(robots: string): LiveRobots {
  return new LiveRobots(robots, textProgram(robots), NOW)
}

function expectedBy(robots: string): PolicyFacts['expects'] {
  const own = readBy(robots)
  return (agent, path) => (own.about(agent, path).isOpen ? 'open' : 'closed')
}

/** A policy that declares something else with the same text, so that kind 19 does not see it. */
function declaring(robots: string): Partial<PolicyFacts> {
  return { declared: new LiveRobots(ROBOTS, textProgram(robots), NOW) }
}

const isRobots = (path: string) => path === '/robots.txt'
const as = (name: string, part: Part, at: (path: string) => boolean = () => true): Fault => {
  return ({ agent }, path) => (agent.name === name && at(path) ? part : null)
}
export const page = (path: string) => !path.startsWith('/robots.txt') && !path.includes('.xml')
export const everywhere = (part: Part, at: (path: string) => boolean): Fault => {
  return (_, path) => (at(path) ? part : null)
}
export const nobody: Fault = () => null
const CHALLENGE = '<!doctype html><title>Just a moment...</title>'

export const PLANTED: readonly Planted[] = [
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
  { id: 11, site: as('CCBot', { status: 429 }, page) },
  { id: 12, site: as('gptbot', { status: 200, html: HTML }, page) },
  { id: 13, site: as('GPTBot', { status: 200, html: HTML }, (path) => path.startsWith('/%')) },
  { id: 14, site: as('GPTBot', { status: 200, html: HTML }, (path) => /^\/[^r].*\?x$/.test(path)) },
  { id: 15, site: as('reader', { status: 403 }, (path) => path === '/about') },
  { id: 16, site: as('ExampleBot', { status: 403 }, (path) => path === '/about') },
  {
    id: 17,
    site: nobody,
    policy: declaring(`${ROBOTS}\nUser-agent: CCBot\nDisallow: /private/\nDisallow: /about\n`),
  },
  {
    id: 18,
    site: nobody,
    policy: declaring(ROBOTS.replace('Disallow: /news/\n', '')),
  },
  { id: 19, site: nobody, policy: { declared: readBy(`${ROBOTS}# more\n`) } },
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

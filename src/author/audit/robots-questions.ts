/** Requests around robots.txt: its other addresses, and the sitemaps that it names. */
import { type AuditAnswer, isServed } from './answers.ts'
import type { LiveRobots } from './declared.ts'
import type { AuditPlan } from './facts.ts'
import type { PoliteAsk } from './polite-ask.ts'

const MOST_SITEMAPS = 3

/** robots.txt with a query, by the other scheme, and with or without `www.`. */
export async function robotsVariants(
  polite: PoliteAsk,
  { agents, start }: Pick<AuditPlan, 'agents' | 'start'>,
  robotsUrl: string,
): Promise<readonly AuditAnswer[]> {
  const [reader, first] = agents
  const { hostname, port } = start
  const urls = [`${robotsUrl}?x`]
  const isName = /[a-z]\.[a-z]{2,}$/i.test(hostname)
  if (isName && port === '') {
    const url = new URL(robotsUrl)
    const www = hostname.startsWith('www.') ? hostname.slice(4) : `www.${hostname}`
    urls.push(robotsUrl.replace(/^https?/, url.protocol === 'https:' ? 'http' : 'https'))
    urls.push(robotsUrl.replace(`//${hostname}`, `//${www}`))
  }
  const found: AuditAnswer[] = []
  for (const url of urls) {
    const answer = await polite.ask(url, reader!, 'text')
    if (answer !== null) found.push(answer)
  }
  const asCrawler = first === undefined ? null : await polite.ask(`${robotsUrl}?x`, first, 'text')
  return asCrawler === null ? found : [...found, asCrawler]
}

/** The paths that the site's own sitemaps list. */
export async function listedPaths(
  polite: PoliteAsk,
  { start, agents, readSitemap }: Pick<AuditPlan, 'start' | 'agents' | 'readSitemap'>,
  live: LiveRobots | null,
): Promise<readonly string[]> {
  const open = [...(live?.valuesOf('sitemap') ?? [])]
  if (open.length === 0) open.push(`${start.origin}/sitemap.xml`)
  const paths: string[] = []
  for (let count = 0; open.length > 0 && count < MOST_SITEMAPS; count++) {
    const url = open.shift()!
    if (!URL.canParse(url) || new URL(url).host !== start.host) continue
    const answer = await polite.ask(start.origin + new URL(url).pathname, agents[0]!, 'text')
    if (answer === null || !isServed(answer)) continue
    for (const location of readSitemap(answer.text ?? '')) {
      if (!URL.canParse(location) || new URL(location).host !== start.host) continue
      const { pathname, search } = new URL(location)
      if (/\.xml$/.test(pathname)) open.push(location)
      else paths.push(pathname + search)
    }
  }
  return paths
}

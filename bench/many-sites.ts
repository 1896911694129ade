/**
 * A folder of policies as an agency or a host has them: thousands of sites, most of them small,
 * written by templates and then changed by hand. The same seed gives the same files. `node
 * bench/many-sites.ts FOLDER [COUNT, default 10000]`
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { random } from '../test/support/base/random.ts'

const CRAWLERS = [
  'Googlebot',
  'bingbot',
  'GPTBot',
  'CCBot',
  'ClaudeBot',
  'PerplexityBot',
  'AhrefsBot',
  'archive.org_bot',
]
const SECTIONS = [
  'news',
  'sport',
  'culture',
  'shop',
  'account',
  'archive',
  'search',
  'media',
  'print',
  'api',
  'events',
]
const WORDS = [
  'article',
  'gallery',
  'video',
  'ticket',
  'draft',
  'feed',
  'preview',
  'member',
  'photo',
  'review',
]

type Pick = (below: number) => number

/** The files of one site by their paths; other numbers give other policies. */
export function siteFiles(
  number: number,
  name = siteName(number),
): Readonly<Record<string, string>> {
  const next = random(number + 1)
  const kind = next(10)
  const size = kind < 6 ? 6 + next(10) : kind < 9 ? 20 + next(40) : 100 + next(200)
  const robots =
    kind < 6 ? conventional(size, next) : conventional(size >> 1, next) + acap(size >> 1, next)
  return {
    'robots.txt': `${robots}Sitemap: https://${name}/sitemap.xml\n`,
    'site.toml': toml(name, number, next),
    ...(next(4) === 0 ? { 'cases.toml': CASES } : {}),
  }
}

export function siteName(number: number): string {
  return `${WORDS[number % WORDS.length]}-${number}.test`
}

function conventional(rules: number, next: Pick): string {
  const closed = CRAWLERS.filter(() => next(4) === 0)
  const groups =
    closed.length === 0
      ? ''
      : `${closed.map((each) => `User-agent: ${each}\n`).join('')}Disallow: /\n\n`
  return `${groups}User-agent: *\n${lines(rules, next, 'Disallow: ', 'Allow: ')}\n`
}

function acap(fields: number, next: Pick): string {
  return `ACAP-crawler: *\n${lines(fields, next, 'ACAP-disallow-crawl: ', 'ACAP-allow-crawl: ')}ACAP-allow-present-snippet: / max-length=${20 + next(80)}-words\nACAP-disallow-preserve: /${pick(SECTIONS, next)}/\n\n`
}

function lines(count: number, next: Pick, close: string, open: string): string {
  const patterns = [...new Set(Array.from({ length: count }, () => pattern(next)))]
  const opens = (each: string) => next(6) === 0 && !each.includes('*')
  return patterns.map((each) => `${opens(each) ? open : close}${each}\n`).join('')
}

function pattern(next: Pick): string {
  const [section, word] = [pick(SECTIONS, next), pick(WORDS, next)]
  switch (next(8)) {
    case 0:
      return `/*?${word}=`
    case 1:
      return `/${section}/*.${pick(['pdf', 'xml', 'json'], next)}$`
    case 2:
      return `/${section}/*/${word}`
    default:
      return `/${section}/${word}${next(3) === 0 ? '' : `-${next(500)}`}/`
  }
}

function toml(name: string, number: number, next: Pick): string {
  const route =
    next(3) === 0
      ? `\n[[route]]\nmatch = "/${pick(SECTIONS, next)}/members/"\nfields = ["${pick(['disallow-crawl', 'disallow-index', 'allow-present-snippet max-length=30-words'], next)}"]\n`
      : ''
  return `hosts = ["${name}", "www.${name}"]\n${number % 3 === 0 ? `origin = "https://origin-${number}.test"\n` : ''}\n[refuse]\ncontact = "mailto:rights@${name}"\n${route}`
}

const CASES = `[[case]]
as = "Googlebot"
url = "/robots.txt"
expect = "permitted"
`

function pick<T>(list: readonly T[], next: Pick): T {
  return list[next(list.length)]!
}

/** Writes so many sites into a folder. */
export function writeSites(folder: string, count: number): void {
  for (let number = 0; number < count; number++) {
    const site = join(folder, siteName(number))
    mkdirSync(site, { recursive: true })
    for (const [path, text] of Object.entries(siteFiles(number)))
      writeFileSync(join(site, path), text)
  }
}

if (import.meta.main) writeSites(process.argv[2]!, Number(process.argv[3] ?? 10_000))

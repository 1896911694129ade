/**
 * robots.txt files → where they go wrong about who is asking: readers who are identified as crawlers, and well-known crawlers whose
 * full header is decided otherwise than their own product token by RFC 9309.
 *
 * As a program it takes a file of JSON lines with `site` and `robots`:  node test/support/decide/name-survey.ts FILE
 */
import { readFileSync } from 'node:fs'
import crawlerList from 'crawler-user-agents'
import { READER_HEADERS } from '../../../src/crawlers/reader-headers.ts'
import { Engine } from '../../../src/decide/engine.ts'
import type { Policy } from '../../../src/language/policy/policy.ts'
import { readText } from '../../../src/language/site/read-site.ts'
import { compile } from '../../../src/program/compile/compile.ts'
import { compileRegistry } from '../../../src/program/compile/compile-registry.ts'
import type { Registry, SiteProgram } from '../../../src/program/program.ts'
import { decideByRules, groupFor } from '../../reference/conventional.ts'
import { targetForm } from '../../reference/patterns.ts'

/** One robots.txt. */
export interface Surveyed {
  readonly site: string
  readonly robots: string
}

/** A crawler's product token, as its operator documents it, and the header that it sends. */
export interface WellKnown {
  readonly token: string
  readonly header: string
}

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko; compatible; '

/** Crawlers that most sites meet. */
export const WELL_KNOWN: readonly WellKnown[] = [
  {
    token: 'Googlebot',
    header: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  },
  {
    token: 'Googlebot',
    header:
      'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  },
  {
    token: 'Storebot-Google',
    header:
      'Mozilla/5.0 (X11; Linux x86_64; Storebot-Google/1.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  },
  { token: 'AdsBot-Google', header: 'AdsBot-Google (+http://www.google.com/adsbot.html)' },
  {
    token: 'bingbot',
    header: `Mozilla/5.0 ${CHROME}bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/141.0.0.0 Safari/537.36`,
  },
  {
    token: 'Slurp',
    header: 'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
  },
  { token: 'DuckDuckBot', header: 'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)' },
  {
    token: 'Baiduspider',
    header: 'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
  },
  {
    token: 'YandexBot',
    header: 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  },
  {
    token: 'Applebot',
    header:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
  },
  {
    token: 'GPTBot',
    header:
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)',
  },
  {
    token: 'OAI-SearchBot',
    header:
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; OAI-SearchBot/1.3; +https://openai.com/searchbot',
  },
  {
    token: 'ChatGPT-User',
    header:
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot)',
  },
  {
    token: 'ClaudeBot',
    header:
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  },
  {
    token: 'PerplexityBot',
    header:
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
  },
  { token: 'CCBot', header: 'CCBot/2.0 (https://commoncrawl.org/faq/)' },
  {
    token: 'Bytespider',
    header:
      'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
  },
  {
    token: 'Amazonbot',
    header: `Mozilla/5.0 ${CHROME}Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot) Chrome/119.0.6045.214 Safari/537.36`,
  },
  {
    token: 'meta-externalagent',
    header:
      'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  },
  {
    token: 'AhrefsBot',
    header: 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  },
  {
    token: 'SemrushBot',
    header: 'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)',
  },
  { token: 'MJ12bot', header: 'Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)' },
  {
    token: 'DotBot',
    header:
      'Mozilla/5.0 (compatible; DotBot/1.2; +https://opensiteexplorer.org/dotbot; help@moz.com)',
  },
  {
    token: 'SeznamBot',
    header:
      'Mozilla/5.0 (compatible; SeznamBot/4.0; +https://o-seznam.cz/napoveda/vyhledavani/en/seznambot-crawler/)',
  },
  {
    token: 'PetalBot',
    header: 'Mozilla/5.0 (compatible;PetalBot;+https://webmaster.petalsearch.com/site/petalbot)',
  },
  {
    token: 'ia_archiver',
    header: 'ia_archiver (+http://www.alexa.com/site/help/webmasters; crawler@alexa.com)',
  },
]

/** A reader who is identified as a crawler, or a crawler whose decision differs from its token's. */
export interface Misjudged {
  readonly site: string
  readonly header: string
  /** For a crawler: its token, a path, and what the header and the token get there. */
  readonly token?: string
  readonly path?: string
  readonly byHeader?: string
  readonly byToken?: string
  /** Names of the policy that the header matches. */
  readonly matched: readonly string[]
}

/** Puts the headers to every file. */
export function* survey(
  files: Iterable<Surveyed>,
  readers: readonly string[],
  crawlers: readonly WellKnown[],
): Iterable<Misjudged> {
  const registry = compileRegistry(crawlerList)
  for (const { site, robots } of files) yield* surveyFile(site, robots, registry, readers, crawlers)
}

function* surveyFile(
  site: string,
  robots: string,
  registry: Registry,
  readers: readonly string[],
  crawlers: readonly WellKnown[],
): Iterable<Misjudged> {
  const { policy } = readText(robots, site)
  const program = compile(policy, {
    served: false,
    files: [{ path: site, text: robots }],
    servedLine: () => undefined,
  })
  const { agents } = new Engine(program, registry)
  for (const header of readers) {
    const { kind, matched } = agents.find(header)
    if (kind === 'crawler') yield { site, header, matched }
  }
  for (const each of crawlers) yield* differences(site, policy, program, registry, each)
}

/** The first path on which a crawler's header and its token are decided differently. */
function* differences(
  site: string,
  policy: Policy,
  program: SiteProgram,
  registry: Registry,
  { token, header }: WellKnown,
): Iterable<Misjudged> {
  const engine = new Engine(program, registry)
  const agent = engine.agents.find(header)
  const group = groupFor(policy.repGroups, [[token.toLowerCase()], ['*']])
  for (const path of pathsOf(policy)) {
    const ruling = engine.decide({ userAgent: header, target: path, now: 0, dialect: 'rep' })
    const byHeader =
      agent.kind === 'reader' ? 'a reader' : ruling.outcome === 'prohibited' ? 'disallow' : 'allow'
    const byToken =
      (group === null ? null : decideByRules(group, [targetForm(path)], false))?.effect ?? 'allow'
    if (byHeader === byToken) continue
    yield { site, header, token, path, byHeader, byToken, matched: agent.matched }
    return
  }
}

/** A path for every pattern of the file. */
function pathsOf({ repGroups }: Policy): readonly string[] {
  const patterns = repGroups.flatMap(({ rules }) => rules.map(({ pattern }) => pattern))
  const paths = patterns.map((pattern) => pattern.replace(/\$$/, '').replaceAll('*', 'x'))
  return [
    ...new Set([
      '/',
      '/any/page.html',
      ...paths.map((path) => (path.startsWith('/') ? path : `/${path}`)),
    ]),
  ]
}

if (import.meta.main) {
  const lines = readFileSync(process.argv[2]!, 'utf8').trim().split('\n')
  const found = [
    ...survey(
      lines.map((line) => JSON.parse(line)),
      READER_HEADERS,
      WELL_KNOWN,
    ),
  ]
  const of = (list: readonly Misjudged[]) =>
    `${list.length} in ${new Set(list.map(({ site }) => site)).size} of ${lines.length} files`
  const readers = found.filter(({ token }) => token === undefined)
  const crawlers = found.filter(({ token }) => token !== undefined)
  console.log(`readers identified as crawlers: ${of(readers)}`)
  for (const { site, header, matched } of readers.slice(0, 40))
    console.log(`  ${site}  ${matched}  ${header}`)
  console.log(`crawlers decided otherwise than their token: ${of(crawlers)}`)
  for (const { site, token, path, byHeader, byToken, matched } of crawlers) {
    console.log(
      `  ${site}  ${token} ${path}: ${byHeader}, its token ${byToken}; matches ${matched}`,
    )
  }
}

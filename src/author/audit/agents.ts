/** The clients that an audit compares: well-known crawlers, an unknown one, and a reader. */
import type { AuditAgent } from './answers.ts'

const compatible = (product: string, page: string) =>
  `Mozilla/5.0 (compatible; ${product}; +${page})`
const webkit = (product: string, page: string) =>
  `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${product}; +${page})`

/** A control: what a person gets. */
const READER: AuditAgent = {
  name: 'reader',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  kind: 'reader',
}

const UNKNOWN_BOT: AuditAgent = {
  name: 'ExampleBot',
  userAgent: compatible('ExampleBot/1.0', 'https://bot.example/'),
  kind: 'unknown',
}

/** As their operators' pages give them. */
const HEADERS: Readonly<Record<string, string>> = {
  GPTBot: webkit('GPTBot/1.3', 'https://openai.com/gptbot'),
  ClaudeBot: webkit('ClaudeBot/1.0', 'claudebot@anthropic.com'),
  CCBot: 'CCBot/2.0 (https://commoncrawl.org/faq/)',
  Googlebot: compatible('Googlebot/2.1', 'http://www.google.com/bot.html'),
  bingbot: compatible('bingbot/2.0', 'http://www.bing.com/bingbot.htm'),
  PerplexityBot: webkit('PerplexityBot/1.0', 'https://perplexity.ai/perplexitybot'),
  Bytespider: 'Mozilla/5.0 (compatible; Bytespider; spider-feedback@bytedance.com)',
  Applebot: compatible('Applebot/0.1', 'http://www.apple.com/go/applebot'),
  'OAI-SearchBot': webkit('OAI-SearchBot/1.3', 'https://openai.com/searchbot'),
}

const MOST_CRAWLERS = 9

/**
 * The agents of an audit, the reader first: those that `named` lists, or the well-known ones with a
 * policy's own before them.
 */
export function auditAgents(
  chosen: readonly string[],
  ofPolicy: readonly string[] = [],
): readonly AuditAgent[] {
  const names = chosen.length > 0 ? chosen : [...ofPolicy, ...Object.keys(HEADERS)]
  const distinct = new Map(names.map((name) => [name.toLowerCase(), name]))
  const crawlers = [...distinct.values()].map(crawlerNamed)
  const most = chosen.length > 0 ? crawlers.length : MOST_CRAWLERS
  return [READER, ...crawlers.slice(0, most), UNKNOWN_BOT]
}

function crawlerNamed(name: string): AuditAgent {
  const known = Object.entries(HEADERS).find(([own]) => own.toLowerCase() === name.toLowerCase())
  const [own, userAgent] = known ?? [name, compatible(`${name}/1.0`, 'https://bot.example/')]
  return { name: own, userAgent, kind: 'crawler' }
}

/**
 * Tokens that operators read from robots.txt and that no request carries: policies address them, and no client is identified
 * by them.
 */
import type { Category } from './decision-words.ts'

/** One token. */
export interface PolicyToken {
  /** As its operator writes it. */
  readonly token: string
  /** The crawler that fetches the pages that the token is about. */
  readonly fetchedBy: string
  /** What the token is about. */
  readonly category: Category
  readonly operator: string
  /** The operator's page that documents it. */
  readonly source: string
}

export const POLICY_TOKENS: readonly PolicyToken[] = [
  {
    token: 'Google-Extended',
    fetchedBy: 'Googlebot',
    category: 'training',
    operator: 'Google',
    source: 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers',
  },
  {
    token: 'Applebot-Extended',
    fetchedBy: 'Applebot',
    category: 'training',
    operator: 'Apple',
    source: 'https://support.apple.com/en-us/119829',
  },
  {
    token: 'Webzio-Extended',
    fetchedBy: 'Webzio',
    category: 'training',
    operator: 'Webz.io',
    source: 'https://webz.io/bot.html',
  },
  {
    token: 'anthropic-ai',
    fetchedBy: 'ClaudeBot',
    category: 'training',
    operator: 'Anthropic',
    source: 'https://github.com/ai-robots-txt/ai.robots.txt',
  },
]

/**
 * Corrections and additions to the lists of crawlers, each with its source. They override every list.
 */
import type { NamedCrawler } from './crawler-list.ts'

export interface Correction extends NamedCrawler {
  readonly source: string
}

const OPENAI = { operator: 'OpenAI', source: 'https://platform.openai.com/docs/bots' }
const ANTHROPIC = { operator: 'Anthropic', source: 'https://support.claude.com/en/articles/8896518' }
const META = {
  operator: 'Meta',
  source: 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers',
}
const GOOGLE = {
  operator: 'Google',
  source: 'https://developers.google.com/crawling/docs/crawlers-fetchers/overview-google-crawlers',
}
const AMAZON = { operator: 'Amazon', source: 'https://developer.amazon.com/amazonbot' }
const MISTRAL = { operator: 'Mistral AI', source: 'https://docs.mistral.ai/robots' }
const MOONSHOT = { operator: 'Moonshot AI', source: 'https://www.kimi.com/policies/kimi-crawlers' }
const APPLE = { operator: 'Apple', source: 'https://support.apple.com/en-us/119829' }
const BYTEDANCE = { operator: 'ByteDance', source: 'https://github.com/ai-robots-txt/ai.robots.txt' }
const YANDEX = { operator: 'Yandex', source: 'https://yandex.com/support/webmaster/en/robot-workings/user-agent' }
const DATADOG = {
  operator: 'Datadog',
  source: 'https://docs.datadoghq.com/synthetics/guide/identify_synthetics_bots',
}
const COMMON_CRAWL = { operator: 'Common Crawl Foundation', source: 'https://commoncrawl.org/ccbot' }

const YAHOO_JAPAN = { operator: 'Yahoo Japan', source: 'https://support.yahoo-net.jp/PccSearch/s/article/H000007955' }
const WELL_KNOWN_BOTS = { source: 'https://github.com/arcjet/well-known-bots' }

/** The day on which the pages were last read. */
export const CORRECTIONS_DATE = '2026-11-22'

export const CORRECTIONS: readonly Correction[] = [
  { name: 'gptbot', category: 'training', ...OPENAI },
  { name: 'oai-searchbot', category: 'search', ...OPENAI },
  { name: 'chatgpt-user', category: 'assistant', ...OPENAI },
  { name: 'chatgpt agent', category: 'agent', ...OPENAI },
  { name: 'claudebot', category: 'training', ...ANTHROPIC },
  { name: 'claude-searchbot', category: 'search', ...ANTHROPIC },
  { name: 'claude-user', category: 'assistant', ...ANTHROPIC },
  { name: 'claude-web', category: 'training', ...ANTHROPIC },
  { name: 'meta-externalagent', category: 'training', ...META },
  { name: 'meta-externalfetcher', category: 'assistant', ...META },
  { name: 'meta-webindexer', category: 'search', ...META },
  { name: 'facebookbot', category: 'training', ...META },
  { name: 'facebookexternalhit', category: 'preview', ...META },
  { name: 'googlebot', category: 'search', ...GOOGLE },
  { name: 'googleother', category: 'other', ...GOOGLE },
  { name: 'google-cloudvertexbot', category: 'training', ...GOOGLE },
  { name: 'google-agent', category: 'agent', ...GOOGLE },
  { name: 'googleagent-mariner', category: 'agent', ...GOOGLE },
  { name: 'google-notebooklm', category: 'assistant', ...GOOGLE },
  { name: 'google-inspectiontool', category: 'search', ...GOOGLE },
  { name: 'amazonbot', category: 'training', ...AMAZON },
  { name: 'amzn-searchbot', category: 'search', ...AMAZON },
  { name: 'amzn-user', category: 'assistant', ...AMAZON },
  { name: 'mistralai-training', category: 'training', ...MISTRAL },
  { name: 'mistralai-index', category: 'search', ...MISTRAL },
  { name: 'mistralai-user', category: 'assistant', ...MISTRAL },
  { name: 'kimibot', category: 'training', ...MOONSHOT },
  { name: 'kimi-searchbot', category: 'search', ...MOONSHOT },
  { name: 'kimi-user', category: 'assistant', ...MOONSHOT },
  { name: 'applebot', category: 'search', ...APPLE },
  { name: 'bytespider', category: 'training', ...BYTEDANCE },
  { name: 'tiktokspider', category: 'training', ...BYTEDANCE },
  { name: 'ccbot', category: 'training', ...COMMON_CRAWL },
  { name: 'yandexbot', category: 'search', ...YANDEX },
  { name: 'yandexadditional', category: 'training', ...YANDEX },
  { name: 'yandexadditionalbot', category: 'training', ...YANDEX },
  { name: 'ai2bot', category: 'training', operator: 'Ai2', source: 'https://allenai.org/crawler' },
  {
    name: 'perplexitybot',
    category: 'search',
    operator: 'Perplexity',
    source: 'https://docs.perplexity.ai/guides/bots',
  },
  {
    name: 'perplexity-user',
    category: 'assistant',
    operator: 'Perplexity',
    source: 'https://docs.perplexity.ai/guides/bots',
  },
  {
    name: 'bravebot',
    category: 'search',
    operator: 'Brave',
    source: 'https://safe.search.brave.com/help/brave-search-crawler',
  },
  { name: 'youbot', category: 'search', operator: 'You.com', source: 'https://about.you.com/youbot' },
  {
    name: 'petalbot',
    category: 'search',
    operator: 'Huawei',
    source: 'https://webmaster.petalsearch.com/site/petalbot',
  },
  { name: 'exabot', category: 'search', operator: 'Exalead', source: 'http://www.exabot.com/go/robot' },
  {
    name: 'atlassian-bot',
    category: 'assistant',
    operator: 'Atlassian',
    source: 'https://github.com/ai-robots-txt/ai.robots.txt',
  },
  {
    name: 'reflectionbot',
    category: 'training',
    operator: 'Reflection AI',
    source: 'https://github.com/ai-robots-txt/ai.robots.txt',
  },
  { name: 'y!j-asr', category: 'search', ...YAHOO_JAPAN },
  { name: 'y!j-brj', category: 'search', ...YAHOO_JAPAN },
  { name: 'y!j-brw', category: 'search', ...YAHOO_JAPAN },
  { name: 'y!j-psc', category: 'search', ...YAHOO_JAPAN },
  { name: 'image.coccoc', category: 'search', operator: 'Coc Coc', source: 'https://help.coccoc.com/en/search-engine' },
  { name: 'blackboard safeassign', category: 'other', operator: 'Blackboard', ...WELL_KNOWN_BOTS },
  { name: 'google-pagerenderer', category: 'preview', operator: 'Google', ...WELL_KNOWN_BOTS },
  { name: 'stripebot', category: 'other', operator: 'Stripe', source: 'https://docs.stripe.com/stripebot-crawler' },
  { name: 'img2downloader', category: 'training', operator: null, source: 'https://github.com/rom1504/img2dataset' },
  {
    name: 'speedy spider',
    category: 'search',
    operator: 'Entireweb',
    source: 'http://www.entireweb.com/about/search_tech/speedy_spider/',
  },
  { name: 'trendiction search', category: 'seo', operator: 'Trendiction', source: 'http://www.trendiction.de/bot' },
  { name: 'datadog', category: 'monitor', ...DATADOG },
  { name: 'datadogsynthetics', category: 'monitor', ...DATADOG },
  { name: 'statuscake', category: 'monitor', operator: 'StatusCake', ...WELL_KNOWN_BOTS },
  { name: 'amazon route 53 health check service', category: 'monitor', operator: 'Amazon', ...WELL_KNOWN_BOTS },
]

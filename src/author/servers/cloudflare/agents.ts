/**
 * Writes User-Agent tests for groups of crawlers. `contains` ignores word boundaries, so it is used
 * only for names that no reader's header has inside a word. Other names must start a product.
 */
import { cached } from '../../../base/cached.ts'
import { READER_HEADERS } from '../../../crawlers/reader-headers.ts'
import { isInReadersWord, isReadersName } from '../../../crawlers/reader-words.ts'
import { READER_CATEGORIES } from '../../../decide/names.ts'
import type { Registry, SiteProgram } from '../../../program/program.ts'
import { MARKS } from '../../../words/name-token.ts'
import { patternsIn } from '../identity/crawler-rows.ts'
import { namePatterns } from '../identity/named-headers.ts'
import { withoutMark } from '../identity/names.ts'
import type { DoorGroup, DoorPlan } from '../plan.ts'
import { contains, equalAgent, USER_AGENT, wildcard } from './expressions.ts'

/** Headers for which one test holds and no exception does. */
export interface AgentTests {
  readonly any: readonly string[]
  readonly not: readonly string[]
}

/** Shorter names may be part of a device's name, so they need a stricter test. */
const SHORT = 5
const BOT_WORDS = ['bot', 'crawler', 'spider', 'scraper']
const HAS_BOT_WORD = /bot|crawler|spider|scraper/
/** What a client for people says of itself, or of its device (I3). */
const READER_WORDS = ['preview', 'unfurl', 'feed', 'rss', 'podcast', 'uptime', 'monitor', 'cubot']
const DEVICE_WORDS = [
  'android',
  'iphone',
  'ipad',
  'ipod',
  'darwin',
  'cfnetwork',
  'dalvik',
  'okhttp',
  'electron',
  'midp',
  'msie ',
  'trident/',
]
/**
 * Previews of links that people share, which call themselves bots: of the large services, for each
 * test takes room from all.
 */
const PREVIEWS = [
  'discordbot',
  'facebot',
  'keybasebot',
  'linkedinbot',
  'mattermost-bot',
  'pinterestbot',
  'quora-bot',
  'redditbot',
  'slackbot',
  'telegrambot',
  'tweetmemebot',
  'twitterbot',
  'vkrobot',
  'xing bot',
]
/** Crawlers in whose headers a word or a phone's system would make a reader of them. */
const ADDED_NAMES = [
  'bytespider',
  'y!j-',
  'applebot',
  'ezoicbot',
  'googlebot',
  'lightspeedsystemscrawler',
  'mauibot',
  'mbcrawler',
  'moatbot',
  'storebot-google',
  'tiktokspider',
]
const READERS = READER_HEADERS.map((header) => header.toLowerCase())

/** Whether a test by `contains` would find the name in other words. */
export function needsForms(name: string): boolean {
  return cached(KNOWN_FORMS, name, () => {
    return (
      name.length < SHORT ||
      isReadersName(name) ||
      isInReadersWord(name) ||
      READERS.some((header) => header.includes(name))
    )
  })
}

const KNOWN_FORMS = new Map<string, boolean>()

/** Tests for a pattern of a name; empty where each of them would refuse a reader. */
function patternTests(pattern: string): readonly string[] {
  const name = withoutMark(pattern)
  if (pattern.startsWith(MARKS.header)) return [equalAgent(name)]
  if (name !== pattern) return productTests(name)
  return needsForms(name) ? formTests(name) : [contains(name)]
}

/** Where a name is a whole product: at the beginning, or behind `compatible;` (I1). */
function productTests(name: string): readonly string[] {
  const forms = [
    `${name}/*`,
    `${name} *`,
    ...['/', ';', ')'].map((end) => `*compatible; ${name}${end}*`),
  ]
  return [equalAgent(name), ...safeTests(forms)]
}

/** The name where a product begins: alone, or with a version. */
function formTests(name: string): readonly string[] {
  const behindSpace = isSafe(`* ${name}/*`) ? `* ${name}/*` : `*; ${name}/*`
  const forms = [`${name}/*`, `${name} *`, `*(${name}/*`, `*; ${name};*`, behindSpace]
  const alone = READERS.includes(name) ? [] : [equalAgent(name)]
  return [...alone, ...safeTests(forms)]
}

function safeTests(forms: readonly string[]): readonly string[] {
  return forms.filter(isSafe).map((form) => wildcard(USER_AGENT, form, true))
}

function isSafe(form: string): boolean {
  return !READERS.some((header) => matchesWildcard(form, header))
}

function matchesWildcard(form: string, text: string): boolean {
  const parts = form.split('*')
  if (!text.startsWith(parts[0]!)) return false
  let at = parts[0]!.length
  for (const part of parts.slice(1)) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return true
}

/** A name as a whole token, for exceptions: none may hold for another name. */
function tokenTests(name: string): readonly string[] {
  const forms = [`${name}/*`, `${name} *`, `* ${name}/*`, `* ${name};*`, `* ${name})*`]
  return [equalAgent(name), ...forms.map((form) => wildcard(USER_AGENT, form, true))]
}

/** Exceptions for a name and its family: each member as a test of its own would fill a rule. */
function exceptionTests(name: string, patterns: readonly string[]): readonly string[] {
  const members = patterns.map(withoutMark)
  const begun = members.filter((each) => each !== name && each.startsWith(name))
  const family = begun.length > 1 ? [wildcard(USER_AGENT, `*compatible; ${name}*/*`, true)] : []
  const alone = begun.length > 1 ? members.filter((each) => !begun.includes(each)) : members
  return [...alone.flatMap(tokenTests), ...family]
}

/** Names of which another one is a part match with it. */
function shortest(names: readonly string[]): readonly string[] {
  const short = names.filter((name) => !needsForms(name))
  return names.filter((name) => !short.some((each) => each !== name && name.includes(each)))
}

export function agentTests(plan: DoorPlan, group: DoorGroup): readonly AgentTests[] {
  const { site, registry } = plan.source
  const names = group.names.filter((name) => name !== '*')
  const policy = site.names.map(({ name }) => name)
  const byLonger = new Map<string, string[]>()
  const longerOf = (name: string) =>
    policy.filter((each) => each !== name && each.includes(name) && !names.includes(each))
  for (const name of names) {
    const key = longerOf(name).join('\n')
    byLonger.set(key, [...(byLonger.get(key) ?? []), name])
  }
  const patterns = namePatterns(site)
  const patternsOf = (name: string) => patterns.get(name) ?? []
  const own = [...byLonger].map(([longer, own]): AgentTests => {
    const not = longer === '' ? [] : longer.split('\n').flatMap(patternsOf).flatMap(patternTests)
    return { any: shortest(own.flatMap(patternsOf)).flatMap(patternTests), not }
  })
  const isUnnamed = group.names.includes('*')
  return [
    ...own,
    ...(isUnnamed ? otherTests(site, registry, group.isAbsent, exceptions(plan, group)) : []),
  ].filter(({ any }) => any.length > 0)
}

/** Tests for names of the policy that may be permitted what the unnamed crawlers are not. */
function exceptions(plan: DoorPlan, group: DoorGroup): readonly string[] {
  const isAllClosed = ({ rules }: DoorGroup) =>
    rules.every(({ effect }) => effect === 'disallow') &&
    rules.some(({ pattern }) => pattern === '/')
  const closed = new Set(
    plan.groups.filter((each) => each === group || isAllClosed(each)).flatMap(({ names }) => names),
  )
  return [...namePatterns(plan.source.site)]
    .filter(([name]) => !closed.has(name))
    .flatMap(([name, patterns]) => exceptionTests(name, patterns))
}

/**
 * Crawlers without a name of the policy: those that are known, and those that call themselves bots
 * (I3).
 */
function otherTests(
  site: SiteProgram,
  registry: Registry,
  isAbsent: boolean,
  not: readonly string[],
): readonly AgentTests[] {
  const { libraries, selfDeclared } = site.config.identify
  const known = patternsIn(registry.trie).map(({ pattern, entries }) => {
    return { name: pattern, category: registry.crawlers[entries[0]!]!.category }
  })
  const crawlers = known
    .filter(({ category }) => !READER_CATEGORIES.has(category))
    .filter(({ category }) => category !== 'library' || libraries === 'crawler')
    .map(({ name }) => name)
  const declares = selfDeclared === 'crawler'
  const readers = [...READER_WORDS, ...PREVIEWS].map(contains)
  const addresses = (registry.addresses ?? []).filter((each) => !needsForms(each))
  const words = BOT_WORDS.map(contains)
  return [
    ...(declares
      ? [
          { any: words, not: [...not, ...readers, ...DEVICE_WORDS.map(contains)] },
          {
            any: BOT_WORDS.map((word) => wildcard(USER_AGENT, `*compatible; *${word}*`, true)),
            not: [...not, ...readers],
          },
        ]
      : []),
    {
      any: [
        ...(isAbsent ? [`${USER_AGENT} eq ""`] : []),
        ...ADDED_NAMES.map(contains),
        ...addresses.map(contains),
        ...shortest(crawlers.filter((name) => !declares || !isDeclared(name))).flatMap(
          patternTests,
        ),
      ],
      not,
    },
  ]
}

/** Whether the words for bots find the name in every header but a phone's. */
function isDeclared(name: string): boolean {
  return HAS_BOT_WORD.test(name) && !READER_WORDS.some((word) => name.includes(word))
}

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
import type { DoorGroup, DoorPlan } from '../plan.ts'
import { contains, equalAgent, USER_AGENT, wildcard } from './expressions.ts'

/** Headers for which one test holds and no exception does. */
export interface AgentTests {
  readonly any: readonly string[]
  readonly not: readonly string[]
}

/** Devices have all sorts of short names. */
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
/** Previews of links that people share, which call themselves bots: of the large services, for each test takes room from all. */
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
/** Crawlers that write themselves behind a phone's header, without `compatible;`. */
const ADDED_NAMES = ['bytespider', 'y!j-']
const ALL_MARKS: readonly string[] = Object.values(MARKS)
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

/** Tests for a name of the policy; empty where each of them would refuse a reader. */
function nameTests(name: string): readonly string[] {
  return needsForms(name) ? formTests(name) : [contains(name)]
}

/** The name where a product begins: alone, or with a version. */
function formTests(name: string): readonly string[] {
  const isSafe = (form: string) => !READERS.some((header) => matchesWildcard(form, header))
  const behindSpace = [`* ${name}/*`].filter(isSafe)
  const forms = [`${name}/*`, `*(${name}/*`, `*; ${name};*`]
  const safe = [...forms, ...(behindSpace.length > 0 ? behindSpace : [`*; ${name}/*`])].filter(
    isSafe,
  )
  const alone = READERS.includes(name) ? [] : [equalAgent(name)]
  return [...alone, ...safe.map((form) => wildcard(USER_AGENT, form, true))]
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
  const own = [...byLonger].map(([longer, own]): AgentTests => {
    const not = longer === '' ? [] : longer.split('\n').flatMap(nameTests)
    return { any: shortest(own).flatMap(nameTests), not }
  })
  const isUnnamed = group.names.includes('*')
  return [
    ...own,
    ...(isUnnamed ? otherTests(site, registry, group.isAbsent, exceptions(plan, group, site)) : []),
  ].filter(({ any }) => any.length > 0)
}

/** Names of the policy that may be permitted what the unnamed crawlers are not. */
function exceptions(plan: DoorPlan, group: DoorGroup, site: SiteProgram): readonly string[] {
  const isAllClosed = ({ rules }: DoorGroup) =>
    rules.every(({ effect }) => effect === 'disallow') &&
    rules.some(({ pattern }) => pattern === '/')
  const closed = new Set(
    plan.groups.filter((each) => each === group || isAllClosed(each)).flatMap(({ names }) => names),
  )
  return site.names.map(({ name }) => name).filter((name) => !closed.has(name))
}

/** Crawlers without a name of the policy: those that are known, and those that call themselves bots (I3). */
function otherTests(
  site: SiteProgram,
  registry: Registry,
  isAbsent: boolean,
  named: readonly string[],
): readonly AgentTests[] {
  const { libraries, selfDeclared } = site.config.identify
  const known = patternsIn(registry.trie).map(({ pattern, entries }) => {
    return { name: pattern, category: registry.crawlers[entries[0]!]!.category }
  })
  const crawlers = known
    .filter(({ category }) => !READER_CATEGORIES.has(category))
    .filter(({ category }) => category !== 'library' || libraries === 'crawler')
    .map(({ name }) => name)
  const marked = crawlers.filter((name) => ALL_MARKS.includes(name[0]!))
  const plain = crawlers.filter((name) => !ALL_MARKS.includes(name[0]!))
  const declares = selfDeclared === 'crawler'
  const readers = [...READER_WORDS, ...PREVIEWS].map(contains)
  const addresses = (registry.addresses ?? []).filter((each) => !needsForms(each))
  const not = named.flatMap(tokenTests)
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
        ...shortest(plain.filter((name) => !declares || !isDeclared(name))).flatMap(nameTests),
        ...marked.map((name) => name.slice(1)).flatMap(formTests),
      ],
      not,
    },
  ]
}

/** Whether the words for bots find the name in every header but a phone's. */
function isDeclared(name: string): boolean {
  return HAS_BOT_WORD.test(name) && !READER_WORDS.some((word) => name.includes(word))
}

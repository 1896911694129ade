/**
 * A signal such as `ai-train=no` while training crawlers may fetch: it is a request and closes
 * nothing.
 */
import { operatorsSpelling } from '../../crawlers/policy-tokens.ts'
import { prohibitedTo } from '../../words/category-tables.ts'
import type { Category } from '../../words/decision-words.ts'
import type { Policy } from '../policy/policy.ts'
import { type Check, itemsOf } from './context.ts'

/**
 * For each signal: the crawlers concerned, by documented tokens, and the table that would close
 * them.
 */
const WISHES: readonly {
  readonly asks: RegExp
  readonly category: Category
  readonly crawlers: readonly string[]
}[] = [
  {
    asks: /(?:ai-train[ \t]*=[ \t]*no|train-ai[ \t]*=[ \t]*n)(?=[;,\s]|$)/i,
    category: 'training',
    crawlers: [
      'gptbot',
      'claudebot',
      'ccbot',
      'google-extended',
      'applebot-extended',
      'meta-externalagent',
      'bytespider',
    ],
  },
  {
    asks: /ai-input[ \t]*=[ \t]*no(?=[;,\s]|$)/i,
    category: 'ai-search',
    crawlers: ['oai-searchbot', 'claude-searchbot', 'perplexitybot'],
  },
  {
    asks: /search[ \t]*=[ \t]*n(?:o)?(?=[;,\s]|$)/i,
    category: 'search',
    crawlers: ['googlebot', 'bingbot'],
  },
]

export const openSignal: Check = (context, report) => {
  const { policy, hasSite } = context
  const written = [...itemsOf(context, 'signals'), ...itemsOf(context, 'preferences')]
  const all = [...written, ...context.signals.map(({ name, at }) => ({ text: name, at }))]
  for (const { asks, category, crawlers } of WISHES) {
    const whole = new RegExp(`(?:^|[,\\s])(${asks.source})`, 'i')
    const first = all.find(({ text }) => whole.test(text))
    if (first === undefined) continue
    const open = crawlers.filter((name) => !isClosed(policy, name, category))
    const signal = whole.exec(first.text)![1]!
    if (open.length > 0)
      report(first.at, 'open-signal', [
        signal,
        open.map(operatorsSpelling),
        hasSite ? category : null,
      ])
  }
}

/**
 * Whether the whole site is closed to a name, by its category, its group or record, or those for
 * `*`.
 */
function isClosed({ config, groups, records }: Policy, name: string, category: Category): boolean {
  const isAbout = (names: readonly string[]) => names.includes(name)
  const own = groups.filter(({ tokens }) => isAbout(tokens))
  const recorded = records.filter((record) => isAbout(record.names))
  if (own.length + recorded.length === 0 && isCategoryClosed(config, category)) return true
  const isForAny = (names: readonly string[]) => names.includes('*')
  const rules = (own.length > 0 ? own : groups.filter(({ tokens }) => isForAny(tokens))).flatMap(
    (group) => group.rules,
  )
  const fields = (
    recorded.length > 0 ? recorded : records.filter((record) => isForAny(record.names))
  ).flatMap((record) => record.fields)
  const closesAll = rules.some(({ effect, pattern }) => effect === 'disallow' && isAll(pattern))
  const prohibits = fields.some(
    ({ effect, usage, patterns }) =>
      effect === 'disallow' && usage === 'crawl' && patterns.some(isAll),
  )
  return closesAll || prohibits
}

function isCategoryClosed({ categories }: Policy['config'], category: Category): boolean {
  const keys = prohibitedTo(category, categories)
  return keys.some(({ usage, path }) => usage === 'crawl' && path === '/')
}

function isAll(pattern: string): boolean {
  return pattern === '/' || pattern === '*' || pattern === '/*'
}

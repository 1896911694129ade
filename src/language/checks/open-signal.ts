/** `ai-train=no` where training crawlers may fetch: it asks, and closes nothing. */
import { operatorsSpelling } from '../../crawlers/policy-tokens.ts'
import { prohibitedTo } from '../../words/category-tables.ts'
import type { Policy } from '../policy/policy.ts'
import { type Check, itemsOf } from './context.ts'

/** Tokens that their operators document for training, in robots.txt. */
const TRAINING = [
  'gptbot',
  'claudebot',
  'ccbot',
  'google-extended',
  'applebot-extended',
  'meta-externalagent',
  'bytespider',
] as const

const REFUSES_TRAINING =
  /(?:^|[,\s])(?:ai-train[ \t]*=[ \t]*no|train-ai[ \t]*=[ \t]*n)(?:[;,\s]|$)/i

export const openSignal: Check = (context, report) => {
  const { policy, hasSite } = context
  const written = [...itemsOf(context, 'signals'), ...itemsOf(context, 'preferences')]
  const all = [...written, ...context.signals.map(({ name, at }) => ({ text: name, at }))]
  const [first] = all.filter(({ text }) => REFUSES_TRAINING.test(text))
  if (first === undefined) return
  const open = TRAINING.filter((name) => !isClosed(policy, name)).map(operatorsSpelling)
  const [, signal = ''] = /(ai-train[ \t]*=[ \t]*no|train-ai[ \t]*=[ \t]*n)/i.exec(first.text) ?? []
  if (open.length > 0) report(first.at, 'open-signal', [signal, open, hasSite])
}

/** Whether the whole site is closed to a name: by its category, by its group or record, or else by those for `*`. */
function isClosed({ config, groups, records }: Policy, name: string): boolean {
  const isAbout = (names: readonly string[]) => names.includes(name)
  const own = groups.filter(({ tokens }) => isAbout(tokens))
  const recorded = records.filter((record) => isAbout(record.names))
  if (own.length + recorded.length === 0 && isCategoryClosed(config)) return true
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

function isCategoryClosed({ categories }: Policy['config']): boolean {
  const keys = prohibitedTo('training', categories)
  return keys.some(({ usage, path }) => usage === 'crawl' && path === '/')
}

function isAll(pattern: string): boolean {
  return pattern === '/' || pattern === '*' || pattern === '/*'
}

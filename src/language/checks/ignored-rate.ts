/**
 * X3: a `Crawl-delay` or `Request-rate` for Googlebot, which reads neither (docs/interop.md). It comes as fast as before, so
 * an enforcing edge answers 429, and Google drops pages that answer so for days.
 */
import { finding } from '../findings/diagnostic.ts'
import type { ConventionalSetting, Policy } from '../policy/policy.ts'
import { type Check, spanOfField } from './context.ts'

/** Tokens of the search engine's crawlers. All but the first have rules of their own only where a group names them. */
const TOKENS = ['googlebot', 'googlebot-image', 'googlebot-news', 'googlebot-video']

export const ignoredRate: Check = function* (context) {
  const { policy } = context
  if (policy.ignoresConventional) return
  const own = TOKENS.flatMap((token) => ratesFor(policy, token))
  const isNamed = policy.groups.some(({ scope, tokens }) => scope === null && tokens.includes(TOKENS[0]!))
  const found = own.length > 0 || isNamed ? own : ratesFor(policy, '*')
  const [first, ...others] = [...new Set(found)]
  if (first === undefined) return
  const field = first.origin.text.split(':', 1)[0]!
  const related = others.map(({ origin }) => ({ ...spanOfField(context, origin), message: 'another one' }))
  yield finding(spanOfField(context, first.origin), 'ignored-rate', [field, own.length > 0], related)
}

/** The rates that a token's groups set for it. */
function ratesFor({ groups }: Policy, token: string): readonly ConventionalSetting[] {
  return groups.flatMap(({ scope, tokens, settings }) => {
    const at = tokens.indexOf(token)
    if (scope !== null || at < 0) return []
    return settings.filter(({ value, reach }) => value.kind === 'request-rate' && value.seconds > 0 && reach > at)
  })
}

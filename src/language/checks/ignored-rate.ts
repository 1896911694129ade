/**
 * A crawl rate for search engines that ignore rates (docs/interop.md): they would get 429 and drop
 * pages (X3).
 */
import { RATELESS_ENGINES } from '../../crawlers/tables.ts'
import type { ConventionalSetting, Policy } from '../policy/policy.ts'
import { type Check, spanOfField } from './context.ts'

interface IgnoredRates {
  readonly engines: string[]
  readonly rates: readonly ConventionalSetting[]
  /** Whether it is set for their own names, not for `*`. */
  readonly isOwn: boolean
}

export const ignoredRate: Check = (context, report) => {
  if (context.policy.ignoresConventional) return
  for (const { engines, rates, isOwn } of ignoredRates(context.policy)) {
    const [first, ...others] = rates
    const field = first!.origin.text.split(':', 1)[0]!
    const related = others.map(({ origin }) => ({
      ...spanOfField(context, origin),
      message: 'another one',
    }))
    report(spanOfField(context, first!.origin), 'ignored-rate', [field, engines, isOwn], related)
  }
}

function ignoredRates(policy: Policy): readonly IgnoredRates[] {
  const found: IgnoredRates[] = []
  for (const { engine, names, others } of RATELESS_ENGINES) {
    const own = [...names, ...others].flatMap((token) => ratesFor(policy, token))
    const isNamed = policy.groups.some(
      ({ scope, tokens }) => scope === null && names.some((each) => tokens.includes(each)),
    )
    const isOwn = own.length > 0
    const rates = [...new Set(isOwn || isNamed ? own : ratesFor(policy, '*'))]
    const same = found.find((each) => each.rates[0] === rates[0])
    if (same !== undefined) same.engines.push(engine)
    else if (rates.length > 0) found.push({ engines: [engine], rates, isOwn })
  }
  return found
}

function ratesFor({ groups }: Policy, token: string): readonly ConventionalSetting[] {
  return groups.flatMap(({ scope, tokens, settings }) => {
    const at = tokens.indexOf(token)
    if (scope !== null || at < 0) return []
    return settings.filter(
      ({ value, reach }) => value.kind === 'request-rate' && value.seconds > 0 && reach > at,
    )
  })
}

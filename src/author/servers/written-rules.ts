/**
 * Writes a plan's rules as a robots.txt for a file's first comment. `acap init --from` reads them
 * back.
 */
import type { DoorPlan } from './plan.ts'
import type { TargetRule } from './targets/deciding-rule.ts'

export const OWN_RULES = 'The rules, which `acap init --from` reads back:'

/** Lines without the sign of a comment. */
export function writtenRules({ groups: all, source, listNames }: DoorPlan): readonly string[] {
  // What a proven name may do is the policy; what a failed one may do follows from it.
  const groups = all.filter(({ from }) => from === null || from.zones.includes('listed'))
  const closed = new Set(groups.flatMap(({ names }) => names))
  const open = source.site.names.map(({ name }) => name).filter((name) => !closed.has(name))
  const others = groups.filter(({ names }) => names.includes('*'))
  const named = groups.map(({ names, rules }) => [names, rules] as const)
  const blocks = [
    ...named,
    ...(open.length === 0 ? [] : [[open, []] as const]),
    ...(others.length === 0 ? [[['*'], []] as const] : []),
  ]
  const folded = groups.flatMap(({ rules }) => rules.filter(({ folds }) => folds))
  const weaker = groups.flatMap(({ rules }) =>
    writtenPatterns(rules).filter(({ isExact }) => !isExact),
  )
  return [
    OWN_RULES,
    ...blocks.flatMap(([names, rules]) => [
      ...names.map((name) => `User-agent: ${name}`),
      ...linesOf(rules),
    ]),
    ...(listNames.length === 0 ? [] : [`Lost: the address lists ${listNames.join(', ')}`]),
    ...(weaker.length === 0
      ? []
      : [`Lost: these patterns may be weaker than they were: ${patterns(weaker).join(' ')}`]),
    ...(folded.length === 0
      ? []
      : [`Lost: these patterns match in any letter case: ${patterns(folded).join(' ')}`]),
  ]
}

function linesOf(rules: readonly TargetRule[]): readonly string[] {
  if (rules.length === 0) return ['Disallow:']
  return writtenPatterns(rules).map(({ effect, path }) => {
    return `${effect === 'allow' ? 'Allow' : 'Disallow'}: ${path}`
  })
}

/**
 * Writes patterns so that the longest still decides (C1). A pattern that lost length gets more `*`
 * beside another `*` or at its end, which changes nothing else. Some have no place for one.
 */
function writtenPatterns(rules: readonly TargetRule[]) {
  const missing = rules.map(({ pattern, weight }) => (weight >> 1) - pattern.length)
  const least = Math.min(0, ...missing)
  return rules.map(({ effect, pattern }, i) => {
    const stars = '*'.repeat(missing[i]! - least)
    const own = pattern.replaceAll('\\', '%5C')
    const hasPlace = own.includes('*') || !own.endsWith('$')
    const path = own.includes('*') ? own.replace('*', `*${stars}`) : own + (hasPlace ? stars : '')
    return { effect, pattern, path, isExact: hasPlace || stars === '' }
  })
}

function patterns(rules: readonly Pick<TargetRule, 'pattern'>[]): readonly string[] {
  return [...new Set(rules.map(({ pattern }) => pattern))]
}

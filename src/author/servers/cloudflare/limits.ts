/** Reports what Cloudflare's rules cannot express, or express more strictly, with figures. */
import { type Finding, finding } from '../../../language/findings/diagnostic.ts'
import { FILE_START, type Span } from '../../../language/text/source.ts'
import type { DoorGroup, DoorPlan } from '../plan.ts'
import type { PrintOptions } from '../printers/printed.ts'
import { decidingRule } from '../targets/deciding-rule.ts'
import { needsForms } from './agents.ts'
import {
  CLOUDFLARE_PLANS,
  type CloudflarePlan,
  cloudflareRules,
  type GroupCost,
  LONGEST_RULE,
} from './rules.ts'
import { targetTests } from './targets.ts'

const MOST_SHOWN = 3

export function cloudflareLimits(
  plan: DoorPlan,
  { tier = 'free' }: PrintOptions,
  placeOf: (name: string) => Span,
): readonly Finding[] {
  const { rules, costs, tooLong } = cloudflareRules(plan)
  const most = CLOUDFLARE_PLANS[tier]
  const dear = [...tooLong, ...costs]
    .sort((a, b) => b.characters - a.characters)
    .slice(0, MOST_SHOWN)
  const figures = dear.map((cost) => figure(plan, cost))
  const place = dear.length === 0 ? FILE_START : placeOf(dear[0]!.names[0]!)
  const isOver = rules.length > most || tooLong.length > 0
  const larger = Object.entries(CLOUDFLARE_PLANS).find(([, count]) => count >= rules.length)
  const budget = isOver
    ? finding(place, 'export-over-budget', [
        [`${rules.length} are needed: ${figures.join('; ')}`],
        tier,
        `${most} rules`,
        tooLong.length > 0 ? null : (larger?.[0] ?? null),
      ])
    : finding(place, 'export-budget', [figures, `${rules.length} of ${most} rules`, tier])
  return [budget, ...looseNames(plan), ...strictTargets(plan, placeOf)]
}

/** `training is 82 names: 4,085 of 4,096 characters`. */
function figure(plan: DoorPlan, { names, tests, characters, rules }: GroupCost): string {
  const isUnnamed = names.includes('*')
  const count = isUnnamed ? tests : names.length
  const unit = isUnnamed ? 'test' : 'name'
  const who = `${labelOf(plan, names)} is ${count} ${unit}${count === 1 ? '' : 's'}`
  const text = characters.toLocaleString('en-US')
  const budget = (Math.max(rules, 1) * LONGEST_RULE).toLocaleString('en-US')
  const inRules = rules > 1 ? ` in ${rules} rules` : ''
  return `${who}: ${text} of ${budget} characters${inRules}`
}

/** A category, where the names are of one. */
function labelOf({ source: { registry } }: DoorPlan, names: readonly string[]): string {
  if (names.includes('*')) return '`*`'
  const categories = new Set(
    names.map(
      (name) => registry.crawlers.find((each) => each.name.toLowerCase() === name)?.category,
    ),
  )
  const [category] = categories
  if (names.length > MOST_SHOWN && categories.size === 1 && category !== undefined) return category
  const [first, ...others] = names
  return others.length === 0 ? `\`${first}\`` : `\`${first}\` and ${others.length} more`
}

function looseNames({ groups }: DoorPlan): readonly Finding[] {
  const loose = groups.flatMap(({ names }) =>
    names.filter((name) => name !== '*' && needsForms(name)),
  )
  return loose.length === 0 ? [] : [finding(FILE_START, 'export-loose-name', [loose, 'cloudflare'])]
}

/**
 * Reports where the rules are stricter: targets with odd spellings, and paths that are always open
 * but need a wildcard.
 */
function strictTargets(plan: DoorPlan, placeOf: (name: string) => Span): readonly Finding[] {
  const { groups } = plan
  const stricter = (group: DoorGroup, request: string, why: string) =>
    finding(placeOf(group.names[0]!), 'export-stricter', [group.names[0]!, request, why])
  const odd = groups.find((group) => targetTests(plan, group).length > 0)
  const known = groups.find(({ rules }) => {
    return decidingRule(rules, '/.well-known/x')?.effect === 'disallow'
  })
  return [
    ...(odd === undefined ? [] : [stricter(odd, '/;', 'odd spellings')]),
    ...(known === undefined
      ? []
      : [stricter(known, '/.well-known/x', 'listed paths alone are open')]),
  ]
}

export function isCloudflarePlan(text: string): text is CloudflarePlan {
  return Object.hasOwn(CLOUDFLARE_PLANS, text)
}

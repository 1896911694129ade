/**
 * Sorts rules into layers of one effect each, of which the first that matches decides. A rule comes
 * after every stronger rule of the other effect that can match the same target. Order inside a
 * layer does not matter.
 */
import type { Effect } from '../../../words/decision-words.ts'
import { foldCase } from '../../../words/path-form.ts'
import { overlap } from '../../../words/pattern-relations.ts'
import { StemIndex } from '../../convert/common-patterns.ts'
import type { TargetRule } from './deciding-rule.ts'

interface Layer {
  readonly effect: Effect
  readonly rules: readonly TargetRule[]
}

export function layersOf(all: readonly TargetRule[]): readonly Layer[] {
  const rules = [...all].sort((a, b) => b.weight - a.weight)
  const near = {
    allow: indexOf(rules, 'allow'),
    disallow: indexOf(rules, 'disallow'),
  }
  const depths = new Map<TargetRule, number>()
  for (const rule of rules) {
    const others = near[rule.effect === 'allow' ? 'disallow' : 'allow']
    let depth = rule.effect === 'allow' ? 0 : 1
    for (const place of others.index.near(rule.pattern)) {
      const other = others.rules[place]!
      const above = depths.get(other)
      if (above === undefined || above < depth || other.weight < rule.weight) continue
      if (overlap(foldCase(other.pattern), foldCase(rule.pattern))) depth = above + 1
    }
    depths.set(rule, depth)
  }
  const layers: { effect: Effect; rules: TargetRule[] }[] = []
  for (const [rule, depth] of depths) {
    layers[depth] ??= { effect: depth % 2 === 0 ? 'allow' : 'disallow', rules: [] }
    layers[depth].rules.push(rule)
  }
  // An Allow behind every Disallow opens nothing that is not open.
  const needed = layers.filter((layer) => layer !== undefined)
  return needed.at(-1)?.effect === 'allow' ? needed.slice(0, -1) : needed
}

function indexOf(all: readonly TargetRule[], effect: Effect) {
  const rules = all.filter((rule) => rule.effect === effect)
  return {
    rules,
    index: new StemIndex(
      rules.map(({ pattern }) => pattern),
      'folded',
    ),
  }
}

/**
 * P6: the spellings of one target that an origin may take for the same resource. Enforcement only; a crawl is permitted
 * if it is under every spelling.
 */

import { targetForm } from '../grammar/path-form.ts'
import { removeDotSegments } from '../grammar/uri.ts'
import type { SiteConfig } from '../vocabulary/site-config.ts'

type Distinction = SiteConfig['distinct'][number]

interface Step {
  /** What a site says to keep these spellings apart; null: no origin does. */
  readonly unless: Distinction | null
  readonly apply: (path: string) => string
}

/** The steps in the order in which every subset of them is applied. */
const STEPS: readonly Step[] = [
  { unless: 'encoded-slash', apply: (path) => path.replace(/%2F|%5C|\\/g, '/') },
  { unless: 'params', apply: (path) => path.replace(/;[^/]*/g, '') },
  { unless: 'slashes', apply: (path) => path.replace(/\/{2,}/g, '/') },
  { unless: null, apply: removeDotSegments },
]

/** What some step may change. */
const ODD = /%2F|%5C|[\\;]|\/\/|\/\.|\/%2E/i

/** Whether a target may have other spellings: few have. */
export function hasOthers(target: string): boolean {
  return ODD.test(pathOf(target))
}

function pathOf(target: string): string {
  const query = target.indexOf('?')
  return query < 0 ? target : target.slice(0, query)
}

/** The target in the form of P2 and its other spellings, without duplicates; the one as received comes first. */
export function spellings(target: string, distinct: readonly Distinction[]): readonly string[] {
  if (!hasOthers(target)) return [target]
  const path = pathOf(target)
  const form = targetForm(path)
  const rest = target.slice(path.length)
  const steps = STEPS.filter(({ unless }) => unless === null || !distinct.includes(unless))
  const found = new Set([form])
  for (let subset = 1; subset < 1 << steps.length; subset++) {
    found.add(steps.reduce((text, { apply }, i) => ((subset >> i) & 1 ? apply(text) : text), form))
  }
  return [...found].map((each) => each + rest)
}

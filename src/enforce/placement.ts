/**
 * Method and target of a request → what holds before any rule is asked (P6, P7): a served file, an exempt path, a policy
 * that is off here, or the spellings and the mode by which the request is judged.
 */
import type { ServedFile } from '../bundle/program.ts'
import type { Engine } from '../engine/engine.ts'
import { LONGEST_TARGET, targetForm } from '../grammar/path-form.ts'
import type { Mode, RouteConfig, SiteConfig } from '../vocabulary/site-config.ts'
import { isExempt, servedFileAt } from './exempt.ts'
import { spellingsOfAll, withShorter } from './spellings.ts'

/** What is asked for. */
export interface RequestLine {
  readonly method: string
  /** Path and query of the resolved URL. */
  readonly target: string
  /** The target by which an app behind the edge finds its handler; null where the resolved URL is all that counts. */
  readonly routedAs: string | null
}

/** What a request is before any rule is asked. */
export type Standing =
  | { readonly kind: 'file'; readonly file: ServedFile }
  | { readonly kind: 'exempt' }
  | { readonly kind: 'off' }
  /** Too long to be judged (P8): a crawler is refused where some part of the site enforces. */
  | { readonly kind: 'too-long'; readonly mode: Exclude<Mode, 'off'> }
  | UnderRules

/** A request that rules are asked about. */
export interface UnderRules {
  readonly kind: 'rules'
  /** The strictest mode of all spellings. */
  readonly mode: Exclude<Mode, 'off'>
  /** The targets to judge; the one as received comes first. */
  readonly spellings: readonly string[]
  /** The route of the first of them; null where none applies. */
  readonly route: RouteConfig | null
}

const EXEMPT: Standing = { kind: 'exempt' }
const OFF: Standing = { kind: 'off' }

/** Says what a request to a site is. */
export function standingOf(engine: Engine, { method, target, routedAs }: RequestLine): Standing {
  const { site } = engine
  const { config } = site
  const file = config.mode === 'off' ? undefined : servedFileAt(site, target)
  if (file !== undefined) return method === 'OPTIONS' ? EXEMPT : { kind: 'file', file }
  const targets = routedAs === null || routedAs === target ? [target] : [target, routedAs]
  const spellings = spellingsOf(engine, targets)
  if (spellings === null) return { kind: 'too-long', mode: mayEnforce(config) ? 'enforce' : 'observe' }
  if (isExempt(site, spellings)) return EXEMPT
  const route = site.routeRoot === 0 ? null : engine.routes.find(spellings[0]!)
  const mode = strictestMode(engine, spellings, route)
  return mode === 'off' ? OFF : { kind: 'rules', mode, spellings, route }
}

/** P8: the most bytes that all spellings of a target may have together. */
const MOST_SPELLED = 4 * LONGEST_TARGET
/** A character of a target becomes nine bytes at most: three octets, each a percent triple. */
const SURELY_SHORT = Math.floor(LONGEST_TARGET / 9)

/** The spellings of a request's targets; null where they are too long to be judged. */
function spellingsOf({ site, patternsEncode }: Engine, targets: readonly string[]): readonly string[] | null {
  if (targets.some((target) => target.length > SURELY_SHORT && targetForm(target).length > LONGEST_TARGET)) return null
  const { distinct, folds } = site.config
  const spellings = spellingsOfAll(targets, { distinct, folds, patternsEncode })
  if (spellings.length === 1) return spellings
  return spellings.reduce((sum, { length }) => sum + length, 0) > MOST_SPELLED ? null : spellings
}

function mayEnforce({ mode, routes }: SiteConfig): boolean {
  return mode === 'enforce' || routes.some((route) => route.mode === 'enforce')
}

const STRICTNESS: Readonly<Record<Mode, number>> = { off: 0, observe: 1, enforce: 2 }

/** The strictest mode of the spellings' routes; that of the site where a spelling has none. */
function strictestMode({ site, routes }: Engine, spellings: readonly string[], first: RouteConfig | null): Mode {
  const own = site.config.mode
  let strictest = first?.mode ?? own
  if (site.routeRoot === 0 || strictest === 'enforce') return strictest
  for (const { target, joined } of spellings.flatMap(withShorter).slice(1)) {
    const mode = routes.find(target, joined)?.mode ?? own
    if (STRICTNESS[mode] > STRICTNESS[strictest]) strictest = mode
  }
  return strictest
}

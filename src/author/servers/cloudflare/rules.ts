/**
 * Writes a plan as Cloudflare custom rules, within the limits for expressions and the customer's
 * plan. If it does not fit, says by how much.
 */
import type { SiteProgram } from '../../../program/program.ts'
import type { DoorPlan } from '../plan.ts'
import { type AgentTests, agentTests } from './agents.ts'
import { either, quoted, RAW_PATH, unless } from './expressions.ts'
import { type TargetTests, targetTests } from './targets.ts'

/** Custom rules of a zone (Cloudflare’s documents, November 2026). */
export const CLOUDFLARE_PLANS = { free: 5, pro: 20, business: 100, enterprise: 1000 } as const
export type CloudflarePlan = keyof typeof CLOUDFLARE_PLANS
export const LONGEST_RULE = 4096

/** What these names need, as `the training category is 83 names: 4,203 of 4,096 characters`. */
export interface GroupCost {
  readonly names: readonly string[]
  readonly tests: number
  readonly characters: number
  readonly rules: number
}

export interface CloudflareRule {
  /** The crawlers that it is about. */
  readonly names: readonly string[]
  readonly expression: string
}

interface CloudflareRules {
  readonly rules: readonly CloudflareRule[]
  readonly costs: readonly GroupCost[]
  /** Groups whose permissions alone are longer than a rule. */
  readonly tooLong: readonly GroupCost[]
}

interface Part {
  readonly names: readonly string[]
  /** Each is in parentheses. */
  readonly texts: readonly string[]
}

export function cloudflareRules(plan: DoorPlan): CloudflareRules {
  const { site } = plan.source
  const open = exempted(site)
  const room = LONGEST_RULE - open.length
  const costs: GroupCost[] = []
  const tooLong: GroupCost[] = []
  const parts = plan.groups.flatMap((group): readonly Part[] => {
    const agents = agentTests(plan, group)
    const texts = groupTexts(agents, targetTests(plan, group), room)
    const cost = {
      names: group.names,
      tests: agents.reduce((sum, { any }) => sum + any.length, 0),
      characters: (texts ?? [longest(agents, targetTests(plan, group))]).reduce(
        (sum, text) => sum + text.length,
        0,
      ),
      rules: texts?.length ?? 0,
    }
    ;(texts === null ? tooLong : costs).push(cost)
    return (texts ?? []).map((text) => ({ names: group.names, texts: [text] }))
  })
  const rules = merged(parts, room).map(({ names, texts }) => {
    return { names, expression: either(texts) + open }
  })
  return { rules, costs, tooLong }
}

/**
 * The paths that stay open, so that a crawler can read why it is refused. Compared in exact letter
 * case, as received.
 */
function exempted({ config, files }: SiteProgram): string {
  const plain = config.exempt.filter((path) => !path.endsWith('*'))
  const paths = ['/robots.txt', '/.well-known/tdmrep.json', ...files.map(({ path }) => `/${path}`)]
  const all = [...new Set([...paths, ...plain])]
  return ` and not (${RAW_PATH} in {${all.map(quoted).join(' ')}})`
}

function longest(agents: readonly AgentTests[], targets: readonly TargetTests[]): string {
  const tests = targets.flatMap(({ any, not }) => [...any, ...not])
  return [...agents.flatMap(({ not }) => not), ...tests].join(' or ')
}

/** The fewest expressions for these tests; null where a test does not fit into one. */
function groupTexts(
  agents: readonly AgentTests[],
  targets: readonly TargetTests[],
  room: number,
): readonly string[] | null {
  const all = agents.map((tests) => fewestTexts(tests, targets, room))
  return all.includes(null) ? null : all.flatMap((texts) => texts!)
}

/**
 * Tries several splits between targets and names: long target parts leave little room for names.
 */
function fewestTexts(
  agents: AgentTests,
  targets: readonly TargetTests[],
  room: number,
): readonly string[] | null {
  let best: readonly string[] | null = null
  for (let share = room; share > SMALLEST_SHARE; share = Math.floor(share * 0.8)) {
    const texts = textsFor(agents, targetParts(targets, share), room)
    if (texts !== null && (best === null || texts.length < best.length)) best = texts
    if (targets.length === 0) break
  }
  return best
}

const SMALLEST_SHARE = 200

function textsFor(
  { any, not }: AgentTests,
  targets: readonly string[],
  room: number,
): readonly string[] | null {
  const texts: string[] = []
  for (const target of targets) {
    const rest = unless(not) + target
    const chunks = chunked(any, room - rest.length - '()()'.length)
    if (chunks === null) return null
    texts.push(...chunks.map((chunk) => `(${either(chunk)}${rest})`))
  }
  return texts
}

/**
 * ` and (…)` for some of the tests each, with what is excepted; one that is empty where everything
 * is closed.
 */
function targetParts(targets: readonly TargetTests[], room: number): readonly string[] {
  if (targets.length === 0) return ['']
  const parts: string[] = []
  let text = ''
  const add = (one: string) => {
    if (text !== '' && text.length + one.length + ' or '.length > room) {
      parts.push(text)
      text = ''
    }
    text = text === '' ? one : `${text} or ${one}`
  }
  for (const { any, not } of targets) {
    const chunks = chunked(any, Math.max(room - unless(not).length, 200)) ?? any.map((one) => [one])
    for (const chunk of chunks)
      add(not.length === 0 ? chunk.join(' or ') : `(${either(chunk)}${unless(not)})`)
  }
  return [...parts, text].map((each) => ` and (${each})`)
}

function chunked(tests: readonly string[], room: number): readonly (readonly string[])[] | null {
  const found: string[][] = []
  let length = room
  for (const test of tests) {
    if (test.length > room) return null
    length += test.length + ' or '.length
    if (length > room) {
      found.push([])
      length = test.length
    }
    found.at(-1)!.push(test)
  }
  return found
}

/** Short ones share a rule. */
function merged(parts: readonly Part[], room: number): readonly Part[] {
  const found: Part[] = []
  for (const { names, texts } of parts) {
    const at = found.findIndex((part) => either([...part.texts, ...texts]).length <= room)
    if (at < 0) found.push({ names, texts })
    else
      found[at] = {
        names: [...new Set([...found[at]!.names, ...names])],
        texts: [...found[at]!.texts, ...texts],
      }
  }
  return found
}

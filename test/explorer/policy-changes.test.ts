/**
 * Changes through every control of the view Rules, in random order: what the page says before they are made is what the
 * reference evaluator finds afterwards, and undo gives the same bytes, before a save and after it. ACAP_SEED repeats a run.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Draft,
  errorsOf,
  type Meaning,
  readDraft,
  registryOf,
} from '../../src/explorer/draft.ts'
import { EditedSite } from '../../src/explorer/drafts.ts'
import { changedBy, type PolicyChange } from '../../src/explorer/policy-change.ts'
import { previewOf } from '../../src/explorer/preview.ts'
import { RECIPES, type RecipeForm } from '../../src/explorer/recipe-forms.ts'
import { changedLines } from '../../src/explorer/site-files.ts'
import { ROWS, usesIn } from '../../src/explorer/switch-words.ts'
import { refusedOf } from '../../src/explorer/tried-requests.ts'
import type { RecentTraffic } from '../../src/logs/report/recent-requests.ts'
import { USAGES } from '../../src/words/usages.ts'
import { decideByReference } from '../reference.ts'
import { canonical } from '../support/decide/conformance.ts'
import { runs } from '../support/runs.ts'
import { NOW } from './asked.ts'

const seed = Number(process.env.ACAP_SEED ?? 4646)

const REGISTRY = registryOf([
  { name: 'gptbot', category: 'training', operator: null },
  { name: 'googlebot', category: 'search', operator: null },
  { name: 'chatgpt-user', category: 'assistant', operator: null },
])
const AGENTS = ['GPTBot/1.1', 'Googlebot/2.1', 'ChatGPT-User/1.0', 'WireBot', 'Mozilla/5.0 (X11)']
const PATHS = ['/', '/archive/', '/private/', '/news/']
const TARGETS = [...PATHS, '/archive/1912.html', '/news/a', '/a?print=1']
const TRAFFIC: RecentTraffic = {
  to: NOW,
  agents: AGENTS,
  forged: [],
  isChecked: true,
  targets: TARGETS,
  rows: AGENTS.flatMap((_, agent) =>
    TARGETS.map((_, target) => [agent, target, NOW, 1 + agent + target] as const),
  ),
  leftOut: 0,
}

const SITES: readonly Readonly<Record<string, string>>[] = [
  { 'robots.txt': '', 'site.toml': 'hosts = ["a.test"]\n' },
  {
    'robots.txt': 'User-agent: *\r\nDisallow: /private/\r\n\r\nUser-agent: Googlebot\r\nAllow: /',
    'site.toml': '# ours\r\nhosts = ["a.test"]\r\nmode = "observe" # for now\r\n',
  },
  {
    'robots.txt':
      'User-agent: *\nDisallow: /private/\n\nACAP-crawler: *\nACAP-allow-index: /\nACAP-disallow-crawl: /archive/\n',
    'site.toml': 'hosts = ["a.test"]\n[categories.training]\ncrawl = ["/news/"]\n',
  },
]

const path = fc.constantFrom(...PATHS)
/** What is typed into fields of forms, by their names; the other fields keep their defaults. */
const TYPED: Readonly<Record<string, string>> = {
  name: 'WireBot',
  until: '2999-12-01T06:00',
  contact: 'rights@a.test',
  terms: 'https://a.test/terms',
  license: 'https://a.test/l',
}

/** A form as it is sent: with what is typed into the fields that it has. */
function filled({ title, fields }: RecipeForm, typed: Readonly<Record<string, string>>) {
  const values = fields.map(({ name, value }) => [name, typed[name] ?? value])
  return { kind: 'form', recipe: title, values: Object.fromEntries(values) } as const
}

const changes = fc.oneof<fc.Arbitrary<PolicyChange>[]>(
  fc
    .tuple(
      fc.constantFrom(...ROWS, { kind: 'crawler', name: 'WireBot' } as const),
      path,
      fc.nat(),
      fc.boolean(),
    )
    .map(([who, path, at, opens]) => {
      const uses = usesIn(who)
      return { kind: 'switch', set: { who, use: uses[at % uses.length]!, path, opens } }
    }),
  fc
    .tuple(fc.constantFrom(...RECIPES), path, fc.constantFrom('0', '50'))
    .map(([recipe, path, words]) => {
      return filled(recipe, { ...TYPED, path, words })
    }),
  fc.constantFrom('enforce', 'observe').map((mode) => ({ kind: 'mode', mode }) as const),
  fc.boolean().map((refuses) => ({ kind: 'forged', refuses }) as const),
)

const meaningOf = (draft: Draft) => readDraft(draft, REGISTRY, NOW)

/** What the reference says to everybody who is asked, about every page and usage. */
function answersOf({ generated, context }: Meaning): readonly string[] {
  return AGENTS.slice(0, 4).flatMap((userAgent) =>
    TARGETS.flatMap((target) =>
      USAGES.map((usage) => {
        const asked = { userAgent, target, uri: context.home + target, now: NOW, usage }
        const { outcome, restrictions } = decideByReference(generated.policy, asked)
        return outcome === 'permitted' ? [...restrictions.map(canonical)].sort().join() : outcome
      }),
    ),
  )
}

const STRICT = ['prohibited', 'deferred']

/** What the page says of a change and the reference does not; null where they agree. */
function untrue(was: Meaning, is: Meaning): string | null {
  const said = previewOf(was, is, NOW, TRAFFIC)
  const [before, after] = [answersOf(was), answersOf(is)]
  const turns = (from: readonly string[], to: readonly string[]) =>
    from.some((answer, i) => STRICT.includes(to[i]!) && !STRICT.includes(answer))
  if (said.incomplete === '') {
    if (turns(before, after) && said.closes.length + said.settings.length === 0)
      return 'closes, not said'
    if (turns(after, before) && said.opens.length + said.settings.length === 0)
      return 'opens, not said'
  }
  const isSame = canonical(before) === canonical(after)
  if (isSame && said.tried!.refused + said.tried!.opened > 0)
    return 'requests, but no answer differs'
  return null
}

/** How many requests a policy refuses, by the reference: of crawlers, which are all agents but the last. */
function refusedByReference({ generated, context, engine }: Meaning): number {
  const counts = TRAFFIC.rows.map(([agent, place, now, count]) => {
    const [userAgent, target] = [AGENTS[agent]!, TARGETS[place]!]
    const asked = { userAgent, target, uri: context.home + target, now, usage: 'crawl' } as const
    const isCrawler = engine.agents.find(userAgent).kind === 'crawler'
    const { outcome } = decideByReference(generated.policy, asked)
    return isCrawler && outcome !== 'permitted' ? count : 0
  })
  return counts.reduce((sum, count) => sum + count, 0)
}

test(`[ours] what the page says of a change is what the reference finds, and undo gives the same bytes (seed ${seed})`, () => {
  let made = 0
  const property = fc.property(
    fc.constantFrom(...SITES),
    fc.array(changes, { minLength: 5, maxLength: 5 }),
    (files, all) => {
      const first: Draft = { site: 'a.test', files: new Map(Object.entries(files)) }
      const site = new EditedSite(first)
      const states: Draft[] = [first]
      for (const change of all) {
        const was = meaningOf(site.draft)
        const { draft } = changedBy(was, change, REGISTRY, NOW)
        if (draft === null) continue
        const is = meaningOf(draft)
        made++
        expect(errorsOf(is), JSON.stringify(change)).toBe(0)
        expect(untrue(was, is), JSON.stringify(change)).toBeNull()
        expect(refusedOf(TRAFFIC, is).refused).toBe(refusedByReference(is))
        site.set(draft)
        states.push(draft)
      }
      for (const before of states.toReversed()) {
        expect(site.draft.files).toEqual(before.files)
        site.undo()
      }
      for (const _ of states) site.redo()
      site.saved(site.draft)
      if (states.length > 1) site.undo()
      expect(site.draft.files).toEqual(first.files)
    },
  )
  fc.assert(property, { numRuns: runs(2, 400), seed, endOnFailure: true })
  expect(made).toBeGreaterThan(3)
}, 7_200_000)

test.each(RECIPES)('[ours] “$title” writes something with the values of this test', (recipe) => {
  const was = meaningOf({ site: 'a.test', files: new Map(Object.entries(SITES[0]!)) })
  const change = filled(recipe, { ...TYPED, path: '/archive/' })
  const { draft, words } = changedBy(was, change, REGISTRY, NOW)
  expect(changedLines(was.draft, draft ?? was.draft), words).not.toEqual([])
})

test('[ours] a policy with errors is left as it is, and a switch says so, too', () => {
  const files = { 'robots.txt': 'User-agent: *\nDisallow: /\n', 'site.toml': 'hosts = 1\n' }
  const was = meaningOf({ site: 'a.test', files: new Map(Object.entries(files)) })
  const use = usesIn(ROWS[0]!)[0]!
  const set = { who: ROWS[0]!, use, path: '/', opens: true } as const
  const words = 'The policy has errors. Correct them first.'
  for (const change of [
    { kind: 'switch', set },
    { kind: 'mode', mode: 'enforce' },
  ] as const)
    expect(changedBy(was, change, REGISTRY, NOW)).toEqual({ draft: null, words })
})

test('[I4] refusing forged names refuses what came under them, and nothing else', () => {
  const files = { 'robots.txt': 'User-agent: *\nDisallow: /private/\n', 'site.toml': '# ours\n' }
  const was = meaningOf({ site: 'a.test', files: new Map(Object.entries(files)) })
  const { draft, words } = changedBy(was, { kind: 'forged', refuses: true }, REGISTRY, NOW)
  expect(draft!.files.get('site.toml')).toBe('# ours\n\n[identify]\nfailed = "refuse"\n')
  expect(words).toBe('The edge refuses every request under a name that fails its check.')
  const is = meaningOf(draft!)
  const forged = AGENTS.indexOf('Googlebot/2.1')
  const { settings, tried } = previewOf(was, is, NOW, { ...TRAFFIC, forged: [forged] })
  expect(settings).toEqual(['every crawler: was none, now names that fail their check are refused'])
  const open = TRAFFIC.rows.filter(
    ([agent, target]) => agent === forged && TARGETS[target] !== '/private/',
  )
  const refused = open.reduce((sum, [, , , count]) => sum + count, 0)
  const crawlers = [{ name: 'Googlebot (forged)' }]
  expect(tried).toMatchObject({ refused, opened: 0, crawlers })
  expect(previewOf(was, is, NOW, TRAFFIC).tried).toMatchObject({ refused: 0, opened: 0 })
})

/**
 * Every cell and every number of the page's table, held to the reference evaluator: for generated policies and for drafts
 * of them, some of which cannot be read. ACAP_SEED repeats a run.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changesOf } from '../../src/explorer/changes.ts'
import { type Meaning, readDraft, registryOf } from '../../src/explorer/draft.ts'
import { type CrawlerRow, type EditedPolicy, membersOf, rowsOf } from '../../src/explorer/rows.ts'
import type { CellStanding } from '../../src/explorer/shown-crawlers.ts'
import { readQuestion } from '../../src/explorer/what-if.ts'
import type { Answer } from '../reference/question.ts'
import { decideByReference } from '../reference.ts'
import { canonical } from '../support/decide/conformance.ts'
import { sites } from '../support/language/generate-sites.ts'
import { NOW } from './asked.ts'

/** What was compared: a run that compares nothing says nothing. */
const seen = new Set<string>()
let listed = 0

const seed = Number(process.env.ACAP_SEED ?? 2911)

const REGISTRY = registryOf(
  ['ab', 'abac', 'bot', 'gptbot', 'ccbot', 'zebra', 'zonk', 'zulu'].map((name, i) => ({
    name,
    category: i < 4 ? 'training' : 'search',
    operator: null,
  })),
)

/** What an author leaves behind while typing. */
const BREAKS: readonly (readonly [file: string, text: string])[] = [
  ['robots.txt', ''],
  ['robots.txt', '\nNonsense\nACAP-allow-chew: /\n'],
  ['robots.txt', '\nUser-agent: zebra\nDisallow: /a'],
  ['site.toml', '\n[[[oops'],
  ['site.toml', '\nmode = maybe\n'],
  ['site.toml', '\n[categories.training]\ncrawl = false\n'],
]

const words = (number: number) =>
  [
    'robots.txt',
    `\nACAP-crawler: *\nACAP-allow-present-snippet: / max-length=${number}-words\n`,
  ] as const

type Files = Readonly<Record<string, string>>

function withBreak(files: Files, [file, text]: readonly [string, string]): Files {
  return { ...files, [file]: (files[file] ?? '') + text }
}

function meaningOf(files: Files): Meaning {
  return readDraft({ site: 'test', files: new Map(Object.entries(files)) }, REGISTRY, NOW)
}

/** What differs between the table and the reference; null where nothing does. */
function differenceIn(policies: EditedPolicy, url: string): string | null {
  const question = readQuestion(
    { url, userAgent: 'zulu', at: '' },
    policies.now.program.config,
    NOW,
  )
  const rows = rowsOf(policies, 'zulu', question)
  const names = rows.flatMap(({ crawlers }) => crawlers.map(({ id }) => id))
  if (new Set(names).size !== names.length) return `a crawler stands in two rows: ${names}`
  for (const row of rows) {
    const members = row.summary === null ? [row] : membersOf(policies, row, question)
    if (members.length !== row.crawlers.length) return `${row.label} unfolds to ${members.length}`
    const number = /\((\d+)|^(\d+) names|, (\d+) others/.exec(row.summary === null ? '' : row.label)
    if (number !== null && Number(number[1] ?? number[2] ?? number[3]) !== members.length)
      return `number of ${row.label}`
    for (const member of members) {
      const found =
        differenceInRow(policies, member, url) ??
        differenceInRow(policies, { ...member, cells: row.cells }, url)
      if (found !== null) return found
    }
  }
  return null
}

function differenceInRow(
  { now, was }: EditedPolicy,
  { label, crawlers, cells }: CrawlerRow,
  url: string,
): string | null {
  const [crawler] = crawlers
  for (const cell of cells) {
    const answerOf = (meaning: Meaning) => {
      const uri = `${meaning.context.home}${url}`
      const asked = { userAgent: crawler!.userAgent, target: url, uri, now: NOW, usage: cell.usage }
      return decideByReference(meaning.generated.policy, asked)
    }
    const [is, before] = [answerOf(now), answerOf(was ?? now)]
    if (cell.standing === 'reader' || cell.was === 'reader') {
      if (!crawler!.mayBeReader) return `${label} is no reader`
      continue
    }
    if (cell.standing !== standingOf(is))
      return `${label}, ${cell.usage}: ${cell.standing}, but ${standingOf(is)}`
    if ((cell.was === null) !== (permission(is) === permission(before)))
      return `${label}, ${cell.usage}: was ${cell.was ?? 'the same'}, but ${standingOf(before)}`
    seen.add(cell.standing).add(cell.was === null ? 'unchanged' : 'changed')
    if (cell.was !== null && cell.was !== standingOf(before)) return `${label}, ${cell.usage}: was`
  }
  return null
}

/** A change in the list that the reference does not see; null where there is none. Other addresses are left out. */
function untrueChange({ now, was }: EditedPolicy): string | null {
  const { shown } = changesOf(was!.draft, now.draft, REGISTRY, NOW)
  for (const { effect, crawler, path, usage, what } of shown) {
    if (crawler === '*' || what.includes('another address')) continue
    const [before, is] = [was!, now].map((meaning) => {
      const uri = `${meaning.context.home}${path}`
      return decideByReference(meaning.generated.policy, {
        userAgent: crawler,
        target: path,
        uri,
        now: NOW,
        usage,
      })
    })
    const outcomes = [before!.outcome, is!.outcome]
    listed++
    if (permission(before!) === permission(is!))
      return `${crawler}: ${what} ${effect}, but nothing changes`
    if (effect === 'opens' && outcomes[1] === 'prohibited')
      return `${crawler}: ${what} ${effect}, but ${outcomes}`
    if (effect === 'closes' && outcomes[1] === 'permitted')
      return `${crawler}: ${what} ${effect}, but ${outcomes}`
  }
  return null
}

function standingOf({ outcome, basis, restrictions }: Answer): CellStanding {
  if (outcome !== 'permitted') return outcome
  return basis === 'unspecified' ? 'silent' : restrictions.length > 0 ? 'terms' : 'permitted'
}

function permission({ outcome, restrictions }: Answer): string {
  return outcome === 'permitted' ? canonical([...restrictions.map(canonical)].sort()) : outcome
}

it(`shows what the reference decides, in every cell and number (seed ${seed})`, () => {
  const edits = fc.constantFrom(...BREAKS, words(20))
  const empty = { files: { 'robots.txt': '' }, patterns: [] }
  const property = fc.property(
    sites,
    sites,
    fc.boolean(),
    fc.constantFrom(BREAKS[0]!, words(9)),
    edits,
    fc.constantFrom('/a', '/ab', '/b', '/aba'),
    (a, b, isOther, base, edit, url) => {
      const was = meaningOf(withBreak(a.files, base))
      const now = meaningOf(withBreak(isOther ? b.files : a.files, edit))
      const found = differenceIn({ now, was }, url)
      if (found !== null) throw new Error(found)
      const untrue = untrueChange({ now, was })
      if (untrue !== null) throw new Error(untrue)
    },
  )
  fc.assert(property, {
    numRuns: 40,
    seed,
    examples: [[empty, empty, false, words(9), words(20), '/a']],
  })
  const all = ['changed', 'deferred', 'permitted', 'prohibited', 'silent', 'terms', 'unchanged']
  expect([...seen].sort()).toEqual(all)
  expect(listed).toBeGreaterThan(100)
})

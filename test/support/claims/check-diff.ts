/** The text of a diff between two files, asked of the reference on both sides; and whether it leaves out what that finds. */
import { compareSites } from '../../../src/author/compare/site-changes.ts'
import { diffText } from '../../../src/cli/diff/diff-report.ts'
import { STRICTNESS } from '../../../src/words/decision-words.ts'
import type { Usage } from '../../../src/words/usages.ts'
import { type ClaimedChange, type DiffClaims, diffClaimsOf } from './diff-claims.ts'
import {
  type AskedFile,
  asSaid,
  CLAIMS_NOW,
  CLAIMS_REGISTRY,
  type ClaimResult,
} from './read-file.ts'

const MOST_STATES = 5000
const REGISTRIES = { old: CLAIMS_REGISTRY, now: CLAIMS_REGISTRY, names: new Set<string>() }

export function checkDiff(old: AskedFile, now: AskedFile, spoil = asSaid): ClaimResult {
  const comparison = compareSites(
    old.meaning.program,
    now.meaning.program,
    CLAIMS_NOW,
    MOST_STATES,
    REGISTRIES,
  )
  const claims = diffClaimsOf(spoil(diffText([{ site: 'a', comparison }])))
  const faults = [
    ...claims.changes.flatMap((change) => falseChange(old, now, change)),
    ...falseCounts(claims),
    ...falseSettings(old, now, claims),
    ...(claims.isPartial ? [] : missing(old, now, claims)),
  ]
  return { asked: claims.changes.length + claims.settings.length + 1, faults }
}

function falseChange(old: AskedFile, now: AskedFile, change: ClaimedChange): readonly string[] {
  const { effect, crawlers, usages, path } = change
  return crawlers.flatMap((name) =>
    usages.flatMap((usage) => {
      const [was, is] = [old, now].map((file) => file.answer(name, path, usage))
      const step = STRICTNESS[was!.outcome] - STRICTNESS[is!.outcome]
      const isTrue = isEffect(effect, step, usages.includes('crawl'))
      return isTrue
        ? []
        : [`${effect} ${name} ${usage} ${path}: was ${was!.outcome}, is ${is!.outcome}`]
    }),
  )
}

/** What may no longer be fetched may not be used, whether it might before or not (L6). */
function isEffect(effect: ClaimedChange['effect'], step: number, isCrawl: boolean): boolean {
  if (effect === 'opens') return step > 0
  if (effect === 'closes') return isCrawl ? step <= 0 : step < 0
  return step === 0
}

function falseCounts({
  counts,
  changes,
  settings,
  widest,
  isPartial,
}: DiffClaims): readonly string[] {
  if (isPartial) return []
  const all = [
    ...(['opens', 'loosens', 'closes', 'tightens', 'terms'] as const).map((effect) => {
      const told = counts.get(effect === 'terms' ? 'on other terms' : effect) ?? 0
      return [effect, told, changes.filter((each) => each.effect === effect).length] as const
    }),
    ['settings', counts.get('with other settings') ?? 0, settings.length] as const,
  ]
  const wrong = all
    .filter(([, told, is]) => told !== is)
    .map(([what, told, is]) => `${told} ${what} are counted, ${is} shown`)
  const [first] = changes
  const isFirst = widest === null || first === undefined || widest.includes(` ${first.path}`)
  return isFirst ? wrong : [...wrong, `the widest is not the first: ${widest}`]
}

function falseSettings(
  old: AskedFile,
  now: AskedFile,
  { settings }: DiffClaims,
): readonly string[] {
  const always = settings.filter(({ hasHours }) => !hasHours)
  return always.flatMap(({ crawlers, was, now: is }) =>
    // The first word of a name of several words is no name by itself.
    crawlers
      .filter((name) => isCrawlerOn(old, name) && isCrawlerOn(now, name))
      .flatMap((name) => {
        const rates = [old, now].map(
          (file) => file.answer(name, '/zz/y.html').rate?.seconds ?? null,
        )
        return rates[0] === was && rates[1] === is
          ? []
          : [`${name}: ${was} to ${is} seconds, is ${rates.join(' to ')}`]
      }),
  )
}

/** What the reference answers otherwise on the new side, and no line says of that crawler and effect. */
function missing(old: AskedFile, now: AskedFile, { changes }: DiffClaims): readonly string[] {
  const isTold = (name: string, effect: 'opens' | 'closes', usage: Usage) =>
    changes.some(
      (each) =>
        each.effect === effect &&
        each.usages.includes(usage) &&
        (each.crawlers.includes(name) || each.crawlers.length > 6),
    )
  const names = [...new Set([...old.names, ...now.names])]
  const isCrawler = (name: string) => isCrawlerOn(old, name) && isCrawlerOn(now, name)
  return names.filter(isCrawler).flatMap((name) =>
    [...new Set([...old.addresses, ...now.addresses])].flatMap((target) => {
      const [was, is] = [old, now].map((file) => STRICTNESS[file.answer(name, target).outcome])
      if (was === is) return []
      const effect = was! > is! ? 'opens' : 'closes'
      // A name that neither file has follows `*`.
      const told = isTold(name, effect, 'crawl') || isTold('*', effect, 'crawl')
      return told ? [] : [`${name} ${target}: nothing says that it ${effect}`]
    }),
  )
}

function isCrawlerOn({ meaning }: AskedFile, name: string): boolean {
  return name === '*' || meaning.engine.agents.find(name).kind === 'crawler'
}

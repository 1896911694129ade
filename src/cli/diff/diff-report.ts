/**
 * Consequences of a change of policy → text for a terminal, or Markdown for a pull request.
 */

import { type Answer, type Change, type Comparison, EFFECTS, type Effect } from '../../analysis/compare-sites.ts'
import type { DecidingField } from '../../engine/decision.ts'
import { writeQualifier } from '../../grammar/write-meta.ts'
import { USAGES, type Usage } from '../../vocabulary/usages.ts'

/** A site's comparison under its name; null where one of the sides has no such site. */
export interface SiteComparison {
  readonly site: string
  readonly comparison: Comparison | 'added' | 'removed'
}

const HEADINGS: Readonly<Record<Effect, string>> = {
  opens: 'Opens: more is permitted than before',
  loosens: 'Loosens: permitted as before, on fewer terms',
  closes: 'Closes: less is permitted than before',
  tightens: 'Tightens: permitted as before, on more terms',
  terms: 'Other terms: permitted as before, on other terms',
}
const MOST_SHOWN = 50
/** Columns of the longest effect, and of the space behind it. */
const WORD = Math.max(...EFFECTS.map((effect) => effect.length))
const INDENT = ' '.repeat(WORD + 1)

/** Lays the consequences out for a terminal. */
export function diffText(sites: readonly SiteComparison[]): string {
  return sites.map(siteText).join('\n')
}

function siteText({ site, comparison }: SiteComparison): string {
  if (typeof comparison === 'string') return `${site}: the site was ${comparison}\n`
  const { changes, sampled } = comparison
  return [
    `${site}: ${counted(changes)}\n`,
    ...changes
      .slice(0, MOST_SHOWN)
      .map(
        (change) =>
          `\n${change.effect.padEnd(WORD)} ${sentence(change)}\n` +
          `${INDENT}was ${answerText(change.was, change.now)}\n${INDENT}now ${answerText(change.now, change.was)}\n`,
      ),
    changes.length > MOST_SHOWN ? `\nand ${changes.length - MOST_SHOWN} more (--json has all of them)\n` : '',
    ...sampled.map((name) => `\nnot everything was tried for ${who([name])}: its patterns meet in too many ways\n`),
  ].join('')
}

function counted(changes: readonly Change[]): string {
  if (changes.length === 0) return 'nothing changes for any crawler'
  return EFFECTS.map((effect) => [effect, changes.filter((change) => change.effect === effect).length] as const)
    .filter(([, count]) => count > 0)
    .map(([effect, count]) => `${count} ${effect === 'terms' ? 'on other terms' : effect}`)
    .join(', ')
}

function sentence({ crawlers, usages, path, elsewhere }: Change): string {
  return `${who(crawlers)}: ${whatFor(usages)} ${path}${elsewhere ? ' at another address than its own' : ''}`
}

function who(crawlers: readonly string[]): string {
  return crawlers.map((name) => (name === '*' ? 'any other crawler' : name)).join(', ')
}

function whatFor(usages: readonly Usage[]): string {
  return usages.length === USAGES.length ? 'everything with' : usages.join(', ')
}

function answerText(answer: Answer, other: Answer): string {
  const { outcome, fields } = answer
  const by = fields.length === 0 ? 'by silence' : `by ${fields.map(fieldText).join(' and ')}`
  const terms = termsText(answer, other)
  return terms === '' ? `${outcome} ${by}` : `${outcome} ${terms}, ${by}`
}

/** A permission's terms; that there are none is said where the other side has some, or both would read alike. */
function termsText({ outcome, restrictions }: Answer, other: Answer): string {
  if (restrictions.length > 0) return `only with ${restrictions.flatMap(writeQualifier).join(' ')}`
  return outcome === 'permitted' && other.restrictions.length > 0 ? 'without terms' : ''
}

function fieldText({ source, line, text }: DecidingField): string {
  return `${source}${line === undefined ? '' : `:${line}`} \`${text}\``
}

/** Lays the consequences out as a comment on a pull request. */
export function diffMarkdown(sites: readonly SiteComparison[]): string {
  return sites.map(siteMarkdown).join('\n')
}

function siteMarkdown({ site, comparison }: SiteComparison): string {
  if (typeof comparison === 'string') return `### ${site}\n\nThe site was ${comparison}.\n`
  const { changes, sampled } = comparison
  const sections = EFFECTS.map((effect) =>
    section(
      effect,
      changes.filter((change) => change.effect === effect),
    ),
  )
  const gaps = sampled.map(
    (name) => `\nNot everything was tried for ${cell(who([name]))}: its patterns meet in too many ways.\n`,
  )
  return `### ${site}: ${counted(changes)}\n${[...sections, ...gaps].join('')}`
}

function section(effect: Effect, changes: readonly Change[]): string {
  if (changes.length === 0) return ''
  const rows = changes.slice(0, MOST_SHOWN).map(({ crawlers, usages, path, elsewhere, was, now }) => {
    const place = `${code(path)}${elsewhere ? ' at another address' : ''}`
    return `| ${[cell(who(crawlers)), usages.length === USAGES.length ? 'everything' : usages.join(', '), place, markdown(was, now), markdown(now, was)].join(' | ')} |\n`
  })
  const rest = changes.length > MOST_SHOWN ? `\nand ${changes.length - MOST_SHOWN} more\n` : ''
  return `\n**${HEADINGS[effect]}**\n\n| who | may | for example | was | is |\n| --- | --- | --- | --- | --- |\n${rows.join('')}${rest}`
}

function markdown(answer: Answer, other: Answer): string {
  const { outcome, fields, restrictions } = answer
  const terms = restrictions.length > 0 ? restrictions.flatMap(writeQualifier).map(code) : []
  const first = terms.length > 0 ? `${outcome} only with` : [outcome, termsText(answer, other)].join(' ').trim()
  return [first, ...terms, ...fields.map(({ text }) => code(text))].join('<br>')
}

/** Text in a table, without meaning for Markdown. */
function cell(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#+!|~-]/g, '\\$&')
}

function code(text: string): string {
  return `\`${text.replaceAll('`', 'ˋ').replaceAll('|', '\\|')}\``
}

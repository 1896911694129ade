/**
 * A request and what becomes of it → the story as a person would tell it: who asked and how surely, which fields spoke
 * level by level, which won and why, what the crawler is told on the page.
 */
import { join } from 'node:path'
import type { DecidingField } from '../engine/decision.ts'
import { type Chain, explain, type Step } from '../engine/explain.ts'
import type { Court, Judged } from '../engine/judge.ts'
import type { Ruling } from '../engine/ruling.ts'
import type { Told } from '../engine/told.ts'
import { writeQualifier } from '../grammar/write-meta.ts'
import type { Assurance } from '../vocabulary/decision-words.ts'

/** All that is told, as data. */
export interface Story {
  readonly site: string
  readonly kind: Judged['kind']
  readonly outcome: Judged['outcome']
  /** Whether the edge would only log it. */
  readonly observed: boolean
  readonly decision: Ruling
  readonly chains: readonly Chain[]
  readonly told: Told
}

/** Makes the story of one judgement. */
export function storyOf({ site, engine }: Court, { kind, outcome, facts, ruling }: Judged): Story {
  const route = engine.routes.find(facts.target)
  // Another spelling of the path may have decided (P6): its levels are the ones to tell.
  const { chains } = explain(engine, ruling.facts)
  const observed = (route?.mode ?? site.config.mode) !== 'enforce'
  const told = engine.telling.about(facts.target)
  return { site: site.name, kind, outcome, observed, decision: ruling, chains, told }
}

const SURENESS: Readonly<Record<Assurance, string>> = {
  signed: 'proven by its signature',
  network: 'proven by the address it comes from',
  claimed: 'as it says itself; nothing here proves or disproves it',
  failed: 'disproven: it does not come from an address that its operator publishes',
}

/** Tells a story; `folder` is where the site's files lie. */
export function tell(story: Story, folder: string): string {
  const { kind, decision, outcome, observed, chains, told } = story
  const paragraphs = [
    who(story),
    `${decision.usage} ${decision.facts.uri ?? decision.facts.target}\n${outcome.toUpperCase()}${verdictNote(story)}\n${decision.reason}\n`,
    kind === 'exempt' ? '' : decision.fields.map((field) => frame(field, folder)).join(''),
    kind === 'exempt' ? '' : levels(chains),
    restrictions(decision),
    tags(told),
    observed && outcome !== 'permitted' ? 'The site only observes here: the edge logs this and lets it pass.\n' : '',
  ]
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n')
}

function who({ site, kind, decision }: Story): string {
  const { name, category, assurance } = decision.crawler
  const claimed = decision.agent.name ?? decision.facts.userAgent
  if (kind === 'reader') {
    return `${site}: a reader. \`${decision.facts.userAgent}\` is no crawler that the policy or the registry knows.\n`
  }
  const called = name === null ? `\`${claimed}\`, under the rules for any crawler` : name
  return `${site}: ${called}${category === null ? '' : ` (${category})`}, ${SURENESS[assurance]}\n`
}

function verdictNote({ kind, decision }: Story): string {
  if (kind === 'exempt') return ': it is served to everybody, before any rule'
  if (kind === 'reader') return ': readers are never refused. A crawler would get this:'
  return ` (${decision.basis})`
}

/** A field as findings show it. */
function frame({ source, line, text }: DecidingField, folder: string): string {
  if (line === undefined) return `  ${source}: ${text}\n`
  const margin = ' '.repeat(String(line).length)
  return `${margin}--> ${join(folder, source)}:${line}\n${margin} |\n${line} | ${text}\n${margin} | ${'^'.repeat(text.length)}\n`
}

function levels(chains: readonly Chain[]): string {
  return chains
    .filter(({ steps }) => steps.length > 0)
    .map(({ name, steps }) => `How it came about for ${anybody(name)}, strongest first:\n${steps.map(step).join('')}`)
    .join('\n')
}

function step({ place, names, bound, usage, outcome, deciding, beaten, decides }: Step): string {
  const purpose = bound ? ', for its purpose' : ''
  return [
    `  ${place} for ${names.map(anybody).join(', ')}${purpose}: ${usage} ${outcome}${decides ? '' : ' (not asked: a stronger level spoke)'}\n`,
    ...deciding.map((field) => `    ${decides ? 'decides' : 'would decide'}  ${written(field)}\n`),
    ...beaten.map((field) => `    beaten by a narrower or stricter field  ${written(field)}\n`),
  ].join('')
}

function anybody(name: string): string {
  return name === '*' ? 'any crawler' : name
}

function written({ source, line, text }: DecidingField): string {
  return `${source}${line === undefined ? '' : `:${line}`}  ${text}`
}

function restrictions({ restrictions: list }: Ruling): string {
  return list.length === 0 ? '' : `On these terms: ${list.flatMap(writeQualifier).join(' ')}\n`
}

function tags({ tags: list, words }: Told): string {
  const metas = list.map(({ name, content }) => `  <META name="${name}" content="${content}">\n`)
  const header = words.length === 0 ? '' : `  X-Robots-Tag: ${words.join(', ')}, where the answer is no HTML\n`
  return metas.length + words.length === 0 ? '' : `What the page tells crawlers:\n${metas.join('')}${header}`
}

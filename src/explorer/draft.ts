/**
 * The files of a site as they stand in the page → what they mean: the reading, the program and its engine. All of it
 * runs in the page.
 */
import type { KnownCrawler, Registry, SiteProgram } from '../bundle/program.ts'
import { compile } from '../compile/compile.ts'
import { Engine } from '../engine/engine.ts'
import { type Finding, isActionable } from '../language/findings/diagnostic.ts'
import { readCases } from '../language/site/cases.ts'
import { readSite, readText, type SiteReading } from '../language/site/read-site.ts'
import { type GeneratedRobots, generateRobots } from '../publish/robots.ts'

/** A site's files by path: what the author has on disk, or has typed. */
export interface Draft {
  readonly site: string
  readonly files: ReadonlyMap<string, string>
}

/** What a draft means. */
export interface Meaning {
  readonly draft: Draft
  readonly reading: SiteReading
  /** What would be served. */
  readonly generated: GeneratedRobots
  /** The reading's and those of the author's cases, as far as the author can act on them. */
  readonly findings: readonly Finding[]
  readonly program: SiteProgram
  readonly engine: Engine
  /** The crawlers of the registry. */
  readonly known: readonly KnownCrawler[]
}

/** The text that a new policy begins with. */
export const EMPTY_DRAFT: Draft = { site: '', files: new Map([['robots.txt', '']]) }

const encoder = new TextEncoder()

/** Reads a draft. It never throws, no matter what is typed. */
export function readDraft(draft: Draft, registry: Registry | null, now: number): Meaning {
  const reading = readFiles(draft, now)
  const known = registry?.crawlers ?? []
  const generated = generateRobots(reading, { crawlers: known })
  const program = compile(generated.policy, generated)
  const all = [...reading.findings, ...readCases(draft.files.get('cases.toml') ?? '').findings]
  const findings = all.filter(isActionable)
  return { draft, reading, generated, findings, program, engine: new Engine(program, registry), known }
}

/** How many errors keep a policy from being built. Those of its cases do not. */
export function errorsOf({ reading }: Meaning): number {
  return reading.findings.filter(({ severity }) => severity === 'error').length
}

/** A robots.txt alone is a bare text; beside anything else it is a site. */
function readFiles({ site, files }: Draft, now: number): SiteReading {
  const robots = files.get('robots.txt')
  if (files.size === 1 && robots !== undefined) return readText(robots, site, { now })
  return readSite(site, new Map([...files].map(([path, text]) => [path, encoder.encode(text)])), { now })
}

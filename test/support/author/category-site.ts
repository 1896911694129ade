/**
 * Sites with `[categories]`, as they are served and enforced with the registry of known crawlers.
 */

import { generateRobots } from '../../../src/author/served/generate-robots.ts'
import { Engine } from '../../../src/decide/engine.ts'
import { readSite } from '../../../src/language/site/read-site.ts'
import { compile } from '../../../src/program/compile/compile.ts'
import { knownCrawlers } from '../../../src/registry.ts'
import type { Usage } from '../../../src/words/usages.ts'

/** A site by its robots.txt and its site.toml: what is served, and what is decided. */
export function categorySite(robots: string, toml: string) {
  const files = { 'robots.txt': robots, 'site.toml': `hosts = ["a.test"]\n${toml}` }
  const bytes = Object.entries(files).map(
    ([path, text]) => [path, new TextEncoder().encode(text)] as const,
  )
  const reading = readSite('a.test', new Map(bytes))
  const generated = generateRobots(reading, { crawlers: knownCrawlers().crawlers })
  const engine = new Engine(compile(generated.policy, generated), knownCrawlers())
  const ask = (userAgent: string, target: string, usage: Usage = 'crawl') =>
    engine.decide({ userAgent, target, usage, now: 0 }).outcome
  return { reading, generated, engine, ask, text: generated.files[0]!.text }
}

/** A site.toml that closes the crawl to training. */
export const NO_TRAINING = '[categories.training]\ncrawl = false\n'

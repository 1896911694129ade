/** A robots.txt → the site that it makes, read by the program, and the reference evaluator that answers about it. */
import { readDraft } from '../../../src/explorer/draft.ts'
import { knownCrawlers } from '../../../src/registry.ts'
import type { Category } from '../../../src/words/decision-words.ts'
import type { Usage } from '../../../src/words/usages.ts'
import type { Answer } from '../../reference/question.ts'
import { decideByReference } from '../../reference.ts'
import { addressesFor, namesIn } from './addresses.ts'

export const CLAIMS_NOW = Date.parse('2026-11-28T12:00:00Z')
export const CLAIMS_REGISTRY = knownCrawlers()
const CATEGORIES = new Map(CLAIMS_REGISTRY.crawlers.map(({ name, category }) => [name, category]))
export const SITE_TOML = 'hosts = ["a.test"]\n'
const MOST_NAMES = 5
const KNOWN = ['googlebot', 'gptbot', 'ccbot']

/** A file that is asked about: by whom, and where. */
export class AskedFile {
  readonly robots: string
  readonly lines: readonly string[]
  readonly meaning: ReturnType<typeof readDraft>
  readonly names: readonly string[]
  readonly addresses: readonly string[]
  readonly #answers = new Map<string, Answer>()

  constructor(text: string, mostAddresses: number, siteToml = SITE_TOML) {
    // What stands in a file is UTF-8, which has no half of a pair.
    const robots = Buffer.from(text).toString()
    this.robots = robots
    this.lines = robots.split(/\r\n|\n|\r/)
    const files = new Map([
      ['robots.txt', robots],
      ['site.toml', siteToml],
    ])
    this.meaning = readDraft({ site: 'a', files }, CLAIMS_REGISTRY, CLAIMS_NOW)
    const isCrawler = (name: string) => this.meaning.engine.agents.find(name).kind === 'crawler'
    const own = namesIn(robots).filter(isCrawler).slice(0, MOST_NAMES)
    this.names = [...new Set(['*', ...own, ...KNOWN])]
    this.addresses = addressesFor(robots, mostAddresses)
  }

  /** Whether errors keep the policy from being built: then nothing is said of it. */
  get isBroken(): boolean {
    return this.meaning.reading.findings.some(({ severity }) => severity === 'error')
  }

  categoryOf(name: string): Category | null {
    return CATEGORIES.get(name) ?? null
  }

  answer(name: string, target: string, usage: Usage = 'crawl', now = CLAIMS_NOW): Answer {
    const key = `${name} ${usage} ${target} ${now}`
    const known = this.#answers.get(key)
    if (known !== undefined) return known
    const answer = decideByReference(this.meaning.generated.policy, {
      userAgent: headerOf(name),
      target,
      usage,
      now,
      uri: `https://a.test${target}`,
    })
    this.#answers.set(key, answer)
    return answer
  }
}

/** A header that nobody else has: `*` is a crawler that no policy names. */
export function headerOf(name: string): string {
  return name === '*' ? 'zzqbot/1.0' : `${name}/1.0`
}

/** Changes what is said, to see that a lie is found. */
export type Spoil = (text: string) => string
export const asSaid: Spoil = (text) => text

/** What is wrong, or was counted. */
export interface ClaimResult {
  readonly asked: number
  readonly faults: readonly string[]
}

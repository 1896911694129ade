/**
 * Versions of sites that `acap publish` puts into a store, and the answers that each of them gives: every answer about a site
 * says which version it is from.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { random } from './base/random.ts'
import type { Answer } from './doors/load.ts'

export const SITES = Array.from({ length: 20 }, (_, i) => `s${i}`)

const run = promisify(execFile)

/** Publishes versions of the sites; knows which version of each site's policy every release has. */
export class Author {
  readonly releases: ReadonlyMap<string, number>[] = []
  readonly #root: string
  readonly #next = random(17)
  #version = 0

  constructor(root: string) {
    this.#root = root
  }

  /** Changes a third of the sites, and publishes. */
  async publish(): Promise<void> {
    const version = ++this.#version
    const versions = new Map(this.releases.at(-1))
    for (const site of SITES) if (version === 1 || this.#next(3) === 0) versions.set(site, version)
    for (const [site, number] of versions) if (number === version) this.#write(site, version)
    this.releases.push(versions)
    await this.#acap()
  }

  /** Puts the release before the last one in force. */
  async rollBack(): Promise<void> {
    this.releases.push(this.releases.at(-2)!)
    await this.#acap('--rollback')
  }

  /** Everything that a site answers says which version it is from. */
  #write(site: string, version: number): void {
    const folder = join(this.#root, 'policies', site)
    mkdirSync(folder, { recursive: true })
    const robots = `${'# a line\n'.repeat(version)}User-agent: *\nDisallow: /closed/v${version}\nDisallow: /closed/\n`
    writeFileSync(join(folder, 'robots.txt'), robots)
    writeFileSync(
      join(folder, 'site.toml'),
      `hosts = ["${site}.test"]\n[refuse]\ncontact = "mailto:v${version}@${site}.test"\n`,
    )
  }

  async #acap(...words: string[]): Promise<void> {
    const folder = join(this.#root, 'policies')
    const args = ['dist/acap.js', 'publish', folder, '--to', join(this.#root, 'store'), ...words]
    await run(process.execPath, args, { env: { ...process.env, ACAP_CACHE: 'off' } })
  }
}

/** Holds every answer against the releases. */
export class Judge {
  readonly #author: Author
  /** By site: the first release that its last answer can be from. */
  readonly #reached = new Map<string, number>()
  /** By the hash of a robots.txt: what it says. */
  readonly #texts = new Map<string, string>()
  readonly faults: string[] = []
  /** The versions that were seen. */
  readonly seen = new Set<number>()

  constructor(author: Author) {
    this.#author = author
  }

  /** What a request that begins now may not go back behind. */
  reached(site: string): number {
    return this.#reached.get(site) ?? 0
  }

  reader({ status, text }: Answer): void {
    if (status !== 200 || text !== 'a page')
      this.faults.push(`a reader got ${status} ${text.slice(0, 60)}`)
  }

  refusal(site: string, { status, text }: Answer, from: number): void {
    const [, line] = /Disallow: \/closed\/, line (\d+)/.exec(text) ?? []
    const version = Number(line) - 3
    if (status !== 403 || !text.includes(`v${version}@${site}.test`)) {
      this.faults.push(`a crawler got ${status} ${text}`)
    } else this.#version(site, version, from)
  }

  robots(site: string, { status, text, etag }: Answer, from: number): void {
    const [, version] = /Disallow: \/closed\/v(\d+)/.exec(text) ?? []
    if (status !== 200 || (this.#texts.get(etag) ?? text) !== text)
      this.faults.push(`robots.txt: ${status} ${etag}`)
    this.#texts.set(etag, text)
    this.#version(site, Number(version), from)
  }

  #version(site: string, version: number, from: number): void {
    const release = this.#author.releases.findIndex(
      (each, i) => i >= from && each.get(site) === version,
    )
    if (release < 0)
      this.faults.push(`${site} answered by version ${version} after release ${from}`)
    else this.#reached.set(site, Math.max(release, this.reached(site)))
    this.seen.add(version)
  }
}

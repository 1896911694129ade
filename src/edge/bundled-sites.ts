/**
 * The sites of a bundle: each is decoded at its first request, and kept for as long as the bundle is in force.
 */
import type { OpenBundle } from '../bundle/decode.ts'
import { type Common, SiteRuntime, type SiteSource } from './loaded-bundle.ts'

export class BundledSites implements SiteSource {
  readonly #bundle: OpenBundle
  readonly #common: Common
  readonly #report: (fault: string) => void
  /** By number; null where a site is damaged. */
  readonly #runtimes: (SiteRuntime | null | undefined)[]

  /** `report` hears of sites that are damaged, each once. */
  constructor(bundle: OpenBundle, common: Common, report: (fault: string) => void) {
    this.#bundle = bundle
    this.#common = common
    this.#report = report
    this.#runtimes = new Array(bundle.siteCount)
  }

  find(number: number): SiteRuntime | null {
    const known = this.#runtimes[number]
    if (known !== undefined) return known
    const site = this.#bundle.site(number)
    if (!site.ok) this.#report(site.error.message)
    const runtime = site.ok ? new SiteRuntime(site.program, this.#bundle.hash, this.#common) : null
    this.#runtimes[number] = runtime
    return runtime
  }

  coming(): null {
    return null
  }

  loaded(): readonly SiteRuntime[] {
    return this.#runtimes.filter((each) => each != null)
  }

  standIn(): void {
    // No program of a bundle is missing.
  }
}

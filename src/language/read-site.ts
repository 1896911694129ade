/**
 * The files of a site → its policy, its trees and its findings. It gets texts and touches no file system.
 */
import { DEFAULT_SITE } from '../vocabulary/site-config.ts'
import { check } from './check.ts'
import type { Finding } from './diagnostic.ts'
import { parse } from './parse.ts'
import type { Policy } from './policy.ts'
import type { Tree } from './tree.ts'

/** A site, read. */
export interface SiteReading {
  readonly policy: Policy
  /** By path inside the site's folder. */
  readonly trees: ReadonlyMap<string, Tree>
  readonly findings: readonly Finding[]
}

/** Reads a bare robots.txt, under the default configuration. */
export function readText(text: string | Uint8Array, site = ''): SiteReading {
  const trees = new Map([['robots.txt', parse(text)]])
  return { trees, ...check({ site, config: DEFAULT_SITE, trees, routes: [], followsReferences: false }) }
}

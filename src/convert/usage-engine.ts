/**
 * A site that was read → an engine that decides by what its author says of every usage but the crawl. Preferences and
 * licences are about what is done with a page, so the rules about fetching it are left out.
 */
import { compileAsWritten } from '../compile/compile.ts'
import { Engine } from '../engine/engine.ts'
import type { Policy } from '../language/policy/policy.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import type { Usage } from '../vocabulary/usages.ts'

/** The engine. Its decisions name the author's own lines. */
export function usageEngine({ policy, trees }: SiteReading): Engine {
  return new Engine(compileAsWritten(withoutCrawl(policy), trees), null)
}

/** The policy less what it says of the crawl. The names of conventional groups stay: crawlers are known by them (I2). */
export function withoutCrawl(policy: Policy): Policy {
  const isPageUsage = ({ usage }: { readonly usage: Usage }) => usage !== 'crawl'
  return {
    ...policy,
    groups: policy.groups.map((group) => ({ ...group, rules: [], settings: [] })),
    repGroups: [],
    records: policy.records.map((record) => ({
      ...record,
      fields: record.fields.filter(isPageUsage),
      subRecords: record.subRecords.map((sub) => ({ ...sub, fields: sub.fields.filter(isPageUsage) })),
      actions: [],
    })),
    routes: policy.routes.map((route) => ({ ...route, fields: route.fields.filter(isPageUsage) })),
  }
}

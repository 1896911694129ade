/**
 * A site that was read → the program of what its author says of every usage but the crawl. Preferences and licences are
 * about what is done with a page, however it was come by, so what may be fetched takes no part.
 */
import type { SiteProgram } from '../bundle/program.ts'
import { compile } from '../compile/compile.ts'
import type { Policy } from '../language/policy/policy.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import type { Usage } from '../vocabulary/usages.ts'

/** The program; its decisions name the author's own lines. */
export function usageProgram({ policy, trees }: SiteReading): SiteProgram {
  const files = [...trees].map(([path, { source }]) => ({ path, text: source.text }))
  return compile(withoutCrawl(policy), { served: false, files, servedLine: () => undefined })
}

/** The policy less what it says of the crawl. The names of conventional groups stay: crawlers are known by them (I2). */
export function withoutCrawl(policy: Policy): Policy {
  const isKept = ({ usage }: { readonly usage: Usage }) => usage !== 'crawl'
  return {
    ...policy,
    groups: policy.groups.map((group) => ({ ...group, rules: [], settings: [] })),
    repGroups: [],
    records: policy.records.map((record) => ({
      ...record,
      fields: record.fields.filter(isKept),
      subRecords: record.subRecords.map((sub) => ({ ...sub, fields: sub.fields.filter(isKept) })),
      actions: [],
    })),
    routes: policy.routes.map((route) => ({ ...route, fields: route.fields.filter(isKept) })),
  }
}

/** A site of an older bundle → the same with the keys of site.toml that are newer than its format. */
import type { SiteProgram } from './program.ts'

/** What was done before there were these keys. */
const NEW_KEYS = { robots: { acap: 'file' }, prices: {} }
const NEW_ROUTE_KEYS = { published: null, price: null }

/** Adds them to the site itself. */
export function withNewKeys(site: SiteProgram): SiteProgram {
  const { config, next } = site
  Object.assign(config, { ...NEW_KEYS, ...(config as object) })
  for (const route of config.routes)
    Object.assign(route, { ...NEW_ROUTE_KEYS, ...(route as object) })
  if (next !== undefined) withNewKeys(next.program)
  return site
}

/**
 * Adds keys of site.toml that are newer than an older bundle's format, with values that keep its
 * behaviour.
 */
import type { SiteProgram } from './program.ts'

/** The behaviour before these keys existed. */
const NEW_KEYS = { robots: { acap: 'file' }, prices: {} }
const NEW_ROUTE_KEYS = { published: null, price: null }

/** Changes the site itself. */
export function withNewKeys(site: SiteProgram): SiteProgram {
  const { config, next } = site
  Object.assign(config, { ...NEW_KEYS, ...(config as object) })
  for (const route of config.routes)
    Object.assign(route, { ...NEW_ROUTE_KEYS, ...(route as object) })
  if (next !== undefined) withNewKeys(next.program)
  return site
}

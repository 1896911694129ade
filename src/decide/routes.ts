/** Finds the route of a target (E4). One applies: the narrowest (L3), else the first. */
import type { RouteProgram } from '../program/program.ts'
import type { EmbeddedField } from '../words/embedded.ts'
import { targetForm } from '../words/path-form.ts'
import type { RouteConfig } from '../words/site-config.ts'
import { isAtLocation } from '../words/uri.ts'
import type { Levels } from './levels.ts'
import { ANY_CASE } from './matcher.ts'
import { keepNarrowest } from './narrowest.ts'

const NO_FIELDS: readonly EmbeddedField[] = []

export class Routes {
  readonly #levels: Levels
  readonly #byRule: ReadonlyMap<number, RouteProgram>

  constructor(levels: Levels) {
    this.#levels = levels
    this.#byRule = new Map(levels.site.routes.map((route) => [route.rule, route]))
  }

  /** The route of the target read last; null if none matches. */
  current(): RouteProgram | null {
    const { site, matcher, target } = this.#levels
    if (site.routeRoot === 0) return null
    matcher.start()
    matcher.collect(site.routeRoot, target, ANY_CASE)
    const { found } = matcher
    const narrowest = keepNarrowest(site.rules, site.order, found, matcher.count)
    let first: RouteProgram | null = null
    for (let i = 0; i < narrowest; i++) {
      const route = this.#byRule.get(found[i]!)!
      if (first === null || route.index < first.index) first = route
    }
    return first
  }

  /**
   * The fields that the target's route embeds. A location restricts the crawl and never opens it
   * (E5).
   */
  fieldsFor(target: string, uri: string | undefined): readonly EmbeddedField[] {
    const route = this.current()
    if (route === null) return NO_FIELDS
    const location = this.locationOf(route, target)
    if (location === null || uri === undefined || isAtLocation(location, uri)) return route.fields
    return [...route.fields, locationField(location)]
  }

  /** The page's location by its route; null if the route names none. */
  locationOf(route: RouteProgram, target: string): string | null {
    const { canonical, routes } = this.#levels.site.config
    const location = routes[route.index]?.location ?? false
    if (typeof location === 'string') return location
    return location && canonical !== null ? canonical.replace(/\/$/, '') + targetForm(target) : null
  }

  find(target: string, joined?: readonly string[]): RouteConfig | null {
    this.#levels.target.read(target, joined)
    const route = this.current()
    return route === null ? null : (this.#levels.site.config.routes[route.index] ?? null)
  }
}

/** `allow-crawl location=…`, as a route's field (E3). */
export function locationField(uri: string): EmbeddedField {
  return {
    source: 'route',
    name: 'robots',
    effect: 'allow',
    usage: 'crawl',
    purposes: [],
    qualifiers: [{ type: 'location', uri }],
    uninterpretable: false,
    text: `allow-crawl location=${uri}`,
  }
}

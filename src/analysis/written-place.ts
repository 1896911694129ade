/**
 * A field that decided → where the author finds it: a file of the site and a line. A route's field has no line of its own
 * in a decision; it is looked up in site.toml.
 */
import type { DecidingField } from '../engine/decision.ts'
import type { Engine } from '../engine/engine.ts'
import { readSiteConfig } from '../language/site/site.ts'

/** A site with the files that it was made of. */
export interface AuthoredSite {
  readonly engine: Engine
  readonly draft: { readonly files: ReadonlyMap<string, string> }
}

/** A field's words and their place; `line` null where it has none. */
export interface WrittenPlace {
  readonly file: string
  readonly line: number | null
  readonly text: string
}

/** The places of fields that spoke about a target, each line once. */
export function placesOf(
  site: AuthoredSite,
  fields: readonly DecidingField[],
  target: string,
): readonly WrittenPlace[] {
  const places = fields.map((field) => describePlace(site, field, target))
  return [...new Map(places.map((place) => [`${place.file}:${place.line}:${place.text}`, place])).values()]
}

function describePlace(site: AuthoredSite, { source, line, text }: DecidingField, target: string): WrittenPlace {
  if (source !== 'route') return { file: source, line: line ?? null, text }
  return { file: 'site.toml', line: routeLine(site, text, target), text }
}

/** The line of the route that the target falls under on which a field stands: its own, or that of `location`. */
function routeLine({ draft, engine }: AuthoredSite, text: string, target: string): number | null {
  const route = engine.routes.find(target)
  if (route === null) return null
  const source = readSiteConfig(draft.files.get('site.toml') ?? '').routes[engine.site.config.routes.indexOf(route)]
  const field = source?.fields.find((each) => each.text.trim() === text.trim())
  const date = /^(?:closed|open)-until(?= )/.exec(text)?.[0]
  if (date !== undefined) return source?.value(date)?.line ?? null
  return (field?.locate(0, field.text.length) ?? source?.value('location'))?.line ?? null
}

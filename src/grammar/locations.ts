/**
 * E3: whether a resource is where a `location` qualifier says it belongs. Two URIs in, yes or no out.
 */
import { isAbsoluteUri, isUriReference, normalizeUri } from './uri.ts'

/** The URI of a `location` in normal form; null where it is relative or malformed and so equals nothing. */
export function locationForm(location: string): string | null {
  return isUriReference(location) ? normalizeUri(location) : null
}

/** Whether the resource's own URI is the one that a `location` names. */
export function isAtLocation(location: string, resource: string): boolean {
  // A page asked for at its own address is the common case, and needs no normal form.
  if (location === resource) return isAbsoluteUri(location)
  const wanted = locationForm(location)
  return wanted !== null && wanted === normalizeUri(resource)
}

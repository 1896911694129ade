/**
 * A resource as written → patterns in the form of P2, by P4 and P5. Null where the field can match nothing.
 */
import { foldCase, patternForm } from '../../grammar/path-form.ts'
import type { Report } from '../findings/diagnostic.ts'
import type { Span } from '../text/source.ts'

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/
const SET = /^the-acap:resource-set:/i

/** The name of the resource set that a resource refers to, in lower case; null where it is a pattern. */
export function setName(resource: string): string | null {
  return SET.test(resource) ? foldCase(resource.replace(SET, '')) : null
}

/** Whether a pattern or path begins with a URI scheme. */
export function hasScheme(text: string): boolean {
  return SCHEME.test(text)
}

/** An ACAP resource path pattern (P4). */
export function readPattern(written: string, at: Span, report: Report): string | null {
  if (hasScheme(written)) {
    report(at, 'scheme-in-pattern', written)
    return null
  }
  if (written.startsWith('/') || written.startsWith('*')) return patternForm(written)
  report(at, 'no-leading-slash', written)
  return patternForm(`/${written}`)
}

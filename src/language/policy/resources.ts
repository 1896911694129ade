/** Resolves resources to patterns in the form of P2 (P4, P5), and references to files (R11). */
import { foldCase, patternForm } from '../../words/path-form.ts'
import type { Report } from '../findings/diagnostic.ts'
import type { Line } from '../text/lines.ts'
import type { RecordNode } from '../text/owners.ts'
import type { Span } from '../text/source.ts'
import { fieldValue, nameSpan, type Tree, valueSpan } from '../text/tree.ts'

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/
const SET = /^the-acap:resource-set:/i

/** The lower-case name of the resource set that a resource references; null for a pattern. */
export function setName(resource: string): string | null {
  return SET.test(resource) ? foldCase(resource.replace(SET, '')) : null
}

export function hasScheme(text: string): boolean {
  return SCHEME.test(text)
}

export function readPattern(written: string, at: Span, report: Report): string | null {
  if (hasScheme(written)) {
    report(at, 'scheme-in-pattern', written)
    return null
  }
  if (written.startsWith('/') || written.startsWith('*')) return patternForm(written)
  report(at, 'no-leading-slash', written)
  return patternForm(`/${written}`)
}

/** A referenced file and its crawlers; null for all. */
export interface Reference {
  readonly path: string
  readonly scope: readonly string[] | null
}

/** The path in the site's folder that a reference names; null if it is on another server. */
export function referencedPath(value: string): string | null {
  if (hasScheme(value) || value.startsWith('//')) return null
  const path = value.replace(/[?#].*$/, '').replace(/^\/+/, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The lines of a tree that reference another file, with their records. */
export function referenceLines(tree: Tree): { readonly line: Line; readonly record: RecordNode }[] {
  return tree.blocks.flatMap((block) =>
    block.kind === 'record'
      ? block.fields
          .filter((line) => line.field?.value === 'reference')
          .map((line) => ({ line, record: block }))
      : [],
  )
}

/**
 * The referenced files that exist. `known` is null for a bare text, whose references are not
 * followed.
 */
export function readReferences(
  tree: Tree,
  known: ReadonlySet<string> | null,
  report: Report,
): Reference[] {
  return referenceLines(tree).flatMap(({ line, record }) => {
    const value = fieldValue(tree, line)
    const path = referencedPath(value)
    const at = valueSpan(tree, line)
    if (value === '') report(nameSpan(tree, line), 'empty-reference')
    else if (path === null) report(at, 'reference-elsewhere', value)
    else if (path === tree.source.file) report(at, 'reference-to-itself')
    else if (known !== null && !known.has(path)) report(at, 'missing-file', path, known)
    else if (known !== null) {
      // The crawlers of the referencing record (R11).
      const names = record.names
        .map((each) => foldCase(fieldValue(tree, each)))
        .filter((name) => name !== '')
      return [{ path, scope: names.includes('*') ? null : [...new Set(names)] }]
    }
    return []
  })
}

/** Reports references and policy-wide fields in a referenced file, which must not have them. */
export function reportInReferenced(tree: Tree, report: Report): void {
  for (const { line } of referenceLines(tree)) report(valueSpan(tree, line), 'nested-reference')
  for (const line of tree.lines) {
    const value = line.field?.value
    if (value === 'version' || value === 'nothing')
      report(nameSpan(tree, line), 'file-level-in-reference', line.field!.name)
  }
}

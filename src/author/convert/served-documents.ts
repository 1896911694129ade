/**
 * Writes the documents in other vocabularies that a site serves, if `[signals]` configures them.
 */
import { cached } from '../../base/cached.ts'
import type { Finding } from '../../language/findings/diagnostic.ts'
import type { SiteReading } from '../../language/site/read-site.ts'
import type { ServedText } from '../../program/compile/rule-table.ts'
import { documentPaths } from '../../words/document-paths.ts'
import type { ConversionOptions } from './conversion.ts'
import { reservations } from './reservations.ts'
import { RSL } from './vocabularies/rsl.ts'
import { TDMREP } from './vocabularies/tdmrep.ts'

/** The vocabulary of each document. The desk loads these two alone. */
const VOCABULARIES = { license: RSL, tdmrep: TDMREP } as const

interface ServedDocuments {
  readonly files: ServedText['files']
  readonly findings: readonly Finding[]
}

/** Where a conversion has nothing to say, nothing is served. */
export function servedDocuments(
  reading: SiteReading,
  { now }: Pick<ConversionOptions, 'now'>,
): ServedDocuments {
  const paths = documentPaths(reading.policy.config)
  const documents = (['license', 'tdmrep'] as const).flatMap((name) => {
    const path = paths[name]
    if (path === null) return []
    const vocabulary = VOCABULARIES[name]
    const { text, findings } = reservations(vocabulary)(reading, { originals: false, now })
    return [{ path, vocabulary: vocabulary.name, text, findings }]
  })
  const { telemetry } = paths
  const manifest =
    telemetry === null ? [] : [{ path: telemetry, text: manifestText(reading, telemetry) }]
  return {
    files: [...documents, ...manifest]
      .filter(({ text }) => text !== '')
      .map(({ path, text }) => ({ path, text })),
    findings: jointFindings(documents),
  }
}

/** What is said of one field for each of several vocabularies is said once, for all of them. */
function jointFindings(
  documents: readonly { readonly vocabulary: string; readonly findings: readonly Finding[] }[],
): readonly Finding[] {
  const all = documents.map(({ vocabulary }) => vocabulary).join(' and ')
  const said = new Map<string, Finding[]>()
  for (const { vocabulary, findings } of documents) {
    for (const each of findings) {
      const { code, source, line, column } = each
      const message = renamed(each.message, vocabulary, all)
      cached(said, [code, source, line, column, message].join(' '), () => []).push(each)
    }
  }
  return [...said.values()].map(([first, second]) =>
    second === undefined
      ? first!
      : { ...first!, message: renamed(first!.message, documents[0]!.vocabulary, all) },
  )
}

/** With another name of a vocabulary, outside what the author wrote. */
function renamed(message: string, vocabulary: string, name: string): string {
  return message
    .split('`')
    .map((part, i) => (i % 2 === 0 ? part.replaceAll(vocabulary, name) : part))
    .join('`')
}

/**
 * The manifest of SPUR Content Telemetry 0.1, section 8: who the site is; empty where it has no
 * address.
 */
function manifestText({ policy }: SiteReading, path: string): string {
  const { canonical } = policy.config
  if (canonical === null) return ''
  const { hostname } = new URL(canonical)
  const operator = { name: hostname, domain: hostname }
  const manifest = {
    schema_version: '0.1',
    id: `${canonical}/${path}`,
    roles: ['content_owner'],
    operator,
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

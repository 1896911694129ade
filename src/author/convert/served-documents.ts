/** A site → the documents in other vocabularies that it serves at paths of their own, where `[signals]` asks for them. */
import type { Finding } from '../../language/findings/diagnostic.ts'
import type { SiteReading } from '../../language/site/read-site.ts'
import type { ServedText } from '../../program/compile/rule-table.ts'
import { documentPaths } from '../../words/document-paths.ts'
import type { ConversionOptions } from './conversion.ts'
import { convert } from './convert.ts'

/** Which vocabulary a document is written in. */
const VOCABULARY_OF = { license: 'rsl', tdmrep: 'tdmrep' } as const

interface ServedDocuments {
  readonly files: ServedText['files']
  readonly findings: readonly Finding[]
}

/** Where a conversion has nothing to say, nothing is served. */
export function servedDocuments(
  reading: SiteReading,
  options: Partial<ConversionOptions>,
): ServedDocuments {
  const paths = documentPaths(reading.policy.config)
  const documents = (['license', 'tdmrep'] as const).flatMap((name) => {
    const path = paths[name]
    return path === null ? [] : [{ path, ...convert(reading, VOCABULARY_OF[name], options) }]
  })
  const { telemetry } = paths
  const manifest =
    telemetry === null ? [] : [{ path: telemetry, text: manifestText(reading, telemetry) }]
  return {
    files: [...documents, ...manifest]
      .filter(({ text }) => text !== '')
      .map(({ path, text }) => ({ path, text })),
    findings: documents.flatMap(({ findings }) => findings),
  }
}

/** The manifest of SPUR Content Telemetry 0.1, section 8: who the site is; empty where it has no address. */
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

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
  return {
    files: documents.filter(({ text }) => text !== '').map(({ path, text }) => ({ path, text })),
    findings: documents.flatMap(({ findings }) => findings),
  }
}

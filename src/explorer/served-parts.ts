/** What crawlers read of a site: its generated files, a page's tags, and the edge's headers. */
import type { Registry } from '../program/program.ts'
import type { Meaning } from './draft.ts'
import { pageNotice } from './page-notice.ts'
import type { CellQuestion } from './what-if.ts'

export async function servedParts(meaning: Meaning, registry: Registry, question: CellQuestion) {
  const { target } = question
  const { tags } = pageNotice(meaning, target)
  const { edgeHeaders } = await import('./edge-headers.ts')
  const reader = { standing: 'reader', crawler: { userAgent: '' } } as const
  const [, ...headers] = await edgeHeaders(meaning, registry, reader, question)
  return [
    ...meaning.generated.files.map(({ path, text }) => ({ title: `/${path}`, text })),
    { title: `META tags of ${target}`, text: tags.join('\n') },
    { title: `Headers of ${target}`, text: headers.join('\n') },
  ].filter(({ text }) => text !== '')
}

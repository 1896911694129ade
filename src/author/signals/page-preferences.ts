/**
 * Collects what a robots.txt, headers and META say about each use of a page to one crawler. It only
 * repeats them: `decide` applies ACAP's rules.
 */

import { policyTokenIn } from '../../crawlers/policy-tokens.ts'
import type { DecidingField } from '../../decide/decision.ts'
import { restrictionsBy } from '../../decide/decision-of.ts'
import { metaFields } from '../../words/meta.ts'
import type { Usage } from '../../words/usages.ts'
import { fileStatements, type SignalFile } from './file-statements.ts'
import { pageStatements } from './page-statements.ts'
import type { PageTexts } from './page-texts.ts'
import {
  PAGE_USES,
  type PagePreferences,
  type PageUse,
  preferencesFrom,
  type SignalQuestion,
  type SignalSource,
  type Statement,
} from './statements.ts'

/** ACAP names neither training nor answers: they are other usages (L4). */
const USAGES: Readonly<Record<PageUse, Usage>> = {
  search: 'index',
  train: 'other',
  answer: 'other',
  copy: 'preserve',
  extract: 'present-snippet',
}

/** What everything says; `file` null where robots.txt could not be read, which closes all. */
export function preferencesOf(
  file: SignalFile | null,
  question: SignalQuestion & PageTexts,
): PagePreferences {
  const page = pageStatements(question, question)
  const own =
    file === null
      ? PAGE_USES.map((use): Statement => ({ use, says: 'no', by: UNREADABLE }))
      : [...ruleStatements(file, question), ...fileStatements(file, question)]
  return preferencesFrom([...page, ...own])
}

const UNREADABLE: SignalSource = {
  vocabulary: 'robots-exclusion',
  text: 'robots.txt could not be read',
}

/** ACAP's fields for each use; and what may not be fetched may not be used (L6). */
function ruleStatements({ engine }: SignalFile, question: SignalQuestion & PageTexts) {
  const { userAgent, target, now, meta = [] } = question
  // What closes such a name closes its one use.
  const token = policyTokenIn(userAgent)
  const uses = PAGE_USES.filter((use) => token?.category !== 'training' || use === 'train')
  return uses.flatMap((use): readonly Statement[] => {
    const usage = USAGES[use]
    const ruling = engine.decide({ userAgent, target, now, usage, meta: metaFields(meta) })
    const { outcome, basis, fields } = ruling
    if (basis === 'unspecified' || fields.length === 0) return []
    const says =
      outcome === 'prohibited' ? 'no' : restrictionsBy(ruling).length > 0 ? 'limited' : 'yes'
    return fields.map((field) => ({ use, says, by: sourceOf(field) }))
  })
}

function sourceOf({ source, line, text }: DecidingField): SignalSource {
  const isAcap = source === 'meta' || /^\s*acap/i.test(text)
  const vocabulary = isAcap ? 'acap' : 'robots-exclusion'
  return line === undefined ? { vocabulary, text } : { vocabulary, line, text }
}

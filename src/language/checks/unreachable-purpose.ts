/** A usage purpose that none of its crawlers is known to have, so that it never applies (L8). */
import { foldCase, purposeForm, purposePatternForm } from '../../words/path-form.ts'
import { covers } from '../../words/pattern-relations.ts'
import { fieldValue, valueSpan } from '../text/tree.ts'
import type { Check, Context } from './context.ts'

const NAME = /^([\w.-]+)[,;=]?$/

/** A known purpose of crawlers: as written, and as a pattern that matches it alone. */
interface Known {
  readonly purposes: readonly string[]
  readonly forms: readonly string[]
}

export const unreachablePurpose: Check = (context, report) => {
  if (!context.hasSite) return
  const anybody = knownOf(context, ['*'])
  for (const tree of context.trees) {
    for (const block of tree.blocks) {
      if (block.kind !== 'record' || block.subRecords.length === 0) continue
      const names = block.names.map((line) => foldCase(fieldValue(tree, line)))
      const known = names.includes('*') ? anybody : knownOf(context, names)
      for (const line of block.subRecords.flatMap(({ purposes }) => purposes)) {
        const purpose = fieldValue(tree, line)
        if (isReachable(purpose, known)) continue
        report(valueSpan(tree, line), 'unreachable-purpose', [purpose, known.purposes])
      }
    }
  }
  for (const each of context.routes.flatMap(({ purposes }) => purposes)) {
    const { field, purpose, rest, at } = each
    const isForAll = field.name === 'robots'
    const known = isForAll ? anybody : knownOf(context, [field.name])
    if (isReachable(purpose, known)) continue
    const name = isForAll ? NAME.exec(purpose)?.[1] : undefined
    const named = name === undefined ? null : `${name}: ${rest}`
    report(at, 'unreachable-purpose', [purpose, known.purposes, { named }])
  }
}

/** Whether a purpose pattern matches a known purpose. Empty ones have another finding. */
function isReachable(purpose: string, { forms }: Known): boolean {
  const pattern = purposePatternForm(purpose)
  const [start = ''] = pattern.split(/[*$]/, 1)
  // Compares prefixes first, because there may be thousands of routes and crawlers.
  return pattern === '' || forms.some((form) => form.startsWith(start) && covers(pattern, form))
}

/** The purposes of these crawlers in site.toml; for `*`, of all. */
function knownOf({ policy }: Context, names: readonly string[]): Known {
  const isMeant = (crawler: string) =>
    names.includes('*') || names.some((name) => crawler.includes(name) || name.includes(crawler))
  const crawlers = Object.entries(policy.config.crawlers).filter(
    ([crawler, { purposes }]) => purposes.length > 0 && isMeant(crawler),
  )
  const purposes = crawlers.flatMap(([, profile]) => profile.purposes)
  return { purposes, forms: purposes.map((each) => `${purposeForm(each)}$`) }
}

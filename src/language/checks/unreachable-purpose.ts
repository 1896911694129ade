/**
 * L8: a usage purpose that no crawler of its record is known to have, so that the fields below it never apply.
 */
import { foldCase, purposeForm, purposePatternForm } from '../../grammar/path-form.ts'
import { finding } from '../diagnostic.ts'
import { covers } from '../pattern-relations.ts'
import { fieldValue, valueSpan } from '../tree.ts'
import type { Check, Context } from './check.ts'

export const unreachablePurpose: Check = function* (context) {
  if (!context.hasSite) return
  for (const tree of context.trees) {
    for (const block of tree.blocks) {
      if (block.kind !== 'record') continue
      const names = block.names.map((line) => foldCase(fieldValue(tree, line)))
      const known = purposesOf(context, names)
      for (const line of block.subRecords.flatMap(({ purposes }) => purposes)) {
        const purpose = fieldValue(tree, line)
        const pattern = purposePatternForm(purpose)
        if (pattern === '' || known.some((each) => covers(pattern, `${purposeForm(each)}$`))) continue
        yield finding(valueSpan(tree, line), 'unreachable-purpose', [purpose, known])
      }
    }
  }
}

/** The purposes that site.toml gives to the crawlers of these names; `*` is all of them. */
function purposesOf({ policy }: Context, names: readonly string[]): string[] {
  const isMeant = (crawler: string) =>
    names.includes('*') || names.some((name) => crawler.includes(name) || name.includes(crawler))
  return Object.entries(policy.config.crawlers).flatMap(([crawler, { purposes }]) => (isMeant(crawler) ? purposes : []))
}

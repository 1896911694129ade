/** Writes prohibitions into the groups and records of a robots.txt. */
import type { Block } from '../language/text/owners.ts'
import { fieldName, fieldValue, type Tree } from '../language/text/tree.ts'
import { patternForm } from '../words/path-form.ts'
import type { Draft } from './draft.ts'
import { blocksFor, insertLines, lastRule } from './edit-lines.ts'
import { withFile, withLine } from './site-files.ts'
import type { Meant } from './switch-proof.ts'

/**
 * A prohibition in each group that is for these crawlers alone, and in each record. In a group it
 * takes the place of the permissions that would win over it, where these are to go.
 */
export function withRules(
  draft: Draft,
  tree: Tree,
  { usage, path }: Meant,
  isFor: (name: string) => boolean,
  permissionsIn: (block: Block) => readonly number[] = () => [],
): Draft {
  const groups = usage === 'crawl' ? blocksFor(tree, 'group', isFor) : []
  // Groups say it to crawlers that no record tells about the crawl.
  const isAboutUsage = (block: Block) =>
    usage !== 'crawl' ||
    (block.kind === 'record' &&
      block.fields.some((line) => fieldName(tree, line).endsWith('-crawl')))
  const records = blocksFor(tree, 'record', isFor).filter(isAboutUsage)
  const rule = (block: Block) =>
    block.kind === 'group' ? `Disallow: ${path}` : `ACAP-disallow-${usage}: ${path}`
  // From the last block to the first, so that the numbers of the lines before stay as they are.
  const inOrder = tree.blocks.filter((block) => groups.includes(block) || records.includes(block))
  return inOrder.reduceRight((is, block) => {
    const [first, ...others] = permissionsIn(block)
    const place = first ?? lastRule(block)
    const less = others.reduceRight((at, line) => withLine(at, 'robots.txt', line, null), is)
    if (first !== undefined) return withLine(less, 'robots.txt', place, rule(block))
    return withFile(less, 'robots.txt', (text) => insertLines(text, [[place, rule(block)]]))
  }, draft)
}

/**
 * The lines of a group that allow the path or something inside: an Allow wins where a Disallow is
 * no longer than it (RFC 9309, section 2.2.2).
 */
export function permitted(tree: Tree, path: string): (block: Block) => readonly number[] {
  const isInside = (line: Tree['lines'][number]) =>
    fieldName(tree, line) === 'allow' && patternForm(fieldValue(tree, line)).startsWith(path)
  return (block) =>
    block.kind === 'group'
      ? block.fields.filter(({ line }) => isInside(line)).map(({ line }) => line.number)
      : []
}

/**
 * Parses META tags and routes' `fields` lines, and reports what is wrong with them. A `fields` line
 * is META content without the word ACAP (E4). Never throws. Kept out of the edge, which reports
 * nothing.
 */
import { checkArgument, isRecord } from '../base/check-argument.ts'
import type { EmbeddedField } from './embedded.ts'
import {
  type Content,
  contentsOf,
  isNameless,
  type MetaTag,
  metaName,
  readContent,
  readHead,
  skipToken,
} from './meta.ts'
import {
  judgeQualifiers,
  type QualifierIssue,
  type QualifierIssueKind,
} from './qualifier-issues.ts'
import { skipSpace, splitQualifiers, wordEnd } from './qualifier-words.ts'
import { readUsageName } from './usage-name.ts'
import type { Version, VersionReading } from './version.ts'

/** What is wrong with a META tag. */
export type MetaIssueKind =
  | QualifierIssueKind
  | 'no-usage' // no allow-… or disallow-… where it must be
  | 'usage' // no standard usage
  | 'after-prohibition' // words that a prohibition cannot have (L7)
  | 'no-name' // the tag or route field names nobody
  | 'acap-word' // the word ACAP, which a route field does not have
  | 'version' // malformed (V3)
  | 'other-version' // no field of the page is read (V3)
  | 'second-version' // only the first counts (V1)

/** Its place counts from the start of the tag's content. */
export type MetaIssue = Omit<QualifierIssue, 'kind'> & {
  readonly kind: MetaIssueKind
  readonly tag: number
}

/** What `readMeta` gives. */
export interface MetaReading {
  readonly fields: readonly EmbeddedField[]
  readonly version: Version
  readonly issues: readonly MetaIssue[]
}

/** A purpose may be a URI, so a colon ends a name only before white space or a usage. */
const NAMED = /^([^:]*):(?=[ \t]|(?:dis)?allow-)/i
const HAS_EFFECT = /(?:^|[ \t])(?:dis)?allow-/i

/**
 * Reads all META tags of a page, in their order.
 *
 * @param tags The tags.
 * @throws TypeError for what is no list of `{ name, content }`.
 * @example
 * readMeta([{ name: 'robots', content: 'ACAP disallow-index' }]).fields
 */
export function readMeta(tags: readonly MetaTag[]): MetaReading {
  const areTags =
    Array.isArray(tags) &&
    tags.every((tag: unknown) => isRecord(tag) && isText(tag.name) && isText(tag.content))
  checkArgument(areTags, 'readMeta', 'tags', 'a list of `{ name, content }`')
  const { contents, versions, version } = contentsOf(tags)
  const [first, ...others] = versions
  const issues: MetaIssue[] = []
  if (version.malformed) issues.push(issueAt('version', first!, first!.at))
  if (version.reading === 'none') issues.push(issueAt('other-version', first!, first!.at))
  for (const other of others) issues.push(issueAt('second-version', other, other.at))
  if (version.reading === 'none') return { fields: [], version, issues }
  const fields = contents.flatMap((content) => readContent(content, version.reading) ?? [])
  return {
    fields,
    version,
    issues: issues.concat(contents.flatMap((each) => issuesIn(each, version.reading))),
  }
}

/**
 * Parses a line of a route's `fields`, `[NAME:] [PURPOSE] allow-USAGE [qualifiers]`, with the place
 * of its purpose. The edge declares the version for injected tags (V4).
 */
export function readRouteField(text: string) {
  const named = NAMED.exec(text)
  const isNamed = named !== null && !HAS_EFFECT.test(named[1] ?? '')
  const name = isNamed ? metaName(named[1] ?? '') : 'robots'
  const at = skipSpace(text, isNamed ? named[0].length : 0, 'embedded')
  const written: Content = { source: 'route', name, text, at, tag: 0 }
  const afterAcap = skipToken(text, at)
  const content = { ...written, at: Math.max(at, afterAcap) }
  const acap =
    afterAcap < 0 ? [] : [issueAt('acap-word', written, at, wordEnd(text, at, 'embedded'))]
  const field = readContent(content, '1.1')
  const hasPurpose = field !== null && field.purposes.length > 0
  const purpose = hasPurpose ? { at: content.at, end: wordEnd(text, content.at, 'embedded') } : null
  return { field, purpose, issues: [...acap, ...issuesIn(content, '1.1')] }
}

function issuesIn(content: Content, version: VersionReading): readonly MetaIssue[] {
  const { text } = content
  const head = readHead(content)
  if (isNameless(content)) return [issueAt('no-name', content, content.at)]
  if (!head) return [issueAt('no-usage', content, content.at)]
  const { effect, usageAt, end } = head
  const named = readUsageName(text.slice(usageAt, end))
  if (!named) return [issueAt('usage', content, usageAt, end)]
  const { usage, misspelt } = named
  const spelling = misspelt ? [{ ...issueAt('misspelt', content, usageAt, end), meant: usage }] : []
  const restAt = skipSpace(text, end, 'embedded')
  if (effect === 'disallow')
    return restAt < text.length
      ? [...spelling, issueAt('after-prohibition', content, restAt)]
      : spelling
  const { issues } = judgeQualifiers(
    splitQualifiers(text.slice(restAt), 'embedded'),
    usage,
    version,
    'embedded',
  )
  return [...spelling, ...issues.map((one) => ({ ...one, tag: content.tag, at: one.at + restAt }))]
}

function issueAt(
  kind: MetaIssueKind,
  content: Content,
  at: number,
  end = content.text.trimEnd().length,
): MetaIssue {
  return { kind, tag: content.tag, at, length: Math.max(0, end - at), qualifier: null }
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

/**
 * The META tags of a page → embedded fields (E1), under the page's own version (V1-V3); and a route's `fields` line, which is
 * META content without the word ACAP (E4). Never throws. A tag that is not ACAP's is passed over in silence.
 */
import type { Effect } from '../vocabulary/decision-words.ts'
import type { EmbeddedField } from '../vocabulary/embedded.ts'
import { foldCase, purposePatternForm } from './path-form.ts'
import { skipSpace, splitQualifiers, wordEnd } from './qualifier-words.ts'
import { judgeQualifiers, type QualifierIssue, type QualifierIssueKind } from './qualifiers.ts'
import { readUsageName } from './usage-name.ts'
import { readVersion, UNDECLARED, type Version, type VersionReading } from './version.ts'

export interface MetaTag {
  readonly name: string
  readonly content: string
}

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

/** With its place in the content of the tag, which is numbered from 0. */
export type MetaIssue = Omit<QualifierIssue, 'kind'> & { readonly kind: MetaIssueKind; readonly tag: number }

export interface MetaReading {
  readonly fields: readonly EmbeddedField[]
  readonly version: Version
  readonly issues: readonly MetaIssue[]
}

/** Where the words of a tag are: after `ACAP`, or after a route field's name. */
interface Content {
  readonly source: 'meta' | 'route'
  readonly name: string
  readonly text: string
  readonly at: number
  readonly tag: number
}

const EFFECT = /^(dis)?allow-/i
/** With a lookbehind, because a search that began at each blank of a run would take the square of its length. */
const OUTER_SPACE = /^[ \t\n\f\r]+|(?<![ \t\n\f\r])[ \t\n\f\r]+$/g
/** A purpose may be a URI: only a colon before white space or a usage ends a name. */
const NAMED = /^([^:]*):(?=[ \t]|(?:dis)?allow-)/i
const HAS_EFFECT = /(?:^|[ \t])(?:dis)?allow-/i

/** Reads all META tags of a page, in their order. */
export function readMeta(tags: readonly MetaTag[]): MetaReading {
  const issues: MetaIssue[] = []
  const contents: Content[] = []
  let version: Version | null = null
  tags.forEach((tag, number) => {
    const at = skipToken(tag.content)
    if (at < 0) return
    const content: Content = { source: 'meta', name: nameOf(tag.name), text: tag.content, at, tag: number }
    const declared = versionIn(content)
    if (declared === null) contents.push(content)
    else if (version === null) {
      version = readVersion(declared)
      if (version.malformed) issues.push(issueAt('version', content, at))
      if (version.reading === 'none') issues.push(issueAt('other-version', content, at))
    } else issues.push(issueAt('second-version', content, at))
  })
  const inForce: Version = version ?? UNDECLARED
  if (inForce.reading === 'none') return { fields: [], version: inForce, issues }
  const fields = contents.flatMap((content) => readContent(content, inForce.reading, issues) ?? [])
  return { fields, version: inForce, issues }
}

/**
 * Reads one of a route's `fields`, `[NAME:] [PURPOSE] allow-USAGE [qualifiers]`, and where its purpose is. What is injected
 * declares its own version (V4).
 */
export function readRouteField(text: string) {
  const issues: MetaIssue[] = []
  const named = NAMED.exec(text)
  const isNamed = named !== null && !HAS_EFFECT.test(named[1] ?? '')
  const name = isNamed ? nameOf(named[1] ?? '') : 'robots'
  const at = skipSpace(text, isNamed ? named[0].length : 0, 'embedded')
  const content: Content = { source: 'route', name, text, at, tag: 0 }
  const afterAcap = skipToken(text, at)
  if (afterAcap >= 0) issues.push(issueAt('acap-word', content, at, wordEnd(text, at, 'embedded')))
  const start = Math.max(at, afterAcap)
  const field = readContent({ ...content, at: start }, '1.1', issues)
  const hasPurpose = field !== null && field.purposes.length > 0
  return { field, purpose: hasPurpose ? { at: start, end: wordEnd(text, start, 'embedded') } : null, issues }
}

/** The offset after the token `ACAP` and its white space; -1 where the content does not begin with it. */
function skipToken(content: string, from = 0): number {
  const start = skipSpace(content, from, 'embedded')
  const end = wordEnd(content, start, 'embedded')
  return foldCase(content.slice(start, end)) === 'acap' ? skipSpace(content, end, 'embedded') : -1
}

function nameOf(name: string): string {
  return foldCase(name).replace(OUTER_SPACE, '')
}

/** What follows `version`; null where the tag is a permission, even one for a purpose that is called `version`. */
function versionIn(content: Content): string | null {
  const end = wordEnd(content.text, content.at, 'embedded')
  if (foldCase(content.text.slice(content.at, end)) !== 'version') return null
  const rest = content.text.slice(end).replace(OUTER_SPACE, '')
  return EFFECT.test(rest) ? null : rest
}

function readHead({ text, at }: Content) {
  let start = at
  let end = wordEnd(text, start, 'embedded')
  let purpose: string | null = null
  if (!EFFECT.test(text.slice(start, end))) {
    purpose = text.slice(start, end)
    start = skipSpace(text, end, 'embedded')
    end = wordEnd(text, start, 'embedded')
  }
  const found = EFFECT.exec(text.slice(start, end))
  const effect: Effect = found?.[1] ? 'disallow' : 'allow'
  return found && { purpose, effect, usageAt: start + found[0].length, end }
}

function readContent(content: Content, version: VersionReading, issues: MetaIssue[]): EmbeddedField | null {
  const { source, name, text } = content
  const head = readHead(content)
  // A tag for all crawlers is named `robots`; `*` is a name in robots.txt only (E1).
  const isNameless = name === '' || name === '*'
  if (isNameless || !head) {
    issues.push(issueAt(isNameless ? 'no-name' : 'no-usage', content, content.at))
    return null
  }
  const { purpose, effect, usageAt, end } = head
  const named = readUsageName(text.slice(usageAt, end))
  if (!named) {
    issues.push(issueAt('usage', content, usageAt, end))
    return null
  }
  const { usage, misspelt } = named
  if (misspelt) issues.push({ ...issueAt('misspelt', content, usageAt, end), meant: usage })
  const purposes = purpose === null ? [] : [purposePatternForm(purpose)]
  const field = { source, name, effect, usage, purposes, text: text.slice(skipSpace(text, 0, 'embedded')).trimEnd() }
  const restAt = skipSpace(text, end, 'embedded')
  if (effect === 'disallow') {
    if (restAt < text.length) issues.push(issueAt('after-prohibition', content, restAt))
    return { ...field, qualifiers: [], uninterpretable: false }
  }
  const reading = judgeQualifiers(splitQualifiers(text.slice(restAt), 'embedded'), usage, version, 'embedded')
  for (const one of reading.issues) issues.push({ ...one, tag: content.tag, at: one.at + restAt })
  if (reading.ignored) return null
  return { ...field, qualifiers: reading.qualifiers, uninterpretable: reading.uninterpretable }
}

function issueAt(kind: MetaIssueKind, content: Content, at: number, end = content.text.trimEnd().length): MetaIssue {
  return { kind, tag: content.tag, at, length: Math.max(0, end - at), qualifier: null }
}

/**
 * Reads embedded fields from a page's META tags (E1), under the version that the page declares
 * (V1-V3). Never throws. Tags that are not ACAP's are ignored. meta-issues.ts reports errors.
 */
import type { Effect } from './decision-words.ts'
import type { EmbeddedField } from './embedded.ts'
import { foldCase, purposePatternForm } from './path-form.ts'
import { skipSpace, splitQualifiers, wordEnd } from './qualifier-words.ts'
import { interpretQualifiers } from './qualifiers.ts'
import { readUsageName } from './usage-name.ts'
import { readVersion, UNDECLARED, type Version, type VersionReading } from './version.ts'

/** A META tag of a page. */
export interface MetaTag {
  readonly name: string
  readonly content: string
}

/** The content of a tag from the words after `ACAP`, or after a route field's name. */
export interface Content {
  readonly source: 'meta' | 'route'
  readonly name: string
  readonly text: string
  readonly at: number
  readonly tag: number
}

const EFFECT = /^(dis)?allow-/i
/** With a lookbehind, because trying every blank of a long run would take quadratic time. */
const OUTER_SPACE = /^[ \t\n\f\r]+|(?<![ \t\n\f\r])[ \t\n\f\r]+$/g

/** The fields of a page's META tags, in their order. */
export function metaFields(tags: readonly MetaTag[]): readonly EmbeddedField[] {
  const { contents, version } = contentsOf(tags)
  if (version.reading === 'none') return []
  return contents.flatMap((content) => readContent(content, version.reading) ?? [])
}

/** The ACAP tags of a page: permissions, version declarations, and the version that counts (V1). */
export function contentsOf(tags: readonly MetaTag[]) {
  const contents: Content[] = []
  const versions: Content[] = []
  let version: Version | null = null
  for (const [number, { name, content: text }] of tags.entries()) {
    const at = skipToken(text)
    if (at < 0) continue
    const content: Content = { source: 'meta', name: metaName(name), text, at, tag: number }
    const declared = versionIn(content)
    if (declared !== null) version ??= readVersion(declared)
    ;(declared === null ? contents : versions).push(content)
  }
  return { contents, versions, version: version ?? UNDECLARED }
}

/**
 * The offset after the token `ACAP` and its white space; -1 if the content does not begin with it.
 */
export function skipToken(content: string, from = 0): number {
  const start = skipSpace(content, from, 'embedded')
  const end = wordEnd(content, start, 'embedded')
  return foldCase(content.slice(start, end)) === 'acap' ? skipSpace(content, end, 'embedded') : -1
}

export function metaName(name: string): string {
  return foldCase(name).replace(OUTER_SPACE, '')
}

/** The declared version; null if the tag is a permission, even for a purpose called `version`. */
function versionIn(content: Content): string | null {
  const end = wordEnd(content.text, content.at, 'embedded')
  if (foldCase(content.text.slice(content.at, end)) !== 'version') return null
  const rest = content.text.slice(end).replace(OUTER_SPACE, '')
  return EFFECT.test(rest) ? null : rest
}

export function readHead({ text, at }: Content) {
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

/** Whether the tag is for all crawlers, so named `robots`. `*` works in robots.txt only (E1). */
export function isNameless({ name }: Content): boolean {
  return name === '' || name === '*'
}

export function readContent(content: Content, version: VersionReading): EmbeddedField | null {
  const { source, name, text } = content
  const head = readHead(content)
  if (isNameless(content) || !head) return null
  const { purpose, effect, usageAt, end } = head
  const named = readUsageName(text.slice(usageAt, end))
  if (!named) return null
  const { usage } = named
  const purposes = purpose === null ? [] : [purposePatternForm(purpose)]
  const field = {
    source,
    name,
    effect,
    usage,
    purposes,
    text: text.slice(skipSpace(text, 0, 'embedded')).trimEnd(),
  }
  if (effect === 'disallow') return { ...field, qualifiers: [], uninterpretable: false }
  const written = splitQualifiers(text.slice(end), 'embedded')
  const { qualifiers, uninterpretable, ignored } = interpretQualifiers(
    written,
    usage,
    version,
    'embedded',
  )
  return ignored ? null : { ...field, qualifiers, uninterpretable }
}

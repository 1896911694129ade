/** Checks the headers and META tags that callers pass, and reads their robots terms. */
import { checkArgument, checkMembers, isRecord } from '../../base/check-argument.ts'
import type { Facts } from '../../decide/decision.ts'
import type { EmbeddedField } from '../../words/embedded.ts'
import { type MetaTag, metaFields } from '../../words/meta.ts'
import { headerTerms, metaTerms, type RobotsTerm } from '../../words/robots-meta.ts'

/** A page's headers: a `Headers`, or an object of texts. */
export type PageHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** What the origin sends with a page. */
export interface PageTexts {
  /** Its headers. @default none */
  readonly headers?: PageHeaders
  /** Its META tags, in their order. @default none */
  readonly meta?: readonly MetaTag[]
}

/**
 * @throws TypeError for headers that are none, such as a Map or a list, and for what is no list of
 * `{ name, content }`.
 */
export function checkPageTexts({ headers, meta }: PageTexts): void {
  if (headers !== undefined && !areHeaders(headers))
    throw new TypeError('`headers` must be a `Headers`, or an object of names and values')
  if (meta !== undefined && !(Array.isArray(meta) && meta.every(isTag)))
    throw new TypeError(NO_TAGS)
}

/** A Map has a `get`, too, which finds no name in other letters. */
function areHeaders(headers: unknown): boolean {
  if (!isRecord(headers) || headers instanceof Map || Array.isArray(headers)) return false
  if (typeof headers.get === 'function') return true
  return Object.values(headers).every(
    (value) => value === undefined || [value].flat().every(isText),
  )
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

/** The lines of one header, by its name in lower case. */
export function headerLines(headers: PageHeaders | undefined, name: string): readonly string[] {
  if (headers === undefined) return []
  if (typeof headers.get === 'function') {
    const value: unknown = headers.get(name)
    return typeof value === 'string' ? [value] : []
  }
  return Object.entries(headers).flatMap(([key, value]) =>
    key.toLowerCase() === name && value !== undefined ? value : [],
  )
}

/** The contents of one META tag, by its name in lower case. */
export function metaContents(meta: PageTexts['meta'], name: string): readonly string[] {
  const own = (meta ?? []).filter((tag) => tag.name.trim().toLowerCase() === name)
  return own.map(({ content }) => content)
}

/**
 * The terms of a page's robots META and `X-Robots-Tag`, which `decide` takes as `robotsTerms`.
 *
 * @param page The page's headers and META tags.
 * @throws TypeError for headers that are no object, and for what is no list of `{ name, content }`.
 * @example readRobotsTerms({ headers: response.headers, meta: [{ name: 'robots', content: 'noindex' }] })
 */
export function readRobotsTerms(page: PageTexts): readonly RobotsTerm[] {
  checkArgument(isRecord(page), 'readRobotsTerms', 'page', '`{ headers, meta }`')
  checkMembers('readRobotsTerms', page, ['headers', 'meta'])
  return robotsTermsOf(page)
}

/** The same of what may have more members. @throws TypeError as the above. */
export function robotsTermsOf(page: PageTexts): readonly RobotsTerm[] {
  checkPageTexts(page)
  const { headers, meta = [] } = page
  return [
    ...meta.flatMap(({ name, content }) => metaTerms(name, content)),
    ...headerLines(headers, 'x-robots-tag').flatMap(headerTerms),
  ]
}

/** What a page says, for a decision. */
export interface PageFields {
  /** The page's headers: its `X-Robots-Tag` counts. @default none */
  readonly headers?: PageHeaders
  /** The page's META tags, or fields of them, which `readMeta` gives. @default none */
  readonly meta?: readonly (MetaTag | EmbeddedField)[]
}

/**
 * The facts of a decision, with what the page's headers and META say in their place. @throws
 * TypeError as the above.
 */
export function factsWithPage<T extends PageFields>(
  facts: T,
): Omit<T, keyof PageFields> & Pick<Facts, 'meta' | 'robotsTerms'> {
  const { headers, meta, ...asked } = (facts ?? {}) as T
  if (headers === undefined && meta === undefined) return asked
  const given = meta ?? []
  if (!Array.isArray(given)) throw new TypeError(NO_TAGS)
  const tags = tagsIn(given)
  const fields = given.filter((each): each is EmbeddedField => !isTag(each))
  const robotsTerms = readRobotsTerms({ meta: tags, ...(headers !== undefined && { headers }) })
  return { ...asked, meta: [...metaFields(tags), ...fields], robotsTerms }
}

export function tagsIn(meta: NonNullable<PageFields['meta']>): readonly MetaTag[] {
  return meta.filter((each): each is MetaTag => isTag(each))
}

const NO_TAGS = '`meta` must be a list of `{ name, content }`'

function isTag(value: unknown): boolean {
  const { name, content } = (value ?? {}) as Partial<MetaTag>
  return isText(name) && isText(content)
}

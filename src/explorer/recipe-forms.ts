/**
 * The forms for what authors often want, such as a partner that comes at night. Each writes the
 * lines that an author would write by hand. Their titles and fields are in recipes.json, which the
 * page draws (page/writing.ts).
 */
import { crawlersInWords } from '../author/compare/change-words.ts'
import { DAY, MINUTE, timeText } from '../base/calendar.ts'
import { readSiteConfig } from '../language/site/site.ts'
import { fieldName, fieldValue, type Tree } from '../language/text/tree.ts'
import { foldCase } from '../words/path-form.ts'
import type { SiteConfig } from '../words/site-config.ts'
import { compareForPage } from './changes.ts'
import { type Draft, type Meaning, readDraft, registryOf } from './draft.ts'
import { appendLines, blocksFor, insertLines } from './edit-lines.ts'
import {
  addRouteField,
  dropRouteField,
  routeFields,
  withProfileKey,
  withRouteKey,
  withTableKey,
} from './edit-toml.ts'
import { linesForAll } from './own-blocks.ts'
import forms from './recipes.json' with { type: 'json' }
import { withFile } from './site-files.ts'

type Values = Readonly<Record<string, string>>

/** A form of recipes.json. */
export interface RecipeForm {
  readonly title: string
  /** What is so once it is written, with the names of fields in braces. */
  readonly done: string
  readonly fields: readonly Readonly<
    Record<'name' | 'label' | 'type' | 'value', string> & { optional?: boolean }
  >[]
}

/**
 * A form, and what it writes; a text says why it writes nothing. `also` says what the values and
 * the written policy mean, too.
 */
interface Recipe extends RecipeForm {
  readonly write: (meaning: Meaning, values: Values) => Draft | string
  readonly also?: (written: Draft, values: Values) => string
}

export const RECIPES: readonly Recipe[] = [
  {
    ...forms.partner,
    write: (meaning, values) => partner(meaning, { ...values, path: values.path || '/' }),
    also: ({ files }, { name = '' }) => proofInWords(name, files.get('site.toml') ?? ''),
  },
  {
    ...forms.extracts,
    write: inToml(({ path = '/', words = '' }, text) => withExtracts(text, path, words)),
  },
  { ...forms.embargo, write: inToml(closedUntil) },
  { ...forms.contact, write: inToml(withContact) },
]

function inToml(write: (values: Values, text: string) => string): Recipe['write'] {
  return ({ draft }, values) => withFile(draft, 'site.toml', (text) => write(values, text))
}

function closedUntil({ path = '/', until = '' }: Values, text: string): string {
  return withRouteKey(
    text,
    path,
    'closed-until',
    new Date(until).toISOString().replace(/:00\.000Z$/, ':00Z'),
  )
}

function withContact({ contact = '', terms = '', license = '' }: Values, text: string): string {
  const keys = [
    ['refuse', 'contact', contact],
    ['refuse', 'terms', terms],
    ['signals', 'license', license],
  ] as const
  const given = keys.filter(([, , value]) => value !== '')
  return given.reduce(
    (is, [table, key, value]) => withTableKey(is, [table], key, JSON.stringify(value)),
    text,
  )
}

/** What the form for it begins with. */
export function contactIn({ refuse, signals }: SiteConfig) {
  return {
    contact: refuse.contact ?? '',
    terms: refuse.terms ?? '',
    license: signals.license ?? '',
  }
}

/**
 * A group of its own replaces the rules for everybody (C1), so it repeats them, and what they say
 * to applications.
 */
function partner(meaning: Meaning, values: Values): Draft | string {
  const { draft, reading } = meaning
  const { name = '', path = '/', from, to, seconds } = values
  const tree = reading.trees.get('robots.txt')!
  const [own] = blocksFor(tree, 'group', (each) => each === foldCase(name))
  if (own !== undefined)
    return `${name} has lines of its own already: line ${own.names[0]!.number} of robots.txt.`
  const repeated = linesForAll(
    tree,
    (line) =>
      (line.field?.owner === 'rule' || line.field?.value === 'directives') &&
      !['', path].includes(fieldValue(tree, line)),
  )
  const group = [
    `User-agent: ${name}`,
    ...repeated,
    `Allow: ${path}`,
    `Visit-time: ${from?.replace(':', '')}-${to?.replace(':', '')}`,
    `Request-rate: 1/${seconds}s`,
  ]
  const record = [`ACAP-crawler: ${name}`, `ACAP-allow-crawl: ${path}`]
  const behind = lastGroupLine(tree)
  const lines = ['', ...group].toReversed().map((line) => [behind ?? 0, line] as const)
  const withGroup = withFile(draft, 'robots.txt', (text) =>
    behind === null ? appendLines(text, group) : insertLines(text, lines),
  )
  // Where records tell anybody about the crawl, a group alone opens nothing (C2).
  const isAboutCrawl = (line: Tree['lines'][number]) =>
    line.field?.owner === 'record' && fieldName(tree, line).endsWith('-crawl')
  const isEnough = path === '/' || !tree.lines.some(isAboutCrawl)
  const withRecord = isEnough
    ? withGroup
    : withFile(withGroup, 'robots.txt', (text) => appendLines(text, record))
  const written = withProof(withRecord, values)
  return partnerFault(meaning, written, values) ?? written
}

/** What proves the partner's name, into its profile. */
function withProof(draft: Draft, { name = '', networks = '', key = '' }: Values): Draft {
  const given = [
    ['networks', networks],
    ['signature-agents', key],
  ] as const
  return given
    .filter(([, value]) => value !== '')
    .reduce(
      (is, [proof, value]) =>
        withFile(is, 'site.toml', (text) =>
          withProfileKey(text, name, proof, JSON.stringify([value])),
        ),
      draft,
    )
}

/** How far a request under the partner's name is believed (I4). */
function proofInWords(name: string, toml: string): string {
  const { crawlers, identify } = readSiteConfig(toml).config
  const { networks = [], signatureAgents = [] } = crawlers[foldCase(name)] ?? {}
  const lists = networks.map((list) => `policies/.networks/${list}.json`).join(' or ')
  if (networks.length === 0 && signatureAgents.length === 0)
    return `Nothing in site.toml proves the name: unless \`acap networks\` has the addresses of its operator, anybody who writes ${name} into a User-Agent header gets the same. A list of addresses, or a key, proves it.`
  if (identify.failed === 'ignore')
    return `site.toml has \`failed = "ignore"\`: anybody who writes ${name} into a User-Agent header gets the same.`
  if (networks.length === 0)
    return `A wrong signature opens nothing, but a request without one is believed: anybody may write ${name} into a User-Agent header. Addresses keep others out.`
  const signed = signatureAgents.length === 0 ? '' : ', unless it is signed'
  return `From an address that is not in ${lists} the name opens nothing${signed}.`
}

/**
 * What is wrong with a partner's lines at the edges of its hours; null: it comes then, at no other
 * hour, and nobody else differs.
 */
function partnerFault(
  was: Meaning,
  written: Draft,
  { name = '', path = '/', from, to }: Values,
): string | null {
  const now = Date.now()
  const is = readDraft(written, registryOf(was.known), now)
  const midnight = Math.ceil(now / DAY) * DAY
  const [first, last] = [from, to].map((clock = '00:00') => Date.parse(`1970-01-01T${clock}Z`))
  // Around the clock there is no minute outside.
  const isAlways = (last! + MINUTE) % DAY === first
  const outside = isAlways ? [] : [first! - MINUTE, last! + MINUTE]
  for (const time of [...outside, first!, last!]) {
    const expected = outside.includes(time) ? 'deferred' : 'permitted'
    const at = midnight + ((time + DAY) % DAY)
    const { engine, program } = is.at(at)
    const { outcome, fields } = engine.decide({
      userAgent: name,
      target: path,
      usage: 'crawl',
      now: at,
    })
    const because = fields.map(({ text }) => ` \`${text}\``).join('')
    if (outcome !== expected)
      return `Not written: at ${timeText(at)} the answer to ${name} would be “${outcome}”:${because}.`
    const { changes } = compareForPage(was.at(at).program, program, at)
    const other = changes.find(({ crawlers, effect, path: changed }) => {
      const isOwn = crawlers.every((each) => each === foldCase(name))
      const isMeant = effect === 'opens' && foldCase(changed).startsWith(foldCase(path))
      return !isOwn || (expected === 'permitted' && !isMeant)
    })
    if (other === undefined) continue
    return `Not written: it would change more: what ${crawlersInWords(other.crawlers.map(is.shown))} may do with \`${other.path}\`.`
  }
  const error = is.findings.find(({ severity }) => severity === 'error')
  return error === undefined ? null : `Not written: ${error.message}.`
}

/** Where the groups before the first record end; null where there are none. */
function lastGroupLine({ blocks }: Tree): number | null {
  const first = blocks.findIndex(({ kind }) => kind === 'record')
  const last = blocks
    .slice(0, first < 0 ? blocks.length : first)
    .findLast((block) => block.kind === 'group')
  if (last?.kind !== 'group') return null
  return Math.max(
    ...last.names.map(({ number }) => number),
    ...last.fields.map(({ line }) => line.number),
  )
}

/** The field for everybody takes the place of another about extracts. */
function withExtracts(text: string, path: string, words: string): string {
  const field =
    Number(words) === 0
      ? 'disallow-present-snippet'
      : `allow-present-snippet max-length=${words}-words`
  const other = routeFields(text, path).find((each) =>
    /^(?:dis)?allow-present-snippet(?: |$)/.test(each),
  )
  if (other === field) return text
  const added = addRouteField(text, path, field)
  return other === undefined ? added : (dropRouteField(added, path, other) ?? added)
}

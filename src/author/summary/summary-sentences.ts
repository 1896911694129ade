/**
 * Writes the summary as sentences under a heading for each use, with the fields that support them.
 */

import { bestKnownFirst, inRow, namesShown } from '../../crawlers/best-known.ts'
import { groupBy } from '../../language/checks/levels.ts'
import { CATEGORY_WORDS } from '../../words/decision-words.ts'
import { permissionInWords } from '../../words/restriction-words.ts'
import { OTHER_USES, PEOPLES_USES, type PeoplesUse } from '../../words/uses.ts'
import { type AreaAnswer, areaInWords, isNarrowerArea, type UseAnswer } from './areas.ts'
import type { SiteSummary, UseStatement } from './site-summary.ts'

/** One sentence, with code between backticks, and the fields behind it. */
export interface SummarySentence {
  readonly text: string
  readonly fields: UseAnswer['fields']
}

const MOST_NAMES = 6
const MOST_PLACES = 20

/** The sentences about each use. `spell` gives a name as its operator or the author writes it. */
export function summarySections(summary: SiteSummary, spell: (name: string) => string) {
  const subjectOf: SubjectOf = (each) => asSubject(who(each, summary, spell))
  const sections = [...PEOPLES_USES, OTHER_USES].map((use) => {
    const all = summary.statements.filter((each) => each.use === use)
    const statements = all.filter(isWorthSaying)
    const common = all.some(isSilent) ? [] : closedToAll(statements)
    return { title: use.title, sentences: aboutUse(use, statements, common, summary, subjectOf) }
  })
  const paces = summary.paces.map((each) =>
    sentence(`${asSubject(whosePace(each, summary, spell))}: ${each.settings.join(', ')}.`, []),
  )
  return [...sections, { title: 'Hours and pace', sentences: paces }].filter(
    ({ sentences }) => sentences.length > 0,
  )
}

/** The uses of which nothing is said, to any crawler. */
export function silentUses({ statements }: SiteSummary): readonly PeoplesUse[] {
  return PEOPLES_USES.filter((use) => {
    const own = statements.filter((each) => each.use === use)
    return own.some(isSilent) && !own.some(isWorthSaying)
  })
}

/** If nothing may be fetched, the sentence about fetching says enough. */
function isWorthSaying(statement: UseStatement): boolean {
  return statement.areas.length > 0 && !isSilent(statement)
}

function isSilent({ areas, isPartial }: UseStatement): boolean {
  return areas.length > 0 && !isPartial && areas.every(({ value }) => value.isSilent)
}

type SubjectOf = (crawlers: Whom) => string

function aboutUse(
  use: PeoplesUse,
  statements: readonly UseStatement[],
  common: readonly AreaAnswer[],
  summary: SiteSummary,
  subjectOf: SubjectOf,
) {
  const closed = use.phrase.replace('…', places(common))
  const nobody = common.length === 0 ? [] : [sentence(`No crawler may ${closed}.`, common)]
  const isCommon = (each: AreaAnswer) =>
    common.some(({ area }) => areaInWords(area) === areaInWords(each.area))
  const own = statements.flatMap((each) => {
    const subject = subjectOf(each)
    if (each.isPartial)
      return [
        sentence(`${subject}: the rules are too many for a sentence, or overlap too much.`, []),
      ]
    const general = use.category === null ? null : generalRules(each, summary)
    if (general !== null) return [sentence(`${subject} may fetch what ${general} may.`, [])]
    const [site, ...rest] = each.areas
    const exceptions = rest.filter((area) => !isCommon(area))
    return aboutCrawlers(use, subject, site!, exceptions, rest.some(isCommon))
  })
  return [...nobody, ...own]
}

/** Whose rules apply to a category, in words; null where the category has rules of its own. */
function generalRules({ areas, use }: UseStatement, { statements }: SiteSummary): string | null {
  const fetching = statements.filter(
    (each) => each.use.usage === use.usage && each.use.category === null,
  )
  const others = fetching.find(({ crawlers }) => crawlers.includes('*'))
  const keyOf = (all: readonly AreaAnswer[]) =>
    JSON.stringify(all.map(({ area, value }) => [area, value.key]))
  if (others === undefined || keyOf(others.areas) !== keyOf(areas)) return null
  return fetching.length === 1 ? 'every crawler' : 'crawlers not named above'
}

/**
 * The areas that are closed to every crawler, including crawlers to which the whole site is closed.
 */
function closedToAll(statements: readonly UseStatement[]): readonly AreaAnswer[] {
  const [first, ...others] = statements.filter(
    ({ areas: [site], isPartial }) => site?.value.isPermitted && !isPartial,
  )
  if (first === undefined || others.length === 0 || statements.some(({ isPartial }) => isPartial))
    return []
  const closed = ({ areas }: UseStatement) => {
    const opened = areas.filter(({ value }) => value.isPermitted)
    const isWhole = ({ area }: AreaAnswer) =>
      !opened.some((each) => isNarrowerArea(each.area, area))
    return areas.slice(1).filter((each) => !each.value.isPermitted && isWhole(each))
  }
  return closed(first).filter(({ area }) =>
    others.every((each) =>
      closed(each).some((other) => areaInWords(other.area) === areaInWords(area)),
    ),
  )
}

function aboutCrawlers(
  use: PeoplesUse,
  who: string,
  site: AreaAnswer,
  exceptions: readonly AreaAnswer[],
  isRest: boolean,
): readonly SummarySentence[] {
  const say: Say = (areas, object) => {
    const [{ value }] = areas as [AreaAnswer, ...AreaAnswer[]]
    const words = permissionInWords(use.phrase, object, value.restrictions)
    if (!value.isPermitted && who === 'Every crawler')
      return sentence(`No crawler may ${words}.`, areas)
    return sentence(`${who} may ${value.isPermitted ? '' : 'not '}${words}.`, areas)
  }
  const spoken = exceptions.filter(({ value }) => !value.isSilent)
  const groups = groupBy(spoken, ({ value }) => value.key)
  if (site.value.isSilent || spoken.length < exceptions.length)
    return aboutSilence(who, site, exceptions, groups, say)
  const closed = groups.find(([each]) => !each!.value.isPermitted)
  const isOther = isRest || groups.length > (closed === undefined ? 0 : 1)
  // `Every other page` may mean each second one.
  const everyPage = isOther ? 'all other pages' : 'every page'
  if (site.value.isPermitted && closed !== undefined) {
    const open = groups.filter((each) => each !== closed).map((each) => say(each, places(each)))
    return [...open, say([site, ...closed], `${everyPage} except ${places(closed)}`)]
  }
  if (!site.value.isPermitted && groups.length === 1)
    return [say([...groups[0]!, site], `${places(groups[0]!)} only`)]
  const anyPage = `any ${isOther ? 'other ' : ''}page`
  const whole = site.value.isPermitted ? everyPage : anyPage
  return [...groups.map((each) => say(each, places(each))), say([site], whole)]
}

type Say = (areas: readonly AreaAnswer[], object: string) => SummarySentence

/** What is said, and where nothing is: that is neither a permission nor a prohibition. */
function aboutSilence(
  who: string,
  site: AreaAnswer,
  exceptions: readonly AreaAnswer[],
  groups: readonly (readonly AreaAnswer[])[],
  say: Say,
): readonly SummarySentence[] {
  const whom = who.replace(/^(?:Every|Crawlers)\b/, (word) => word.toLowerCase())
  const silent = exceptions.filter(({ value }) => value.isSilent)
  const where = site.value.isSilent ? 'other pages' : places(silent)
  const whole = site.value.isPermitted ? 'all other pages' : 'any other page'
  return [
    ...groups.map((each) => say(each, places(each))),
    ...(site.value.isSilent ? [] : [say([site], whole)]),
    sentence(`Nothing is said ${whom === 'every crawler' ? '' : `to ${whom} `}about ${where}.`, []),
  ]
}

function places(areas: readonly AreaAnswer[]): string {
  const texts = [...new Set(areas.map(({ area }) => areaInWords(area)))]
  const rest = texts.length - MOST_PLACES
  return inRow(rest > 1 ? [...texts.slice(0, MOST_PLACES), `${rest} more places`] : texts)
}

function sentence(text: string, areas: readonly AreaAnswer[]): SummarySentence {
  return { text, fields: areas.flatMap(({ value }) => value.fields) }
}

function asSubject(words: string): string {
  return words.replace(/^(?:every|crawlers)/, (word) => word[0]!.toUpperCase() + word.slice(1))
}

/**
 * The crawlers that a rate applies to. Those that robots.txt names are listed only if it applies to
 * them.
 */
function whosePace({ crawlers }: Whom, summary: SiteSummary, spell: (name: string) => string) {
  if (!crawlers.includes('*')) return who({ crawlers }, summary, spell)
  if (crawlers.length > summary.categories.size) return 'every crawler'
  const own = crawlers.filter((name) => summary.named.has(name))
  const others = 'crawlers that robots.txt does not name'
  return own.length === 0 ? others : `${who({ crawlers: own }, summary, spell)}, and ${others}`
}

type Whom = Pick<UseStatement, 'crawlers'> & Partial<Pick<UseStatement, 'use'>>

/** The crawlers of a statement: whole kinds of them, then names. */
function who(
  { crawlers, use }: Whom,
  summary: SiteSummary,
  spell: (name: string) => string,
): string {
  const { categories, statements, named } = summary
  const isNamed = (name: string) => named.has(name)
  const own = new Set(crawlers)
  const isAlone = use !== undefined && statements.filter((each) => each.use === use).length === 1
  if (own.has('*')) return isAlone ? 'every crawler' : 'crawlers not named here'
  const whole = [...new Set(categories.values())].flatMap((category) => {
    const members = [...categories].filter(([, each]) => each === category).map(([name]) => name)
    const others = members.filter((name) => !own.has(name))
    const isKind =
      category !== null && members.length - others.length > MOST_NAMES && others.length <= 2
    return isKind ? [{ category, members, others }] : []
  })
  const kinds = whole.map(({ category, others }) => {
    return `every crawler ${CATEGORY_WORDS[category]}${others.length === 0 ? '' : ` but ${inRow(bestKnownFirst(others, isNamed).map(spell))}`}`
  })
  const alone = crawlers.filter((name) => !whole.some(({ members }) => members.includes(name)))
  return inRow([...namesShown(alone, MOST_NAMES, spell, isNamed), ...kinds])
}

/** `GPTBot: visits from 02:00 to 05:00 UTC, one page every 10 seconds.` → asked of the reference, around each of its minutes. */
import type { SiteReport } from '../../../src/author/summary/site-report.ts'
import { namesIn } from './addresses.ts'
import { type AskedFile, CLAIMS_NOW } from './read-file.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const MIDNIGHT = Math.floor(CLAIMS_NOW / DAY) * DAY
const WINDOW = / ?from (\d\d):(\d\d) to (\d\d):(\d\d) UTC/

/** In minutes of a day; both ends belong to it, and it may pass midnight (X2). */
interface Hours {
  readonly from: number
  readonly to: number
}

interface Pace {
  readonly visits: readonly Hours[]
  readonly rates: readonly { readonly seconds: number; readonly hours: Hours | null }[]
}

/** Each pace that the summary names, and that crawlers which it does not name have none. */
export function falsePaces(file: AskedFile, report: SiteReport): readonly string[] {
  const section = report.sections.find(({ title }) => title === 'Hours and pace')
  const faults: string[] = []
  const named = new Set<string>()
  for (const { text } of section?.sentences ?? []) {
    const [, who = '', settings = ''] = /^(.*?): ((?:visits|one page) .*)\.$/.exec(text) ?? []
    if (/ more/.test(who)) return faults
    if (who === '') continue
    for (const name of namesOf(who, file)) {
      named.add(name)
      faults.push(...falsePace(file, name, paceIn(settings)).map((each) => `${text} Is ${each}`))
    }
  }
  const none: Pace = { visits: [], rates: [] }
  const silent = file.names.filter((name) => !named.has(name))
  return [...faults, ...silent.flatMap((name) => falsePace(file, name, none))]
}

function namesOf(who: string, { names: all, robots }: AskedFile): readonly string[] {
  if (who === 'Every crawler') return all
  const written = namesIn(robots)
  const isRest = /crawlers that robots\.txt does not name$/i.test(who)
  const listed = who.replace(/(?:^|, and )crawlers that robots\.txt does not name$/i, '')
  const names = listed.toLowerCase().split(/, | and /)
  const isNamed = (name: string) =>
    names.some((each) => each === name || each.startsWith(`${name} `))
  return all.filter((name) => isNamed(name) || (isRest && !written.includes(name)))
}

function paceIn(settings: string): Pace {
  const [visits = '', rates = ''] = settings.split(/(?:^|, )one page /)
  return {
    visits: visits.split(', ').flatMap((each) => hoursIn(each) ?? []),
    rates: rates
      .split(', ')
      .filter(Boolean)
      .map((each) => ({
        seconds: Number.parseFloat(each.slice('every '.length)) || 1,
        hours: hoursIn(each),
      })),
  }
}

function hoursIn(text: string): Hours | null {
  const found = WINDOW.exec(text)?.slice(1).map(Number)
  return found === undefined
    ? null
    : { from: found[0]! * 60 + found[1]!, to: found[2]! * 60 + found[3]! }
}

function isIn({ from, to }: Hours, minute: number): boolean {
  return from <= to ? minute >= from && minute <= to : minute >= from || minute <= to
}

function falsePace(file: AskedFile, name: string, { visits, rates }: Pace): readonly string[] {
  const edges = [...visits, ...rates.flatMap(({ hours }) => hours ?? [])].flatMap(
    ({ from, to }) => [from - 1, from, to, to + 1],
  )
  const minutes = [...edges.map((each) => (each + 1440) % 1440), 0, 720]
  return minutes.flatMap((minute) => {
    const is = file.answer(name, '/zz/y.html', 'crawl', MIDNIGHT + minute * MINUTE)
    if (is.outcome === 'prohibited') return []
    const comes = visits.length === 0 || visits.some((each) => isIn(each, minute))
    const own = rates.filter(({ hours }) => hours !== null && isIn(hours, minute))
    const count = own.length > 0 ? own : rates.filter(({ hours }) => hours === null)
    const seconds = count.length === 0 ? null : Math.max(...count.map((each) => each.seconds))
    return [
      ...(comes === (is.outcome === 'permitted') ? [] : [`${name} ${minute}: ${is.outcome}`]),
      ...(seconds === (is.rate?.seconds ?? null) ? [] : [`${name} ${minute}: ${is.rate?.seconds}`]),
    ]
  })
}

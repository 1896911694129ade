/**
 * Small readers of what conversions write, each by the text of its own vocabulary: none shares a rule with the writers.
 */

/** A robots.txt pattern as RFC 9309 reads it. */
function robotsPattern(pattern: string): RegExp {
  const body = pattern
    .replace(/\$$/, '')
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
  return new RegExp(`^${body}${pattern.endsWith('$') ? '$' : ''}`)
}

interface Statement {
  readonly path: string
  readonly values: ReadonlyMap<string, string>
}

/** What a crawler's group (that of the longest token in its name) says of a path in a vocabulary of keys and values: longest path; of equals, `no` wins. */
export function readPreferences(
  text: string,
  field: string,
  token: string,
): (path: string) => Map<string, string> {
  const groups = groupsOf(text)
  const isOwn = (name: string) =>
    name === token || new RegExp(`(?<![\\w-])${name}(?!\\w)`).test(token)
  const named = groups.flatMap(({ names }) => names).filter((name) => name !== '*' && isOwn(name))
  const [chosen = '*'] = named.sort((a, b) => b.length - a.length)
  const lines = groups.filter(({ names }) => names.includes(chosen)).flatMap((each) => each.lines)
  const statements = lines
    .filter(({ name }) => name === field.toLowerCase())
    .map(({ value }) => statementOf(value))
  return (target) => {
    const matching = statements.filter(({ path }) => robotsPattern(path).test(target))
    const longest = Math.max(0, ...matching.map(({ path }) => path.length))
    const read = new Map<string, string>()
    for (const { values } of matching.filter(({ path }) => path.length === longest)) {
      for (const [key, value] of values) if (!read.get(key)?.startsWith('n')) read.set(key, value)
    }
    return read
  }
}

function statementOf(value: string): Statement {
  const [, path = '/', list = ''] = /^(?:(\/\S*)[ \t]+)?(.*)$/.exec(value)!
  const pairs = list.split(',').map((pair) => pair.trim().split('=') as [string, string])
  for (const [key, yesOrNo] of pairs) {
    if (!/^[a-z-]+$/.test(key) || !/^(?:y|n|yes|no|immediate|reference|full)$/.test(yesOrNo))
      throw new Error(value)
  }
  return { path, values: new Map(pairs) }
}

interface Group {
  readonly names: string[]
  readonly lines: { readonly name: string; readonly value: string }[]
}

/** RFC 9309 2.2: names in a row open a group; lines that it does not define change nothing. */
function groupsOf(text: string): Group[] {
  const groups: Group[] = []
  let isOpen = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, name = '', value = ''] =
      /^[ \t]*([^:#]*?)[ \t]*:[ \t]*([^#]*?)[ \t]*(?:#.*)?$/.exec(line) ?? []
    const field = name.toLowerCase()
    if (field === 'user-agent') {
      if (!isOpen) groups.push({ names: [], lines: [] })
      isOpen = true
      const token = /^(?:\*(?=[ \t]|$)|[\w-]+)/.exec(value)?.[0].toLowerCase()
      if (token !== undefined && !/[^\0-\x7f]/.test(value)) groups.at(-1)!.names.push(token)
    } else if (field !== '') {
      if (field === 'allow' || field === 'disallow') isOpen = false
      groups.at(-1)?.lines.push({ name: field, value })
    }
  }
  return groups
}

interface Reservation {
  readonly location: string
  readonly 'tdm-reservation': number
  readonly 'tdm-policy'?: string
}

/** TDMRep: the first location that matches, or, as some read it, the longest. */
export function readTdmrep(text: string): {
  first: (path: string) => Reservation | null
  longest: (path: string) => Reservation | null
} {
  const entries: Reservation[] = text === '' ? [] : JSON.parse(text)
  const matching = (path: string) =>
    entries.filter(({ location }) => robotsPattern(location).test(path))
  return {
    first: (path) => matching(path)[0] ?? null,
    longest: (path) =>
      matching(path).sort((a, b) => b.location.length - a.location.length)[0] ?? null,
  }
}

export interface Licence {
  readonly url: string
  readonly permits: readonly string[]
  readonly prohibits: readonly string[]
  readonly price: string | null
  readonly contact: string | null
  readonly terms: string | null
}

/** RSL: the contents that a path falls under, the most specific first. Throws where the XML is not well formed. */
export function readRsl(text: string): (path: string) => Licence[] {
  if (text !== '') expectWellFormed(text)
  const contents = [...text.matchAll(/<content url="([^"]*)">(.*?)<\/content>/gs)].map(
    ([, url, body]): Licence => {
      const all = (tag: RegExp) => [...body!.matchAll(tag)].map(([, inner]) => unescaped(inner!))
      if (!/<license>.*<\/license>/s.test(body!)) throw new Error(`no licence for ${url}`)
      return {
        url: unescaped(url!),
        permits: all(/<permits type="usage">(.*?)<\/permits>/g),
        prohibits: all(/<prohibits type="usage">(.*?)<\/prohibits>/g),
        price: priceIn(body!),
        contact: all(/<legal type="contact">(.*?)<\/legal>/g)[0] ?? null,
        terms: all(/<terms>(.*?)<\/terms>/g)[0] ?? null,
      }
    },
  )
  return (path) =>
    contents
      .filter(({ url }) => robotsPattern(url).test(path))
      .sort((a, b) => b.url.length - a.url.length)
}

/** 3.7: null is free of charge. */
function priceIn(body: string): string | null {
  const payment =
    /<payment type="crawl">\s*<amount currency="([A-Z]{3})">([\d.]+)<\/amount>\s*<\/payment>/
  const [whole, currency, amount] = payment.exec(body) ?? []
  if (whole === undefined && body.includes('<payment')) throw new Error(body)
  return whole === undefined ? null : `${currency} ${amount}`
}

function expectWellFormed(text: string): void {
  const open: string[] = []
  const body = text.replace(/^<\?xml [^>]*\?>\n/, '').replace(/<!--(?:(?!--).)*-->/g, '')
  const rest = body.replace(
    /<(\/?)([a-z]+)((?: [a-z]+="[^"<>&]*(?:&\w+;[^"<>&]*)*")*)>/g,
    (_, end: string, name: string) => {
      if (end === '') open.push(name)
      else if (open.pop() !== name) throw new Error(`</${name}> closes nothing`)
      return ''
    },
  )
  if (open.length > 0 || /[<>]|&(?!amp;|lt;|gt;|quot;)/.test(rest))
    throw new Error(`not well formed: ${text}`)
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

/** A `_headers` file: rules in order, `!` takes back; or, as hosts without `!` have it, all that match together. */
export function readHeaders(text: string): {
  ordered: (path: string) => string[]
  together: (path: string) => string[]
} {
  const rules = text.split('\n\n').flatMap((part) => {
    const [path = '', ...lines] = part.trimEnd().split('\n')
    if (path === '') return []
    if ((path.match(/\*/g) ?? []).length > 1) throw new Error(`two splats: ${path}`)
    return [{ path: robotsPattern(`${path}$`), lines: lines.map((line) => line.trim()) }]
  })
  const words = (lines: readonly string[]) =>
    lines.flatMap((line) =>
      line.startsWith('!') ? [] : line.replace('X-Robots-Tag: ', '').split(', '),
    )
  const matching = (target: string) =>
    rules.filter(({ path }) => path.test(target.replace(/\?.*/, '')))
  return {
    together: (target) => words(matching(target).flatMap(({ lines }) => lines)),
    ordered: (target) =>
      matching(target).reduce<string[]>((kept, { lines }) => {
        return [...(lines[0]?.startsWith('!') ? [] : kept), ...words(lines)]
      }, []),
  }
}

/** The list of META tags: the last path that matches. */
export function readMetaList(text: string): (path: string) => string[] {
  const parts = [...text.matchAll(/^# for (.*)\n(.*)$/gm)].map(([, path, tag]) => ({
    path: robotsPattern(`${path}$`),
    words: /^<meta name="robots" content="([^"]*)">$/.exec(tag!)?.[1]?.split(', ') ?? [],
  }))
  return (target) => parts.findLast(({ path }) => path.test(target))?.words ?? []
}

/**
 * Prints a plan as maps and a matcher for Caddy. Maps run on demand. RE2 never backtracks, so
 * `(?>…)` is not needed. A map may not repeat an expression.
 */
import { cached } from '../../../base/cached.ts'
import type { Zone } from '../addresses/name-zones.ts'
import type { Row } from '../expressions.ts'
import type { DoorGroup, DoorPlan, GroupOrigin } from '../plan.ts'
import { commented, type Printer } from './printed.ts'

/** What the first group of an expression took. */
const FIRST_GROUP = `\${1}`

/** The placeholder of a part. */
type Name = (part: string) => string

const TARGET = '{http.request.orig_uri}'
const HEADER = '{http.request.header.User-Agent}'

export const printCaddy: Printer = ({ forms, shapes, groups, lists }, { id, about }) => {
  const name: Name = (part) => `{acap_${id}${part}}`
  const maps = [
    agentMap(name('agent')),
    shapeMap(name('agent'), name('shape'), shapes),
    caddyMap(TARGET, name('form'), forms, 'plain'),
    ...groups.flatMap((group, i) => groupMaps(group, i, name)),
  ]
  const conditions = groups.map((group, i) => `(${closed(i, name)}) && (${who(group, i, name)})`)
  const anywhere = conditions.filter((_, i) => groups[i]!.from === null)
  const refusals = [
    refusal(`@acap_${id}refused`, [], anywhere.join(' || ') || 'false'),
    ...groups.flatMap(({ from }, i) =>
      from === null
        ? []
        : [refusal(`@acap_${id}refused_${i}`, fromLines(from, lists), conditions[i]!)],
    ),
  ]
  const text = commented(about) + maps.join('') + refusals.join('')
  return [{ name: 'acap.caddyfile', text }]
}

function refusal(name: string, addresses: readonly string[], condition: string): string {
  const expression = `expression \`${condition}\`\n`
  const matcher =
    addresses.length === 0
      ? `${name} ${expression}`
      : `${name} {\n${addresses.join('')}\t${expression}}\n`
  return `${matcher}error ${name} 403\n`
}

/** Lines of a matcher, all of which must hold. */
function fromLines({ list, zones }: GroupOrigin, lists: DoorPlan['lists']): readonly string[] {
  const prefixes = (zone: Zone) =>
    lists[list]!.filter(([, own]) => own === zone).map(([prefix]) => ` ${prefix}`)
  const line = (not: string, zone: Zone) => {
    const own = prefixes(zone)
    return own.length === 0 ? [] : [`\t${not}remote_ip${own.join('')}\n`]
  }
  if (zones.includes('listed')) return line('', 'listed')
  const isPrivate = zones.includes('other') ? [] : line('', 'private')
  const isOther = zones.includes('private') ? [] : line('not ', 'private')
  return [...line('not ', 'listed'), ...isPrivate, ...isOther]
}

function groupMaps({ plain, wide, headers }: DoorGroup, i: number, name: Name): readonly string[] {
  return [
    caddyMap(TARGET, name(`path_${i}`), plain, 'no'),
    caddyMap(TARGET, name(`odd_${i}`), wide, 'no'),
    ...headers.flatMap((test, j) =>
      Object.entries(test).map(([shape, rows]) =>
        caddyMap(name('agent'), name(`who_${i}_${j}_${shape}`), caseless(rows), 'no'),
      ),
    ),
  ]
}

/** The first 1,024 characters of the header count. RE2 counts to 1,000. */
export function agentMap(to: string): string {
  const rows: readonly Row[] = [
    ['^(.{1000}.{24})', FIRST_GROUP],
    ['^(.*)$', FIRST_GROUP],
  ]
  return caddyMap(HEADER, to, rows, '-')
}

export function shapeMap(agent: string, to: string, shapes: DoorPlan['shapes']): string {
  return caddyMap(agent, to, caseless(shapes), 'plain')
}

export function caseless(rows: readonly Row[]): readonly Row[] {
  return rows.map(([expression, value]) => [`(?i)${expression}`, value])
}

function closed(i: number, name: Name): string {
  const is = (form: string) => `${name('form')} == "${form}"`
  return `${is('plain')} && ${name(`path_${i}`)} == "yes" || ${is('odd')} && ${name(`odd_${i}`)} == "yes" || ${is('foul')}`
}

function who({ headers, isAbsent }: DoorGroup, i: number, name: Name): string {
  const found = headers.flatMap((test, j) =>
    Object.keys(test).map(
      (shape) => `${name('shape')} == "${shape}" && ${name(`who_${i}_${j}_${shape}`)} == "yes"`,
    ),
  )
  return [...(isAbsent ? [`${HEADER} == ""`] : []), ...found].join(' || ')
}

/** A text of digits would be a number to a matcher. */
const WRITTEN: Readonly<Record<string, string>> = { 0: 'no', 1: 'yes' }

export function caddyMap(
  from: string,
  to: string,
  rows: readonly Row[],
  otherwise: string,
): string {
  const first = new Map<string, string>()
  for (const [key, value] of rows)
    cached(first, key.replaceAll('(?>', '(?:'), () => WRITTEN[value] ?? value)
  const lines = [...first].map(([key, value]) => `\t\`~${key}\` ${value}\n`)
  return `map ${from} ${to} {\n${lines.join('')}\tdefault ${otherwise}\n}\n`
}

/**
 * A plan → maps and a matcher for Caddy. A map is asked when its placeholder is, and RE2 needs no `(?>…)`: it never tries again. A map
 * refuses an expression that it has already.
 */
import { cached } from '../../../base/cached.ts'
import type { DoorGroup, DoorPlan } from '../plan.ts'
import { commented, type Printer } from './printed.ts'

/** What the first group of an expression took. */
const FIRST_GROUP = `\${1}`

type Row = readonly [key: string, value: string]

/** The placeholder of a part. */
type Name = (part: string) => string

const TARGET = '{http.request.orig_uri}'
const HEADER = '{http.request.header.User-Agent}'

export const printCaddy: Printer = ({ forms, shapes, groups }, { id, about }) => {
  const name: Name = (part) => `{acap_${id}${part}}`
  const maps = [
    agentMap(name('agent')),
    shapeMap(name('agent'), name('shape'), shapes),
    caddyMap(
      TARGET,
      name('form'),
      forms.map(([form, each]): Row => [each, form]),
      'plain',
    ),
    ...groups.flatMap((group, i) => groupMaps(group, i, name)),
  ]
  const refused = groups.map((group, i) => `(${closed(i, name)}) && (${who(group, i, name)})`)
  const matcher = `@acap_${id}refused expression \`${refused.join(' || ') || 'false'}\`\n`
  const text = `${commented(about)}${maps.join('')}${matcher}error @acap_${id}refused 403\n`
  return [{ name: 'acap.caddyfile', text }]
}

function groupMaps({ plain, wide, headers }: DoorGroup, i: number, name: Name): readonly string[] {
  const path = plain.map((row): Row => [row.expression, row.isClosed ? 'yes' : 'no'])
  const odd = wide.map((each): Row => [each, 'yes'])
  return [
    caddyMap(TARGET, name(`path_${i}`), path, 'no'),
    caddyMap(TARGET, name(`odd_${i}`), odd, 'no'),
    ...headers.flatMap((test, j) =>
      Object.entries(test).map(([shape, rows]) =>
        caddyMap(
          name('agent'),
          name(`who_${i}_${j}_${shape}`),
          rows.map(({ expression, holds }): Row => [caseless(expression), holds ? 'yes' : 'no']),
          'no',
        ),
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
  return caddyMap(
    agent,
    to,
    shapes.map(([each, shape]): Row => [caseless(each), shape]),
    'plain',
  )
}

export function caseless(expression: string): string {
  return `(?i)${expression}`
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

export function caddyMap(
  from: string,
  to: string,
  rows: readonly Row[],
  otherwise: string,
): string {
  const first = new Map<string, string>()
  for (const [key, value] of rows) cached(first, key.replaceAll('(?>', '(?:'), () => value)
  const lines = [...first].map(([key, value]) => `\t\`~${key}\` ${value}\n`)
  return `map ${from} ${to} {\n${lines.join('')}\tdefault ${otherwise}\n}\n`
}

/**
 * A plan → maps and a matcher for Caddy. A map is asked when its placeholder is, and RE2 needs no `(?>…)`: it never tries again. A map
 * refuses an expression that it has already.
 */
import { cached } from '../../../base/cached.ts'
import type { DoorGroup } from '../plan.ts'
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
    // The first 1,024 characters count. RE2 counts to 1,000.
    map(
      HEADER,
      name('agent'),
      [
        ['^(.{1000}.{24})', FIRST_GROUP],
        ['^(.*)$', FIRST_GROUP],
      ],
      '-',
    ),
    map(
      name('agent'),
      name('shape'),
      shapes.map(([each, shape]): Row => [caseless(each), shape]),
      'plain',
    ),
    map(
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
    map(TARGET, name(`path_${i}`), path, 'no'),
    map(TARGET, name(`odd_${i}`), odd, 'no'),
    ...headers.flatMap((test, j) =>
      Object.entries(test).map(([shape, rows]) =>
        map(
          name('agent'),
          name(`who_${i}_${j}_${shape}`),
          rows.map(({ expression, holds }): Row => [caseless(expression), holds ? 'yes' : 'no']),
          'no',
        ),
      ),
    ),
  ]
}

function caseless(expression: string): string {
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

function map(from: string, to: string, rows: readonly Row[], otherwise: string): string {
  const first = new Map<string, string>()
  for (const [key, value] of rows) cached(first, key.replaceAll('(?>', '(?:'), () => value)
  const lines = [...first].map(([key, value]) => `\t\`~${key}\` ${value}\n`)
  return `map ${from} ${to} {\n${lines.join('')}\tdefault ${otherwise}\n}\n`
}

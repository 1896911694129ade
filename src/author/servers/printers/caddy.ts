/**
 * A plan → maps and a matcher for Caddy. A map is asked when its placeholder is, and RE2 needs no `(?>…)`: it never tries again. A map
 * refuses an expression that it has already.
 */
import type { DoorGroup } from '../plan.ts'
import { commented, type Printer } from './printed.ts'

/** What the first group of an expression took. */
const FIRST_GROUP = `\${1}`

type Row = readonly [key: string, value: string]

export const printCaddy: Printer = ({ forms, shapes, groups }, { id, about }) => {
  const name = (part: string) => `{acap_${id}${part}}`
  const header = '{http.request.header.User-Agent}'
  const caseless = (expression: string) => `(?i)${expression}`
  const groupMaps = ({ plain, wide, headers }: DoorGroup, i: number) => [
    map(
      '{http.request.orig_uri}',
      name(`path_${i}`),
      plain.map((row): Row => [row.expression, row.isClosed ? 'yes' : 'no']),
      'no',
    ),
    map(
      '{http.request.orig_uri}',
      name(`odd_${i}`),
      wide.map((each): Row => [each, 'yes']),
      'no',
    ),
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
  const maps = [
    // The first 1,024 characters count. RE2 counts to 1,000.
    map(
      header,
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
      '{http.request.orig_uri}',
      name('form'),
      forms.map(([form, each]): Row => [each, form]),
      'plain',
    ),
    ...groups.flatMap(groupMaps),
  ]
  const refused = groups.map((group, i) => `(${closed(i)}) && (${who(group, i)})`)
  const matcher = `@acap_${id}refused expression \`${refused.join(' || ') || 'false'}\`\n`
  return [
    {
      name: 'acap.caddyfile',
      text: `${commented(about)}${maps.join('')}${matcher}error @acap_${id}refused 403\n`,
    },
  ]

  function closed(i: number): string {
    const is = (form: string) => `${name('form')} == "${form}"`
    return `${is('plain')} && ${name(`path_${i}`)} == "yes" || ${is('odd')} && ${name(`odd_${i}`)} == "yes" || ${is('foul')}`
  }

  function who({ headers, isAbsent }: DoorGroup, i: number): string {
    const found = headers.flatMap((test, j) =>
      Object.keys(test).map(
        (shape) => `${name('shape')} == "${shape}" && ${name(`who_${i}_${j}_${shape}`)} == "yes"`,
      ),
    )
    return [...(isAbsent ? [`${header} == ""`] : []), ...found].join(' || ')
  }
}

function map(from: string, to: string, rows: readonly Row[], otherwise: string): string {
  const own = new Map(
    rows.toReversed().map(([key, value]) => [key.replaceAll('(?>', '(?:'), value]),
  )
  const lines = [...own].reverse().map(([key, value]) => `\t\`~${key}\` ${value}\n`)
  return `map ${from} ${to} {\n${lines.join('')}\tdefault ${otherwise}\n}\n`
}

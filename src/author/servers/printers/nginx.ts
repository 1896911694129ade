/**
 * Prints a plan as maps for nginx's `http {}` and two lines for `server {}`. nginx evaluates maps
 * on demand, so open paths never run the header expressions.
 */
import type { Row } from '../expressions.ts'
import type { HeaderTest } from '../identity/named-headers.ts'
import type { DoorGroup, DoorPlan } from '../plan.ts'
import { commented, type Printer } from './printed.ts'

export const printNginx: Printer = ({ forms, shapes, groups, lists }, { id, about }) => {
  const name = (part: string) => `$acap_${id}${part}`
  const refused = groups.map((_, i) => name(`refused_${i}`))
  const maps = [
    // The first 1,024 characters count.
    map('$http_user_agent', name('agent'), [['~^(.{1024})', '$1']], '$http_user_agent'),
    map(name('agent'), name('shape'), matching('~*', shapes), 'plain'),
    map('$request_uri', name('form'), matching('~', [['^.{8000}', 'foul'], ...forms]), 'plain'),
    ...lists.map((rows, i) => geo(name(`from_${i}`), rows)),
    ...groups.flatMap((group, i) => groupMaps(group, `${i}`, name)),
    ...chain(refused, name('refused')),
  ]
  return [
    { name: 'acap-http.conf', text: commented(about) + maps.join('\n') },
    {
      name: 'acap.conf',
      text: `${commented(about)}if (${name('refused')}) {\n\treturn 403;\n}\n`,
    },
  ]
}

function groupMaps(
  { plain, wide, headers, isAbsent, from }: DoorGroup,
  number: string,
  name: (part: string) => string,
): readonly string[] {
  const [path, odd, closed] = ['path_', 'odd_', 'closed_'].map((part) => name(part + number))
  const [who, came] = [name(`who_${number}`), name(`came_${number}`)]
  const isOne = headers.map((_, i) => name(`who_${number}_${i}`))
  return [
    map('$request_uri', path!, matching('~', plain), '0'),
    map('$request_uri', odd!, matching('~', wide), '0'),
    map(
      name('form'),
      closed!,
      [
        ['open', '0'],
        ['exempt', '0'],
        ['foul', '1'],
        ['odd', odd!],
      ],
      path!,
    ),
    ...headers.flatMap((test, i) => headerMaps(test, isOne[i]!, isAbsent, name)),
    ...chain(isOne, who),
    ...(from === null
      ? []
      : [
          map(
            name(`from_${from.list}`),
            came,
            from.zones.map((zone): Row => [zone, who]),
            '0',
          ),
        ]),
    map(closed!, name(`refused_${number}`), [['1', from === null ? who : came]], '0'),
  ]
}

function headerMaps(
  test: HeaderTest,
  variable: string,
  isAbsent: boolean,
  name: (part: string) => string,
): readonly string[] {
  const shapes = Object.entries(test)
  return [
    ...shapes.map(([shape, rows]) =>
      map(
        name('agent'),
        `${variable}_${shape}`,
        [
          // Expressions match no empty value.
          ['', isAbsent ? '1' : '0'],
          ...matching('~*', rows),
        ],
        '0',
      ),
    ),
    map(
      name('shape'),
      variable,
      [['usual', '0'], ...shapes.slice(1).map(([shape]): Row => [shape, `${variable}_${shape}`])],
      `${variable}_${shapes[0]![0]}`,
    ),
  ]
}

/** A variable that is 1 where one of these is, the first of which are asked first. */
function chain(variables: readonly string[], result: string): readonly string[] {
  const [first, ...others] = variables
  if (first === undefined) return [map('$request_uri', result, [], '0')]
  if (others.length === 0) return [map(first, result, [['1', '1']], '0')]
  const next = `${result}_or${others.length}`
  return [map(first, result, [['1', '1']], next), ...chain(others, next)]
}

/** The keys of a map for these expressions; `~*` ignores letter case. */
function matching(sign: '~' | '~*', rows: readonly Row[]): readonly Row[] {
  return rows.map(([expression, value]) => [sign + expression, value])
}

function map(from: string, to: string, rows: readonly Row[], otherwise: string): string {
  const lines = rows.map(([key, value]) => `\t"${key}" ${value};\n`)
  return `map ${from} ${to} {\n\tdefault ${otherwise};\n${lines.join('')}}\n`
}

function geo(variable: string, rows: DoorPlan['lists'][number]): string {
  const lines = rows.map(([prefix, zone]) => `\t${prefix} ${zone};\n`)
  return `geo ${variable} {\n\tdefault other;\n${lines.join('')}}\n`
}

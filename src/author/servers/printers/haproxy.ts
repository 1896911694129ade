/**
 * Prints a plan as lines for HAProxy's frontend, and maps: a line of configuration has at most
 * 2,048 bytes, a map's line has no limit. In a map, the first matching expression decides.
 */
import type { Row } from '../expressions.ts'
import type { DoorGroup } from '../plan.ts'
import { commented, type Printer } from './printed.ts'

type ServerMap = readonly [name: string, rows: readonly Row[]]

export const printHaproxy: Printer = ({ forms, shapes, groups, lists }, { id, prefix, about }) => {
  const names = new Names(id, prefix)
  const maps: readonly ServerMap[] = [
    ['form', forms],
    ['shape', shapes],
    ...lists.map((rows, i): ServerMap => [`from-${i}`, rows]),
    ...groups.flatMap(groupMaps),
  ]
  const isClosed = groups.map((_, i) => `{ var(${names.variable(`closed_${i}`)}) -m str 1 }`)
  const lines = [
    // Of several lines HAProxy would read the last alone.
    'http-request deny deny_status 400 if { req.fhdr_cnt(User-Agent) gt 1 }',
    names.mapped('form', 'pathq', 'form', 'plain'),
    `http-request set-var(${names.variable('form')}) str(foul) if { pathq,length gt 8000 } !{ var(${names.variable('form')}) -m str open }`,
    ...groups.flatMap((_, i) => closedLines(names, i)),
    // Names are written in lower case, and count in the first 1,024 characters.
    ...isClosed.map(
      (each) =>
        `http-request set-var(${names.variable('agent')}) req.fhdr(User-Agent),bytes(0,1024),lower if ${each}`,
    ),
    ...isClosed.map((each) =>
      names.mapped('shape', `var(${names.variable('agent')})`, 'shape', 'plain', ` if ${each}`),
    ),
    ...groups.flatMap((group, i) => refusedLines(names, group, i, isClosed[i]!)),
  ]
  const text = lines.map((line) => `${line}\n`).join('')
  const head = commented(about)
  return [
    { name: 'acap.cfg', text: head + text },
    ...maps.map(([name, rows]) => ({ name: `acap-${name}.map`, text: head + mapText(rows) })),
  ]
}

function mapText(rows: readonly Row[]): string {
  return rows.map(([expression, value]) => `${expression} ${value}\n`).join('')
}

/** What a group closes by plain paths and by odd ones, and to whom. */
function groupMaps({ plain, wide, headers }: DoorGroup, i: number): readonly ServerMap[] {
  const who = headers.flatMap((test, j) =>
    Object.entries(test).map(([shape, rows]): ServerMap => [`who-${i}-${j}-${shape}`, rows]),
  )
  return [[`path-${i}`, plain], [`odd-${i}`, wide], ...who]
}

class Names {
  readonly #id: string
  readonly #prefix: string

  constructor(id: string, prefix: string) {
    this.#id = id
    this.#prefix = prefix
  }

  variable(part: string): string {
    return `txn.acap_${this.#id}${part}`
  }

  /** Sets a variable to what a map says of a text. */
  mapped(part: string, from: string, file: string, otherwise: string, condition = ''): string {
    return `http-request set-var(${this.variable(part)}) ${from},map_reg(${this.#prefix}/acap-${file}.map,${otherwise})${condition}`
  }

  /** Sets the variable of a list to where the address is. */
  zone(list: number, condition: string): string {
    return `http-request set-var(${this.variable(`from_${list}`)}) src,map_ip(${this.#prefix}/acap-from-${list}.map,other) if ${condition}`
  }
}

function closedLines(names: Names, i: number): readonly string[] {
  const isForm = (form: string) => ` if { var(${names.variable('form')}) -m str ${form} }`
  return [
    names.mapped(`closed_${i}`, 'pathq', `path-${i}`, '0', isForm('plain')),
    names.mapped(`closed_${i}`, 'pathq', `odd-${i}`, '0', isForm('odd')),
    `http-request set-var(${names.variable(`closed_${i}`)}) str(1)${isForm('foul')}`,
  ]
}

function refusedLines(
  names: Names,
  { headers, isAbsent, from }: DoorGroup,
  i: number,
  isClosed: string,
): readonly string[] {
  const agent = `var(${names.variable('agent')})`
  const isHere = '{ req.fhdr(User-Agent),length gt 0 }'
  const zone = `var(${names.variable(`from_${from?.list}`)})`
  const places = from === null ? [''] : from.zones.map((each) => ` { ${zone} -m str ${each} }`)
  const denied = (condition: string) =>
    places.map((place) => `http-request deny deny_status 403 if ${isClosed}${place} ${condition}`)
  return [
    ...(from === null ? [] : [names.zone(from.list, isClosed)]),
    ...(isAbsent ? denied(`!${isHere}`) : []),
    ...headers.flatMap((test, j) => {
      const who = `who_${i}_${j}`
      const found = Object.keys(test).map((shape) => {
        const isShape = `{ var(${names.variable('shape')}) -m str ${shape} }`
        return names.mapped(
          who,
          agent,
          `who-${i}-${j}-${shape}`,
          '0',
          ` if ${isClosed} ${isHere} ${isShape}`,
        )
      })
      return [...found, ...denied(`{ var(${names.variable(who)}) -m str 1 }`)]
    }),
  ]
}

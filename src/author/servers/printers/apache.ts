/**
 * Prints a plan for Apache's virtual host, or for `.htaccess`, whose lines have at most 8,192
 * bytes. Directives run in order, one per row, each only if its variable is unset, so the first
 * matching row decides. A condition stops at its first false part, so open paths never run the
 * header expressions.
 */
import type { Row } from '../expressions.ts'
import type { DoorGroup, DoorPlan } from '../plan.ts'
import { commented, type Printer, type PrintOptions } from './printed.ts'

/** The target as it was received; an absolute one without scheme and host. */
const TARGET = '^[^\\x20]+\\x20(?:[a-zA-Z]+://[^/?\\x20]*)?([^\\x20]*)'

const LONGEST_LIST = 4000

export const printApache: Printer = (plan, options) => [
  file('acap.conf', options, new Variables(options).linesFor(plan) + inVirtualHost(options)),
]

export const printHtaccess: Printer = (plan, options) => [
  file('acap.htaccess', options, new Variables(options).linesFor(plan) + inFolder(options)),
]

function file(name: string, { about }: PrintOptions, text: string) {
  return { name, text: commented(about) + text }
}

class Variables {
  readonly #id: string

  constructor({ id }: PrintOptions) {
    this.#id = id.toUpperCase()
  }

  linesFor({ forms, shapes, groups, lists }: Parameters<Printer>[0]): string {
    const [target, agent] = [this.#read('TARGET'), this.#read('AGENT')]
    return [
      this.#set('TARGET', '$1', [matches('%{THE_REQUEST}', TARGET)]),
      // The first 1,024 characters count.
      this.#set('AGENT', '$1', [matches('%{HTTP_USER_AGENT}', '^(.{1024})')]),
      this.#set('AGENT', '$1', [this.#isUnset('AGENT'), matches('%{HTTP_USER_AGENT}', '^(.+)')]),
      ...this.#rows('FORM', target, [matches(target, '^.{8000}')], [['^.', 'foul']]),
      ...this.#rows('FORM', target, [], forms),
      this.#set('FORM', 'plain', [this.#isUnset('FORM')]),
      ...this.#rows('SHAPE', agent, [], shapes, 'i'),
      this.#set('SHAPE', 'plain', [this.#isUnset('SHAPE')]),
      ...groups.flatMap((group, i) => this.#groupLines(group, i, lists)),
    ].join('')
  }

  #groupLines(
    { plain, wide, headers, isAbsent, from }: DoorGroup,
    i: number,
    lists: DoorPlan['lists'],
  ): readonly string[] {
    const [target, agent] = [this.#read('TARGET'), this.#read('AGENT')]
    const isForm = (form: string) => this.#is('FORM', form)
    const isClosed = this.#is(`CLOSED_${i}`, '1')
    const zones =
      from === null ? [[]] : from.zones.map((zone) => [this.#is(`FROM_${from.list}`, zone)])
    const refused = (conditions: readonly string[]) =>
      zones.map((zone) => this.#set('REFUSED', '1', [...conditions, ...zone]))
    const found = headers.flatMap((test, j) => [
      ...Object.entries(test).flatMap(([shape, rows]) =>
        this.#rows(`WHO_${i}_${j}`, agent, [isClosed, this.#is('SHAPE', shape)], rows, 'i'),
      ),
      ...refused([this.#is(`WHO_${i}_${j}`, '1')]),
    ])
    return [
      this.#set(`CLOSED_${i}`, '1', [isForm('foul')]),
      ...this.#rows(`CLOSED_${i}`, target, [isForm('plain')], plain),
      ...this.#rows(`CLOSED_${i}`, target, [isForm('odd')], wide),
      ...(from === null ? [] : this.#zoneLines(from.list, lists[from.list]!, isClosed)),
      ...(isAbsent ? refused([isClosed, this.#isUnset('AGENT')]) : []),
      ...found,
    ]
  }

  /** Where the address is: in the lists, private, or anywhere else. */
  #zoneLines(list: number, rows: DoorPlan['lists'][number], condition: string): readonly string[] {
    const variable = `FROM_${list}`
    const found = (['listed', 'private'] as const).flatMap((zone) => {
      const prefixes = rows.filter(([, own]) => own === zone).map(([prefix]) => `-R '${prefix}'`)
      return inLines(prefixes).map((some) =>
        this.#set(variable, zone, [condition, this.#isUnset(variable), `(${some})`]),
      )
    })
    return [...found, this.#set(variable, 'other', [condition, this.#isUnset(variable)])]
  }

  /** The first of these that matches gives the variable its value, unless it has one. */
  #rows(
    variable: string,
    text: string,
    conditions: readonly string[],
    rows: readonly Row[],
    flags = '',
  ): readonly string[] {
    return rows.map(([expression, value]) =>
      this.#set(variable, value, [
        ...conditions,
        this.#isUnset(variable),
        matches(text, expression, flags),
      ]),
    )
  }

  #set(variable: string, value: string, conditions: readonly string[]): string {
    return `SetEnvIfExpr "${conditions.join(' && ')}" ACAP_${this.#id}${variable}=${value}\n`
  }

  #read(variable: string): string {
    return `reqenv('ACAP_${this.#id}${variable}')`
  }

  #is(variable: string, value: string): string {
    return `${this.#read(variable)} == '${value}'`
  }

  #isUnset(variable: string): string {
    return `-z ${this.#read(variable)}`
  }
}

/** Conditions joined by `||`, not too many for a line. */
function inLines(conditions: readonly string[]): readonly string[] {
  const lines: string[] = []
  for (const each of conditions) {
    const last = lines.at(-1)
    if (last === undefined || last.length > LONGEST_LIST) lines.push(each)
    else lines[lines.length - 1] = `${last} || ${each}`
  }
  return lines
}

function matches(text: string, expression: string, flags = ''): string {
  return `${text} =~ m#${expression.replaceAll('#', '\\x23')}#${flags}`
}

function inVirtualHost(options: PrintOptions): string {
  return `<If "reqenv('${refusedVariable(options)}') == '1'">\n\tRequire all denied\n</If>\n${rewrite(options)}`
}

/** There a condition is asked before the variables are set, and `Require` behind it. */
function inFolder(options: PrintOptions): string {
  const condition = `Require expr "reqenv('${refusedVariable(options)}') != '1'"`
  return `<RequireAll>\n\tRequire all granted\n\t${condition}\n</RequireAll>\n${rewrite(options)}`
}

/** Withstands a later `Require all granted`. */
function rewrite(options: PrintOptions): string {
  return `<IfModule mod_rewrite.c>\n\tRewriteEngine On\n\tRewriteCond %{ENV:${refusedVariable(options)}} =1\n\tRewriteRule ^ - [F]\n</IfModule>\n`
}

function refusedVariable({ id }: PrintOptions): string {
  return `ACAP_${id.toUpperCase()}REFUSED`
}

/**
 * Interprets printed HAProxy files: rules in order, which set a variable (perhaps by a map) or
 * deny.
 */
import { type DoorReader, type DoorRequest, matched, unreadableText } from './door-reader.ts'
import { expressionRow, prefixRows, type TableRow } from './tables.ts'

const SET = /^http-request set-var\(([\w.]+)\) (\S+)(?: if (.*))?$/
const DENY = /^http-request deny deny_status (\d+) if (.*)$/
const MAPPED = /^(.*),map_(?:reg|ip)\(.*\/([^/,]+),(\w+)\)$/
/** A map of addresses by its name. */
const OF_ADDRESSES = /^acap-from-/
const CONDITION = /(!?)\{ (\S+)(?: -m str (\S+)| gt (\d+)) \}/g

type Read = (text: string) => string
type ValueOf = (read: Read) => string

interface Rule {
  readonly holds: (read: Read) => boolean
  /** The variable that it sets; null for a refusal. */
  readonly variable: string | null
  readonly value: ValueOf
}

export const readHaproxy: DoorReader = (files) => {
  const maps = new Map(files.slice(1).map(({ name, text }) => [name, mapRows(name, text)]))
  const rules = linesOf(files[0]!.text).map((line) => ruleIn(line, maps))
  const asked = [...files[0]!.text.matchAll(/ pathq,map_reg\(\S*\/([^/,]+),/g)]
  return {
    targets: asked.flatMap(([, name]) => maps.get(name!)!.map(({ text }) => text)),
    refuses: (request) => {
      const values = new Map<string, string>()
      const read = (text: string) => sampleOf(text, request, values)
      for (const { holds, variable, value } of rules) {
        if (!holds(read)) continue
        if (variable === null) return true
        values.set(variable, value(read))
      }
      return false
    },
  }
}

function mapRows(name: string, text: string): readonly TableRow[] {
  const rows = linesOf(text).map((line): [string, string] => {
    const space = line.indexOf(' ')
    return [line.slice(0, space), line.slice(space + 1)]
  })
  if (OF_ADDRESSES.test(name)) return prefixRows(rows)
  return rows.map(([text, value]) => expressionRow(text, value))
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('# '))
}

function ruleIn(line: string, maps: ReadonlyMap<string, readonly TableRow[]>): Rule {
  const deny = DENY.exec(line)
  if (deny !== null) return { holds: conditionIn(deny[2]!), variable: null, value: () => '' }
  const [, variable, from, condition] = matched(SET, line)
  const holds = condition === undefined ? () => true : conditionIn(condition)
  const [, text, file, otherwise] = MAPPED.exec(from!) ?? []
  if (text === undefined) return { holds, variable: variable!, value: (read) => read(from!) }
  const rows = maps.get(file!)
  if (rows === undefined) throw new Error(`no map ${file}`)
  const value = (read: Read) => {
    const known = read(text)
    return rows.find(({ key }) => key.exec(known) !== null)?.value ?? otherwise!
  }
  return { holds, variable: variable!, value }
}

function conditionIn(text: string): (read: Read) => boolean {
  const tests = [...text.matchAll(CONDITION)].map(([, not, sample, value, least]) => {
    return (read: Read) => {
      const is =
        value === undefined ? Number(read(sample!)) > Number(least) : read(sample!) === value
      return is !== (not === '!')
    }
  })
  if (tests.length === 0) throw unreadableText(text)
  return (read) => tests.every((test) => test(read))
}

function sampleOf(
  text: string,
  { target, userAgent, address }: DoorRequest,
  values: ReadonlyMap<string, string>,
): string {
  const own = /^str\((\w*)\)$/.exec(text)?.[1]
  if (own !== undefined) return own
  const variable = /^var\(([\w.]+)\)$/.exec(text)?.[1]
  if (variable !== undefined) return values.get(variable) ?? ''
  const samples: Readonly<Record<string, string>> = {
    pathq: target,
    src: address,
    'pathq,length': String(target.length),
    'req.fhdr_cnt(User-Agent)': userAgent === '' ? '0' : '1',
    'req.fhdr(User-Agent),length': String(userAgent.length),
    'req.fhdr(User-Agent),bytes(0,1024),lower': userAgent.slice(0, 1024).toLowerCase(),
  }
  const sample = samples[text]
  if (sample === undefined) throw unreadableText(text)
  return sample
}

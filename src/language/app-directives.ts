/**
 * The value of App-Directives → an optional path and applications with their directives (A1). RFC 9651 is parsed by
 * `structured-headers`; what is no Token is reported here.
 */
import { DisplayString, type InnerList, type Item, parseList, Token } from 'structured-headers'
import { patternForm } from '../grammar/path-form.ts'
import type { DirectiveValue } from '../vocabulary/directive.ts'
import type { Report } from './diagnostic.ts'
import type { SettingValue } from './policy.ts'
import type { Span } from './source.ts'

type BareItem = Item[0]
type Application = Extract<SettingValue, { kind: 'app-directives' }>['applications'][number]

/** Reads one value. */
export function readAppDirectives(value: string, at: Span, report: Report): SettingValue | null {
  const path = value.startsWith('/') ? /^[^ \t]+/.exec(value)![0] : ''
  const listAt = path === '' ? 0 : /^[ \t]*/.exec(value.slice(path.length))![0].length + path.length
  const list = parse(value.slice(listAt))
  if (typeof list === 'number') {
    const from = Math.min(listAt + list, value.length)
    report(
      { ...at, column: at.column + from, length: Math.max(1, value.length - from) },
      'malformed-directives',
      value.slice(from),
    )
    return null
  }
  const applications = list.flatMap((member) => readMember(member, at, report) ?? [])
  return { kind: 'app-directives', path, pattern: patternForm(path), applications }
}

/** The members of a List, or the offset of the fault. */
function parse(list: string): readonly (Item | InnerList)[] | number {
  try {
    return parseList(list)
  } catch (error) {
    return Number(/at offset (\d+)$/.exec(String(error))?.[1] ?? 0)
  }
}

/** A2: an application and its map of directives. */
function readMember([item, parameters]: Item | InnerList, at: Span, report: Report): Application | null {
  if (!(item instanceof Token)) {
    report(at, 'directive-of-no-token', Array.isArray(item) ? '(…)' : String(item))
    return null
  }
  const directives = Object.fromEntries([...parameters].map(([name, value]) => [name, readBareItem(value)]))
  return { token: item.toString(), directives }
}

/** A2: a bare item in the JSON form of its kind. */
function readBareItem(item: BareItem): DirectiveValue {
  if (typeof item === 'number' || typeof item === 'boolean' || typeof item === 'string') return item
  if (item instanceof Token) return { token: item.toString() }
  if (item instanceof DisplayString) return { display: item.toString() }
  if (item instanceof Date) return { date: item.getTime() / 1000 }
  return { bytes: base64(new Uint8Array(item as ArrayBuffer)) }
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (octet) => String.fromCharCode(octet)).join(''))
}

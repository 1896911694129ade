/**
 * The value of App-Directives → an optional path and applications with their directives (A1).
 */
import { patternForm } from '../../grammar/path-form.ts'
import type { Report } from '../findings/diagnostic.ts'
import type { Span } from '../text/source.ts'
import type { SettingValue } from './policy.ts'
import { type ListMember, readList } from './structured-list.ts'

type Application = Extract<SettingValue, { kind: 'app-directives' }>['applications'][number]

/** Reads one value. A path begins with `/`, which no List does. */
export function readAppDirectives(value: string, at: Span, report: Report): SettingValue | null {
  const [, path = '', space = ''] = /^(\/[^ \t]*)([ \t]*)/.exec(value) ?? []
  const listAt = path.length + space.length
  const within = (from: number, to: number) => ({ ...at, column: at.column + from, length: to - from })
  const list = readList(value.slice(listAt))
  if (!list.ok) {
    const from = listAt + list.at
    report(within(from, value.length), 'malformed-directives', value.slice(from))
    return null
  }
  const applications: Application[] = []
  for (const member of list.members) {
    const token = tokenOf(member)
    const [from, to] = [listAt + member.at, listAt + member.end]
    if (token === null) report(within(from, to), 'directive-of-no-token', value.slice(from, to))
    else applications.push({ token, directives: Object.fromEntries(member.parameters) })
  }
  return { kind: 'app-directives', path, pattern: patternForm(path), applications }
}

function tokenOf({ item }: ListMember): string | null {
  return typeof item === 'object' && 'token' in item ? item.token : null
}

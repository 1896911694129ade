/** Reads Caddy's matchers, and the directives that refuse by them, as steps. */
import {
  ALWAYS,
  all,
  any,
  expressionTest,
  type FilePlace,
  negated,
  type RequestCondition,
  textTest,
  unknown,
} from './condition.ts'
import { ProgramDraft, REFUSE, type ServerProgram } from './server-program.ts'
import { CADDY, type FileStatement, statementOf, statementsIn } from './tokens.ts'

export function readCaddyFile(text: string): ServerProgram {
  const reader = new CaddyReader()
  const lines = statementsIn(text, CADDY)
  reader.matchers(lines)
  reader.block(lines, ALWAYS)
  return reader.program('its matchers')
}

class CaddyReader extends ProgramDraft {
  readonly #named = new Map<string, RequestCondition>()

  matchers(lines: readonly FileStatement[]): void {
    for (const line of lines) {
      const { texts, block } = line
      const [name = ''] = texts
      if (name.startsWith('@') && !this.#named.has(name)) {
        const own = insideOf(line)
        const test = this.#matcher(own)
        this.#named.set(name, test)
        if (own.some(({ place }) => /user-agent/i.test(place.text))) this.presumed.push(test)
      } else if (block !== null) this.matchers(block)
    }
  }

  /** Lines with different matchers all have to hold. */
  #matcher(lines: readonly FileStatement[]): RequestCondition {
    return all(...lines.map((line) => this.#one(line)))
  }

  #one(line: FileStatement): RequestCondition {
    const { texts, place } = line
    const [name = '', ...rest] = texts
    const isAgent = (text: string | undefined) => /^user-agent$/i.test(text ?? '')
    if (name === 'not') return negated(this.#matcher(insideOf(line)))
    if (name === 'path') return any(rest.map((value) => pathTest(value, place)))
    if (name === 'path_regexp') return expressionTest('path', rest.at(-1) ?? '', place)
    if (name === 'header_regexp') {
      const at = rest.findIndex(isAgent)
      return at < 0 ? unknown(place) : expressionTest('agent', rest[at + 1] ?? '', place)
    }
    if (name === 'header' && isAgent(rest[0]))
      return any(rest.slice(1).map((value) => wildTest(value, place)))
    return unknown(place)
  }

  block(lines: readonly FileStatement[], when: RequestCondition): void {
    for (const each of lines) this.#directive(each, when)
  }

  #directive({ texts, place, block }: FileStatement, when: RequestCondition): void {
    const [name = '', ...rest] = texts
    const [matcher = ''] = rest
    if (name.startsWith('@')) return
    const own = this.#matched(matcher, place)
    const inside = own === null ? when : all(when, own)
    const status = rest.find((word) => /^[1-5]\d\d$/.test(word))
    const isRefusal =
      name === 'abort' ||
      ((name === 'respond' || name === 'error') && /^4(?!29)/.test(status ?? ''))
    if (isRefusal) this.step(inside, REFUSE)
    else if (block !== null) this.block(block, inside)
    else if (name === 'import' || /^(?:basic_?auth|forward_auth|rate_limit)$/.test(name))
      this.unread(place)
  }

  /** Null where the first argument is no matcher. */
  #matched(text: string, place: FilePlace): RequestCondition | null {
    if (text.startsWith('@')) return this.#named.get(text) ?? unknown(place)
    return text.startsWith('/') ? pathTest(text, place) : null
  }
}

/** The lines of a matcher, or the one that follows its name. */
function insideOf({ words, block }: FileStatement): readonly FileStatement[] {
  return block ?? [statementOf(words.slice(1))]
}

/** `/a` is that path, `/a*` what begins so. */
function pathTest(value: string, place: FilePlace): RequestCondition {
  const stars = value.split('*').length - 1
  if (value === '*' || value === '/*') return ALWAYS
  if (stars === 0) return textTest('path', 'is', value, place, true)
  if (stars === 1 && value.endsWith('*'))
    return textTest('path', 'begins', value.slice(0, -1), place, true)
  const source = value.split('*').map(escaped).join('.*')
  return expressionTest('path', `^${source}$`, place, true)
}

function wildTest(value: string, place: FilePlace): RequestCondition {
  const inner = value.replace(/^[*]|[*]$/g, '')
  if (!inner.includes('*') && value.startsWith('*') && value.endsWith('*'))
    return textTest('agent', 'has', inner, place)
  if (!value.includes('*')) return textTest('agent', 'is', value, place)
  return expressionTest('agent', `^${value.split('*').map(escaped).join('.*')}$`, place)
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

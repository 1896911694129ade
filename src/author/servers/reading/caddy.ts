/** Reads Caddy's matchers, and the directives that refuse by them, as steps. */
import { ALWAYS, all, negated, type RequestCondition } from './condition.ts'
import { ProgramDraft, REFUSE, type ServerProgram } from './server-program.ts'
import { expressionTest, type FilePlace, textTest } from './text-tests.ts'
import { CADDY, type FileWord, fileWords } from './tokens.ts'

interface Line {
  readonly words: readonly FileWord[]
  readonly block: readonly Line[] | null
}

export function readCaddyFile(text: string): ServerProgram {
  const reader = new CaddyReader()
  const lines = blockLines(fileWords(text, CADDY), [0], 0)
  reader.matchers(lines)
  reader.block(lines, ALWAYS)
  return reader.program()
}

const MOST_DEPTH = 50

function blockLines(words: readonly FileWord[], at: [number], depth: number): readonly Line[] {
  const found: Line[] = []
  let own: FileWord[] = []
  const end = (block: readonly Line[] | null) => {
    if (own.length > 0 || block !== null) found.push({ words: own, block })
    own = []
  }
  while (at[0] < words.length) {
    const word = words[at[0]++]!
    const isSign = !word.isQuoted
    if (isSign && word.text === '\n') end(null)
    else if (isSign && word.text === '{' && depth < MOST_DEPTH)
      end(blockLines(words, at, depth + 1))
    else if (isSign && word.text === '}') {
      if (depth > 0) break
    } else own.push(word)
  }
  end(null)
  return found
}

class CaddyReader {
  readonly #draft = new ProgramDraft()
  readonly #named = new Map<string, RequestCondition>()
  readonly #ofAgents: RequestCondition[] = []

  program(): ServerProgram {
    return this.#draft.program(this.#ofAgents, 'its matchers')
  }

  matchers(lines: readonly Line[]): void {
    for (const { words, block } of lines) {
      const [name = ''] = words.map(({ text }) => text)
      if (name.startsWith('@') && !this.#named.has(name)) {
        const own = block ?? [{ words: words.slice(1), block: null }]
        const test = this.#matcher(own)
        this.#named.set(name, test)
        if (own.some((each) => /user-agent/i.test(placeOf(each.words).text)))
          this.#ofAgents.push(test)
      } else if (block !== null) this.matchers(block)
    }
  }

  /** Lines with different matchers all have to hold. */
  #matcher(lines: readonly Line[]): RequestCondition {
    return all(...lines.map((line) => this.#one(line)))
  }

  #one({ words, block }: Line): RequestCondition {
    const [name = '', ...rest] = words.map(({ text }) => text)
    const place = placeOf(words)
    const unknown: RequestCondition = { kind: 'unknown', ...place }
    const isAgent = (text: string | undefined) => /^user-agent$/i.test(text ?? '')
    const anyOf = (of: readonly RequestCondition[]): RequestCondition => ({ kind: 'any', of })
    if (name === 'not')
      return negated(this.#matcher(block ?? [{ words: words.slice(1), block: null }]))
    if (name === 'path') return anyOf(rest.map((value) => pathTest(value, place)))
    if (name === 'path_regexp') return expressionTest('path', rest.at(-1) ?? '', false, place)
    if (name === 'header_regexp') {
      const at = rest.findIndex(isAgent)
      return at < 0 ? unknown : expressionTest('agent', rest[at + 1] ?? '', false, place)
    }
    if (name === 'header' && isAgent(rest[0]))
      return anyOf(rest.slice(1).map((value) => wildTest(value, place)))
    return unknown
  }

  block(lines: readonly Line[], when: RequestCondition): void {
    for (const { words, block } of lines) this.#directive(words, block, when)
  }

  #directive(
    words: readonly FileWord[],
    block: readonly Line[] | null,
    when: RequestCondition,
  ): void {
    const [name = '', ...rest] = words.map(({ text }) => text)
    const place = placeOf(words)
    const [matcher = ''] = rest
    if (name.startsWith('@')) return
    const own = this.#matched(matcher, place)
    const inside = own === null ? when : all(when, own)
    const status = rest.find((word) => /^[1-5]\d\d$/.test(word))
    const isRefusal =
      name === 'abort' ||
      ((name === 'respond' || name === 'error') && /^4(?!29)/.test(status ?? ''))
    if (isRefusal) this.#draft.step(inside, REFUSE)
    else if (block !== null) this.block(block, inside)
    else if (name === 'import' || /^(?:basic_?auth|forward_auth|rate_limit)$/.test(name))
      this.#draft.unreadLine(place.line, place.text)
  }

  /** Null where the first argument is no matcher. */
  #matched(text: string, place: FilePlace): RequestCondition | null {
    if (text.startsWith('@')) return this.#named.get(text) ?? { kind: 'unknown', ...place }
    return text.startsWith('/') ? pathTest(text, place) : null
  }
}

/** `/a` is that path, `/a*` what begins so. */
function pathTest(value: string, place: FilePlace): RequestCondition {
  const stars = value.split('*').length - 1
  if (value === '*' || value === '/*') return ALWAYS
  if (stars === 0) return textTest('path', 'is', value, true, place.line)
  if (stars === 1 && value.endsWith('*'))
    return textTest('path', 'begins', value.slice(0, -1), true, place.line)
  const source = value.split('*').map(escaped).join('.*')
  return expressionTest('path', `^${source}$`, true, place)
}

function wildTest(value: string, place: FilePlace): RequestCondition {
  const inner = value.replace(/^[*]|[*]$/g, '')
  if (!inner.includes('*') && value.startsWith('*') && value.endsWith('*'))
    return textTest('agent', 'has', inner, false, place.line)
  if (!value.includes('*')) return textTest('agent', 'is', value, false, place.line)
  return expressionTest('agent', `^${value.split('*').map(escaped).join('.*')}$`, false, place)
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

function placeOf(words: readonly FileWord[]): FilePlace {
  return { line: words[0]?.line ?? 0, text: words.map(({ text }) => text).join(' ') }
}

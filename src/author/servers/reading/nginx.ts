/** Reads nginx's `map`, `if`, `set`, `return` and `location` as steps. */
import { ALWAYS, all, negated, type RequestCondition, type Subject } from './condition.ts'
import { PERMIT, ProgramDraft, REFUSE, type ServerProgram } from './server-program.ts'
import { expressionTest, type FilePlace, textTest } from './text-tests.ts'
import { type FileWord, fileWords, NGINX } from './tokens.ts'

interface Statement {
  readonly words: readonly FileWord[]
  readonly block: readonly Statement[] | null
}

const SUBJECTS: Readonly<Record<string, Subject>> = {
  $http_user_agent: 'agent',
  $request_uri: 'target',
  $uri: 'path',
  $document_uri: 'path',
}
/** What the file says of who is refused, besides what is read here. */
const OF_REFUSALS =
  /^(?:deny|allow|geo|include|limit_req|limit_conn|auth_\w+|valid_referers|satisfy|modsecurity\w*)$/
const REFUSING = /^(?:4(?!29)\d\d)$/

export function readNginxFile(text: string): ServerProgram {
  const statements = statementsIn(fileWords(text, NGINX), [0])
  const reader = new NginxReader()
  reader.maps(statements)
  reader.block(statements, ALWAYS)
  return reader.program()
}

function statementsIn(words: readonly FileWord[], at: [number], depth = 0): readonly Statement[] {
  const found: Statement[] = []
  let own: FileWord[] = []
  while (at[0] < words.length) {
    const word = words[at[0]++]!
    if (word.isQuoted || !/^[{};]$/.test(word.text)) own.push(word)
    else if (word.text === ';') {
      if (own.length > 0) found.push({ words: own, block: null })
      own = []
    } else if (word.text === '{') {
      if (depth < MOST_DEPTH) found.push({ words: own, block: statementsIn(words, at, depth + 1) })
      own = []
    } else if (depth > 0) break
  }
  if (own.length > 0) found.push({ words: own, block: null })
  return found
}

const MOST_DEPTH = 50

class NginxReader {
  readonly #draft = new ProgramDraft()
  readonly #presumed: RequestCondition[] = []
  readonly #mapped = new Set<string>()

  program(): ServerProgram {
    return this.#draft.program(this.#presumed, 'the variables of its maps')
  }

  /** Maps are read when they are needed: those of others' variables come behind these. */
  maps(statements: readonly Statement[]): void {
    const found = mapsIn(statements)
    const ready = new Set<string>(Object.keys(SUBJECTS))
    for (let round = 0; round <= found.length; round++)
      for (const { words, block } of found) {
        const [, from, to] = words.map(({ text }) => text)
        const isReady = ready.has(from ?? '') || round === found.length
        if (to === undefined || ready.has(to) || !isReady) continue
        ready.add(to)
        this.#map(from!, to as Subject, block ?? [])
      }
  }

  #map(from: string, to: Subject, rows: readonly Statement[]): void {
    const isOwn = Object.hasOwn(SUBJECTS, from) || this.#mapped.has(from)
    if (!isOwn) return
    this.#mapped.add(to)
    const subject = SUBJECTS[from] ?? (from as Subject)
    const byDefault = rows.find(({ words }) => words[0]?.text === 'default')?.words[1]?.text ?? ''
    const set = (when: RequestCondition, value: string) =>
      this.#draft.step(when, { kind: 'set', variable: to, value })
    set(ALWAYS, byDefault)
    const isExpression = ({ words }: Statement) => words[0]?.text.startsWith('~') === true
    const read = rows.filter(({ words }) => words[0]?.text !== 'default')
    // The first expression wins, and equal texts before all: the last step does.
    for (const row of [
      ...read.filter(isExpression).reverse(),
      ...read.filter((each) => !isExpression(each)),
    ]) {
      const [key, value] = row.words
      if (key === undefined || row.block !== null) continue
      if (value === undefined || key.text === 'include') {
        this.#draft.unreadLine(key.line, row.words.map(({ text }) => text).join(' '))
        continue
      }
      const when = keyTest(subject, key.text, placeOf(row.words))
      set(when, value.text)
      if (!['', '0', byDefault].includes(value.text) && from === '$http_user_agent')
        this.#presumed.push(when)
    }
  }

  block(statements: readonly Statement[], when: RequestCondition): void {
    for (const { words, block } of statements) this.#statement(words, block, when)
  }

  #statement(
    words: readonly FileWord[],
    block: readonly Statement[] | null,
    when: RequestCondition,
  ): void {
    const [name = '', first = '', second = ''] = words.map(({ text }) => text)
    const place = placeOf(words)
    if (name === 'if' && block !== null) {
      this.block(block, all(when, this.#condition(words.slice(1), place)))
    } else if (name === 'location' && block !== null) {
      const own = locationTest(words.slice(1), place)
      if (own !== null) this.block(block, all(when, own))
    } else if (name === 'set' && first.startsWith('$'))
      this.#draft.step(when, { kind: 'set', variable: first as Subject, value: second })
    else if (name === 'return' && first !== '') {
      // What is not refused here goes on elsewhere.
      if (REFUSING.test(first)) this.#draft.step(when, REFUSE)
      else if (when !== ALWAYS) this.#draft.step(when, PERMIT)
    } else if (OF_REFUSALS.test(name) && !isHarmless(name, first))
      this.#draft.unreadLine(place.line, place.text)
    else if (name !== 'map' && block !== null) this.block(block, when)
  }

  #condition(words: readonly FileWord[], place: FilePlace): RequestCondition {
    const [subjectText = '', operator = '', ...rest] = inParentheses(words)
    const value = rest.join(' ')
    const subject: Subject | null =
      SUBJECTS[subjectText] ?? (this.#isVariable(subjectText) ? (subjectText as Subject) : null)
    if (subject === null) return { kind: 'unknown', ...place }
    if (operator === '')
      return negated({
        kind: 'any',
        of: ['', '0'].map((each) => textTest(subject, 'is', each, false, place.line)),
      })
    const isNot = operator.startsWith('!')
    const sign = isNot ? operator.slice(1) : operator
    const test = TESTS[sign]?.(subject, value, place)
    if (test === undefined) return { kind: 'unknown', ...place }
    return isNot ? negated(test) : test
  }

  #isVariable(name: string): boolean {
    return (
      this.#mapped.has(name) ||
      this.#draft.steps.some(({ act }) => act.kind === 'set' && act.variable === name)
    )
  }
}

const TESTS: Readonly<
  Record<string, (subject: Subject, value: string, place: FilePlace) => RequestCondition>
> = {
  '=': (subject, value, { line }) => textTest(subject, 'is', value, false, line),
  '~': (subject, value, place) => expressionTest(subject, value, false, place),
  '~*': (subject, value, place) => expressionTest(subject, value, true, place),
}

function isHarmless(name: string, first: string): boolean {
  return name === 'include'
    ? /mime\.types|fastcgi|proxy_params|ssl/.test(first)
    : first === 'off' || first === 'all'
}

function mapsIn(statements: readonly Statement[]): readonly Statement[] {
  return statements.flatMap((each) =>
    each.words[0]?.text === 'map' && each.block !== null ? [each] : mapsIn(each.block ?? []),
  )
}

function keyTest(subject: Subject, key: string, place: FilePlace): RequestCondition {
  if (key.startsWith('~*')) return expressionTest(subject, key.slice(2), true, place)
  if (key.startsWith('~')) return expressionTest(subject, key.slice(1), false, place)
  const isCaseless = true
  return textTest(subject, 'is', key.replace(/^\\/, ''), isCaseless, place.line)
}

function locationTest(words: readonly FileWord[], place: FilePlace): RequestCondition | null {
  const [first = '', second = ''] = words.map(({ text }) => text)
  if (first.startsWith('@') || first === '') return null
  if (first === '=') return textTest('path', 'is', second, false, place.line)
  if (first === '~' || first === '~*') return expressionTest('path', second, first === '~*', place)
  const path = first === '^~' ? second : first
  return path === '/' ? ALWAYS : textTest('path', 'begins', path, false, place.line)
}

/** The words of `( … )`. */
function inParentheses(words: readonly FileWord[]): readonly string[] {
  const texts = words.map(({ text }) => text)
  const last = texts.length - 1
  return texts
    .map((text, i) => {
      const start = i === 0 && !words[i]!.isQuoted ? text.replace(/^\(/, '') : text
      return i === last && !words[i]!.isQuoted ? start.replace(/\)$/, '') : start
    })
    .filter((text, i) => text !== '' || words[i]!.isQuoted)
}

function placeOf(words: readonly FileWord[]): FilePlace {
  return { line: words[0]?.line ?? 0, text: words.map(({ text }) => text).join(' ') }
}

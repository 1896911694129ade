/** Reads nginx's `map`, `if`, `set`, `return` and `location` as steps. */
import {
  ALWAYS,
  all,
  any,
  expressionTest,
  type FilePlace,
  negated,
  type RequestCondition,
  type Subject,
  textTest,
  unknown,
} from './condition.ts'
import { PERMIT, ProgramDraft, REFUSE, type ServerProgram } from './server-program.ts'
import { type FileStatement, NGINX, statementsIn } from './tokens.ts'

const SUBJECTS: Readonly<Record<string, Subject>> = {
  $http_user_agent: 'agent',
  $request_uri: 'target',
  $uri: 'path',
  $document_uri: 'path',
}
/** Directives that also decide who is refused, and that are not read here. */
const OF_REFUSALS =
  /^(?:deny|allow|geo|include|limit_req|limit_conn|auth_\w+|valid_referers|satisfy|modsecurity\w*)$/
const REFUSING = /^(?:4(?!29)\d\d)$/

export function readNginxFile(text: string): ServerProgram {
  const statements = statementsIn(text, NGINX)
  const reader = new NginxReader()
  reader.maps(statements)
  reader.block(statements, ALWAYS)
  return reader.program('the variables of its maps')
}

class NginxReader extends ProgramDraft {
  readonly #mapped = new Set<string>()

  /** Reads maps in order of dependence: a map of another map's variable comes after that map. */
  maps(statements: readonly FileStatement[]): void {
    const found = mapsIn(statements)
    const ready = new Set<string>(Object.keys(SUBJECTS))
    for (let round = 0; round <= found.length; round++)
      for (const { texts, block } of found) {
        const [, from, to] = texts
        const isReady = ready.has(from ?? '') || round === found.length
        if (to === undefined || ready.has(to) || !isReady) continue
        ready.add(to)
        this.#map(from!, to as Subject, block ?? [])
      }
  }

  #map(from: string, to: Subject, rows: readonly FileStatement[]): void {
    const isOwn = Object.hasOwn(SUBJECTS, from) || this.#mapped.has(from)
    if (!isOwn) return
    this.#mapped.add(to)
    const subject = SUBJECTS[from] ?? (from as Subject)
    const byDefault = rows.find(({ texts }) => texts[0] === 'default')?.texts[1] ?? ''
    const set = (when: RequestCondition, value: string) =>
      this.step(when, { kind: 'set', variable: to, value })
    set(ALWAYS, byDefault)
    const isExpression = ({ texts }: FileStatement) => texts[0]?.startsWith('~') === true
    const read = rows.filter(({ texts }) => texts[0] !== 'default')
    // The first expression wins, and equal texts before all: the last step does.
    for (const { texts, place, block } of [
      ...read.filter(isExpression).reverse(),
      ...read.filter((each) => !isExpression(each)),
    ]) {
      const [key, value] = texts
      if (key === undefined || block !== null) continue
      if (value === undefined || key === 'include') {
        this.unread(place)
        continue
      }
      const when = keyTest(subject, key, place)
      set(when, value)
      if (!['', '0', byDefault].includes(value) && from === '$http_user_agent')
        this.presumed.push(when)
    }
  }

  block(statements: readonly FileStatement[], when: RequestCondition): void {
    for (const each of statements) this.#statement(each, when)
  }

  #statement({ words, texts, place, block }: FileStatement, when: RequestCondition): void {
    const [name = '', first = '', second = ''] = texts
    if (name === 'if' && block !== null) {
      this.block(block, all(when, this.#condition(words.slice(1), place)))
    } else if (name === 'location' && block !== null) {
      const own = locationTest(texts.slice(1), place)
      if (own !== null) this.block(block, all(when, own))
    } else if (name === 'set' && first.startsWith('$'))
      this.step(when, { kind: 'set', variable: first as Subject, value: second })
    else if (name === 'return' && first !== '') {
      // `return` with another status ends the request without refusing it.
      if (REFUSING.test(first)) this.step(when, REFUSE)
      else if (when !== ALWAYS) this.step(when, PERMIT)
    } else if (OF_REFUSALS.test(name) && !isHarmless(name, first)) this.unread(place)
    else if (name !== 'map' && block !== null) this.block(block, when)
  }

  #condition(words: FileStatement['words'], place: FilePlace): RequestCondition {
    const [subjectText = '', operator = '', ...rest] = inParentheses(words)
    const value = rest.join(' ')
    const subject: Subject | null =
      SUBJECTS[subjectText] ?? (this.#isVariable(subjectText) ? (subjectText as Subject) : null)
    if (subject === null) return unknown(place)
    if (operator === '')
      return negated(any(['', '0'].map((each) => textTest(subject, 'is', each, place))))
    const isNot = operator.startsWith('!')
    const sign = isNot ? operator.slice(1) : operator
    const test = TESTS[sign]?.(subject, value, place)
    if (test === undefined) return unknown(place)
    return isNot ? negated(test) : test
  }

  #isVariable(name: string): boolean {
    return (
      this.#mapped.has(name) ||
      this.steps.some(({ act }) => act.kind === 'set' && act.variable === name)
    )
  }
}

const TESTS: Readonly<
  Record<string, (subject: Subject, value: string, place: FilePlace) => RequestCondition>
> = {
  '=': (subject, value, place) => textTest(subject, 'is', value, place),
  '~': (subject, value, place) => expressionTest(subject, value, place),
  '~*': (subject, value, place) => expressionTest(subject, value, place, true),
}

function isHarmless(name: string, first: string): boolean {
  return name === 'include'
    ? /mime\.types|fastcgi|proxy_params|ssl/.test(first)
    : first === 'off' || first === 'all'
}

function mapsIn(statements: readonly FileStatement[]): readonly FileStatement[] {
  return statements.flatMap((each) =>
    each.texts[0] === 'map' && each.block !== null ? [each] : mapsIn(each.block ?? []),
  )
}

function keyTest(subject: Subject, key: string, place: FilePlace): RequestCondition {
  if (key.startsWith('~*')) return expressionTest(subject, key.slice(2), place, true)
  if (key.startsWith('~')) return expressionTest(subject, key.slice(1), place)
  return textTest(subject, 'is', key.replace(/^\\/, ''), place, true)
}

function locationTest(
  [first = '', second = '']: readonly string[],
  place: FilePlace,
): RequestCondition | null {
  if (first.startsWith('@') || first === '') return null
  if (first === '=') return textTest('path', 'is', second, place)
  if (first === '~' || first === '~*') return expressionTest('path', second, place, first === '~*')
  const path = first === '^~' ? second : first
  return path === '/' ? ALWAYS : textTest('path', 'begins', path, place)
}

/** The words of `( … )`. */
function inParentheses(words: FileStatement['words']): readonly string[] {
  const texts = words.map(({ text }) => text)
  const last = texts.length - 1
  return texts
    .map((text, i) => {
      const start = i === 0 && !words[i]!.isQuoted ? text.replace(/^\(/, '') : text
      return i === last && !words[i]!.isQuoted ? start.replace(/\)$/, '') : start
    })
    .filter((text, i) => text !== '' || words[i]!.isQuoted)
}

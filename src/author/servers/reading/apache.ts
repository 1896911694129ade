/**
 * Reads Apache's `SetEnvIf`, `BrowserMatch`, `RewriteCond`, `Deny`, `Require` and `<If>` as steps.
 */

import { readApacheExpression } from './apache-expression.ts'
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
import {
  PERMIT,
  ProgramDraft,
  REFUSE,
  type ServerProgram,
  type ServerStep,
} from './server-program.ts'
import { type FileStatement, LINES, statementsIn } from './tokens.ts'

const ATTRIBUTES: Readonly<Record<string, Subject>> = {
  'user-agent': 'agent',
  request_uri: 'path',
  the_request: 'target',
  http_user_agent: 'agent',
}
const OF_REFUSALS = /^(?:Sec\w+|AuthType|Include\w*|LimitExcept)$/i

export function readApacheFile(text: string): ServerProgram {
  const reader = new ApacheReader()
  for (const line of statementsIn(text, LINES)) reader.line(line)
  return reader.program()
}

type Directive = (words: readonly string[], place: FilePlace) => void

class ApacheReader extends ProgramDraft {
  readonly #sections: { readonly name: string; readonly when: RequestCondition }[] = []
  readonly #denials: { readonly when: RequestCondition; readonly act: ServerStep['act'] }[] = []
  #isDenyFirst = false
  #conditions: { readonly condition: RequestCondition; readonly isOr: boolean }[] = []

  readonly #directives: Readonly<Record<string, Directive>> = {
    setenvif: (words, place) => this.#setEnvIf(words, false, place),
    setenvifnocase: (words, place) => this.#setEnvIf(words, true, place),
    browsermatch: (words, place) => this.#setEnvIf(['User-Agent', ...words], false, place),
    browsermatchnocase: (words, place) => this.#setEnvIf(['User-Agent', ...words], true, place),
    rewritecond: (words, place) => this.#rewriteCond(words, place),
    rewriterule: (words, place) => this.#rewriteRule(words, place),
    order: ([first = '']) => {
      this.#isDenyFirst = /^deny,/i.test(first)
    },
    deny: (words, place) => this.#access(words.slice(1), REFUSE, place),
    allow: (words, place) => this.#access(words.slice(1), PERMIT, place),
    require: (words, place) => this.#require(words, place),
  }

  override program(): ServerProgram {
    const permits = this.#denials.filter(({ act }) => act === PERMIT)
    const refusals = this.#denials.filter(({ act }) => act === REFUSE)
    // By default what is denied stays denied.
    const ordered = this.#isDenyFirst ? [...permits, ...refusals] : refusals
    for (const { when, act } of ordered) this.step(when, act)
    return super.program('the variables that it sets')
  }

  line({ texts: [name = '', ...rest], place }: FileStatement): void {
    const key = name.toLowerCase()
    const directive = Object.hasOwn(this.#directives, key) ? this.#directives[key] : undefined
    if (name.startsWith('</')) this.#sections.pop()
    else if (name.startsWith('<')) this.#section(name.slice(1), rest, place)
    else if (directive !== undefined) directive(rest, place)
    else if (OF_REFUSALS.test(name) || /user-?agent/i.test(place.text)) this.unread(place)
  }

  #section(name: string, words: readonly string[], place: FilePlace): void {
    const own = name.toLowerCase()
    const value = words.join(' ').replace(/>$/, '')
    const tests: Readonly<Record<string, () => RequestCondition>> = {
      if: () => readApacheExpression(value, place),
      location: () => this.#pathOf(value, place),
      locationmatch: () => expressionTest('path', value, place),
      files: () => textTest('path', 'ends', `/${value}`, place),
      filesmatch: () => expressionTest('path', value.replace(/^\^/, '/'), place),
    }
    this.#sections.push({ name: own, when: tests[own]?.() ?? ALWAYS })
  }

  #pathOf(value: string, place: FilePlace): RequestCondition {
    const [, expression] = /^~\s+(.*)$/.exec(value) ?? []
    if (expression !== undefined) return expressionTest('path', expression, place)
    return value === '/' ? ALWAYS : textTest('path', 'begins', value, place)
  }

  #when(...more: readonly RequestCondition[]): RequestCondition {
    return all(...this.#sections.map(({ when }) => when), ...more)
  }

  #setEnvIf(
    [attribute = '', source = '', ...sets]: readonly string[],
    isCaseless: boolean,
    place: FilePlace,
  ): void {
    const subject = ATTRIBUTES[attribute.toLowerCase().replace(/^\^|\$$/g, '')]
    const variable = `$env:${attribute}` as const
    const known = this.steps.some(({ act }) => act.kind === 'set' && act.variable === variable)
    if (subject === undefined && !known) {
      this.unread(place)
      return
    }
    const when = this.#when(expressionTest(subject ?? variable, source, place, isCaseless))
    for (const each of sets) {
      const isUnset = each.startsWith('!')
      const [name = '', value = '1'] = (isUnset ? `${each.slice(1)}=` : each).split('=')
      this.step(when, { kind: 'set', variable: `$env:${name}`, value })
      if (subject === 'agent' && !isUnset && !/good|allow|white|ok/i.test(name))
        this.presumed.push(when)
    }
  }

  #rewriteCond(
    [subjectText = '', source = '', ...rest]: readonly string[],
    place: FilePlace,
  ): void {
    const flags = rest.join(' ').toUpperCase()
    const isCaseless = /\bNC\b|NOCASE/.test(flags)
    const name = /^%\{(.*)\}$/.exec(subjectText)?.[1] ?? ''
    const environment = /^ENV:(.*)$/i.exec(name)?.[1]
    const subject =
      environment === undefined
        ? ATTRIBUTES[name.toLowerCase().replace(/^http:user-agent$/, 'user-agent')]
        : (`$env:${environment}` as const)
    const isNot = source.startsWith('!')
    const own = isNot ? source.slice(1) : source
    const test = (): RequestCondition => {
      if (subject === undefined) return unknown(place)
      const [, equal] = /^="?(.*?)"?$/.exec(own) ?? []
      return equal === undefined
        ? expressionTest(subject, own, place, isCaseless)
        : textTest(subject, 'is', equal, place, isCaseless)
    }
    const condition = isNot ? negated(test()) : test()
    this.#conditions.push({ condition, isOr: /\bOR\b|ORNEXT/.test(flags) })
  }

  #rewriteRule(
    [source = '', substitution = '', ...rest]: readonly string[],
    place: FilePlace,
  ): void {
    const conditions = joined(this.#conditions)
    this.#conditions = []
    const flags = rest.join(' ').toUpperCase()
    const isRefusal = /\[(?:.*,)?\s*(?:F|FORBIDDEN|G|GONE|R=4(?!29)\d\d)\s*(?:,.*)?\]/.test(flags)
    const isNot = source.startsWith('!')
    const when = this.#when(...conditions, ruleTest(isNot ? source.slice(1) : source, isNot, place))
    const [, name, value] = /\bE=([^:,\]]+):?([^,\]]*)/i.exec(rest.join(' ')) ?? []
    if (name !== undefined)
      this.step(when, { kind: 'set', variable: `$env:${name}`, value: value || '1' })
    if (isRefusal) this.step(when, REFUSE)
    else if (substitution === '-' && /\b(?:L|END|S)\b/.test(flags)) this.step(when, PERMIT)
    else if (name === undefined && /HTTP_USER_AGENT/.test(place.text)) this.unread(place)
  }

  #access(words: readonly string[], act: ServerStep['act'], place: FilePlace): void {
    for (const word of words) {
      const name = /^env=(.*)$/i.exec(word)?.[1]
      if (name !== undefined) this.#denials.push({ when: this.#when(isSet(name, place)), act })
      else if (word.toLowerCase() === 'all') {
        if (act === REFUSE) this.#denials.push({ when: this.#when(), act })
      } else this.unread(place)
    }
  }

  #require(words: readonly string[], place: FilePlace): void {
    const [kind = '', second = '', ...names] = words
    const isIn = (section: string) => this.#sections.some(({ name }) => name === section)
    if (/^not$/i.test(kind) && /^env$/i.test(second))
      for (const name of names)
        this.#denials.push({ when: this.#when(isSet(name, place)), act: REFUSE })
    else if (/^all$/i.test(kind)) {
      if (/^denied$/i.test(second) && (isIn('if') || isIn('location') || isIn('locationmatch')))
        this.#denials.push({ when: this.#when(), act: REFUSE })
    } else this.unread(place)
  }
}

function isSet(name: string, place: FilePlace): RequestCondition {
  return negated(textTest(`$env:${name}`, 'is', '', place))
}

/** With `[OR]` a condition is one of those that follow it. */
function joined(
  conditions: readonly { readonly condition: RequestCondition; readonly isOr: boolean }[],
): readonly RequestCondition[] {
  const found: RequestCondition[][] = [[]]
  for (const { condition, isOr } of conditions) {
    found.at(-1)!.push(condition)
    if (!isOr) found.push([])
  }
  return found.filter((each) => each.length > 0).map(any)
}

const EVERY_PATH = /^(?:\^?\(?\.[*+?]?\)?\$?|\^|\.\*|\^\(\.\*\)\$|)$/

/** In `.htaccess` a path has no slash at its beginning. */
function ruleTest(source: string, isNot: boolean, place: FilePlace): RequestCondition {
  if (EVERY_PATH.test(source)) return isNot ? negated(ALWAYS) : ALWAYS
  const test = expressionTest('path', source, place, /^\(\?i\)/.test(source))
  if (test.kind !== 'text') return test
  const { holds } = test
  const either: RequestCondition = { ...test, holds: (path) => holds(path) || holds(path.slice(1)) }
  return isNot ? negated(either) : either
}

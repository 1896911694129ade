/**
 * Reads HAProxy's `acl` and `http-request` lines as steps. Lists of `-f` are read from beside the
 * file.
 */
import { wordLines } from './apache.ts'
import { ALWAYS, negated, type RequestCondition, type Subject } from './condition.ts'
import { PERMIT, ProgramDraft, REFUSE, type ServerProgram } from './server-program.ts'
import { type ComparisonKind, expressionTest, type FilePlace, textTest } from './text-tests.ts'
import { fileWords, LINES } from './tokens.ts'

/** The text of a file beside the one that is read; null without it. */
export type ReadBeside = (path: string) => string | null

const FETCHES: readonly (readonly [RegExp, Subject])[] = [
  [/^(?:req\.)?f?hdr(?:_\w+)?\(user-agent(?:,-?\d+)?\)/i, 'agent'],
  [/^(?:url|pathq)(?:_\w+)?(?=$|,)/, 'target'],
  [/^path(?:_\w+)?(?=$|,)/, 'path'],
]
const METHODS: Readonly<Record<string, ComparisonKind | 'expression'>> = {
  beg: 'begins',
  end: 'ends',
  sub: 'has',
  dir: 'has',
  str: 'is',
  reg: 'expression',
}

export function readHaproxyFile(text: string, readBeside: ReadBeside): ServerProgram {
  const reader = new HaproxyReader(readBeside)
  for (const words of wordLines(fileWords(text, LINES))) {
    const own = words.map((word) => word.text)
    reader.line(own, { line: words[0]!.line, text: own.join(' ') })
  }
  return reader.program()
}

class HaproxyReader {
  readonly #draft = new ProgramDraft()
  readonly #named = new Map<string, RequestCondition[]>()
  readonly #readBeside: ReadBeside

  constructor(readBeside: ReadBeside) {
    this.#readBeside = readBeside
  }

  program(): ServerProgram {
    const ofAgents = [...this.#named.values()].flat().filter((each) => {
      return each.kind === 'text' ? each.subject === 'agent' : each.kind === 'any'
    })
    return this.#draft.program(ofAgents, 'its acl lines')
  }

  line(words: readonly string[], place: FilePlace): void {
    const [first = '', second = ''] = words
    if (first === 'acl') {
      const own = this.#named.get(second) ?? []
      this.#named.set(second, [...own, this.#test(words.slice(2), place)])
      return
    }
    const isRule = first === 'http-request' || first === 'block' || first === 'reqdeny'
    if (!isRule) {
      if (/user-agent/i.test(place.text)) this.#draft.unreadLine(place.line, place.text)
      return
    }
    const at = words.findIndex((word) => word === 'if' || word === 'unless')
    const condition = at < 0 ? ALWAYS : this.#condition(words.slice(at + 1), place)
    const when = at >= 0 && words[at] === 'unless' ? negated(condition) : condition
    const status = words.slice(0, at < 0 ? undefined : at).find((word) => /^[1-5]\d\d$/.test(word))
    const isDenial =
      first === 'block' ||
      /^(?:deny|reject|tarpit|silent-drop)$/.test(second) ||
      (second === 'return' && /^4/.test(status ?? ''))
    if (isDenial) {
      if (status === '429') this.#draft.unreadLine(place.line, place.text)
      else this.#draft.step(when, REFUSE)
    } else if (second === 'allow') this.#draft.step(when, PERMIT)
    else if (/user-agent/i.test(place.text)) this.#draft.unreadLine(place.line, place.text)
  }

  #condition(words: readonly string[], place: FilePlace): RequestCondition {
    const any: RequestCondition[][] = [[]]
    for (let at = 0; at < words.length; at++) {
      const word = words[at]!
      if (word === '||' || word === 'or') any.push([])
      else if (word === '{' || word === '!{') {
        const end = words.indexOf('}', at)
        const inside = this.#test(words.slice(at + 1, end < 0 ? undefined : end), place)
        any.at(-1)!.push(word === '{' ? inside : negated(inside))
        at = end < 0 ? words.length : end
      } else if (word !== 'and') any.at(-1)!.push(this.#namedTest(word, place))
    }
    return { kind: 'any', of: any.map((of): RequestCondition => ({ kind: 'all', of })) }
  }

  #namedTest(word: string, place: FilePlace): RequestCondition {
    const isNot = word.startsWith('!')
    const of = this.#named.get(isNot ? word.slice(1) : word)
    const test: RequestCondition =
      of === undefined ? { kind: 'unknown', ...place } : { kind: 'any', of }
    return isNot ? negated(test) : test
  }

  #test([fetch = '', ...rest]: readonly string[], place: FilePlace): RequestCondition {
    const [found, subject] = FETCHES.find(([form]) => form.test(fetch)) ?? []
    const unknown: RequestCondition = { kind: 'unknown', ...place }
    if (found === undefined || subject === undefined) return unknown
    let method = /_(\w+)(?:\(|,|$)/.exec(fetch)?.[1] ?? 'str'
    let isCaseless = /,lower\b/.test(fetch)
    const values: string[] = []
    for (let at = 0; at < rest.length; at++) {
      const word = rest[at]!
      if (word === '-i') isCaseless = true
      else if (word === '-m') method = rest[++at] ?? ''
      else if (word === '-f') {
        const text = this.#readBeside(rest[++at] ?? '')
        if (text === null) return unknown
        values.push(...listedIn(text))
      } else if (word !== '--') values.push(word)
    }
    const kind = METHODS[method]
    if (kind === undefined || values.length === 0) return unknown
    const of = values.map((value) =>
      kind === 'expression'
        ? expressionTest(subject, value, isCaseless, place)
        : textTest(subject, kind, value.replace(/\\(.)/g, '$1'), isCaseless, place.line),
    )
    return of.length === 1 ? of[0]! : { kind: 'any', of }
  }
}

export function listedIn(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/** A list of names, one a line, as `acl … -i -f` reads it. */
export function readNameList(text: string): ServerProgram {
  const draft = new ProgramDraft()
  const lines = text.split('\n')
  const of = lines.flatMap((each, i): RequestCondition[] => {
    const name = each.trim()
    return name === '' || name.startsWith('#') ? [] : [textTest('agent', 'has', name, true, i + 1)]
  })
  draft.notes.push('the file is a list of names: each is read as refused')
  draft.step({ kind: 'any', of }, REFUSE)
  return draft.program()
}

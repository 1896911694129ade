/**
 * Reads HAProxy's `acl` and `http-request` lines as steps. Lists of `-f` are read from beside the
 * file.
 */
import {
  ALWAYS,
  all,
  any,
  type ComparisonKind,
  expressionTest,
  type FilePlace,
  negated,
  type RequestCondition,
  type Subject,
  textTest,
  unknown,
} from './condition.ts'
import { PERMIT, ProgramDraft, REFUSE, type ServerProgram } from './server-program.ts'
import { type FileStatement, LINES, statementsIn } from './tokens.ts'

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
  for (const line of statementsIn(text, LINES)) reader.line(line)
  return reader.program()
}

class HaproxyReader extends ProgramDraft {
  readonly #named = new Map<string, RequestCondition[]>()
  readonly #readBeside: ReadBeside

  constructor(readBeside: ReadBeside) {
    super()
    this.#readBeside = readBeside
  }

  override program(): ServerProgram {
    const ofAgents = [...this.#named.values()].flat().filter((each) => {
      return each.kind === 'text' ? each.subject === 'agent' : each.kind === 'any'
    })
    this.presumed.push(...ofAgents)
    return super.program('its acl lines')
  }

  line({ texts: words, place }: FileStatement): void {
    const [first = '', second = ''] = words
    if (first === 'acl') {
      const own = this.#named.get(second) ?? []
      this.#named.set(second, [...own, this.#test(words.slice(2), place)])
      return
    }
    const isRule = first === 'http-request' || first === 'block' || first === 'reqdeny'
    if (!isRule) {
      if (/user-agent/i.test(place.text)) this.unread(place)
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
      if (status === '429') this.unread(place)
      else this.step(when, REFUSE)
    } else if (second === 'allow') this.step(when, PERMIT)
    else if (/user-agent/i.test(place.text)) this.unread(place)
  }

  #condition(words: readonly string[], place: FilePlace): RequestCondition {
    const ways: RequestCondition[][] = [[]]
    for (let at = 0; at < words.length; at++) {
      const word = words[at]!
      if (word === '||' || word === 'or') ways.push([])
      else if (word === '{' || word === '!{') {
        const end = words.indexOf('}', at)
        const inside = this.#test(words.slice(at + 1, end < 0 ? undefined : end), place)
        ways.at(-1)!.push(word === '{' ? inside : negated(inside))
        at = end < 0 ? words.length : end
      } else if (word !== 'and') ways.at(-1)!.push(this.#namedTest(word, place))
    }
    return any(ways.map((of) => all(...of)))
  }

  #namedTest(word: string, place: FilePlace): RequestCondition {
    const isNot = word.startsWith('!')
    const of = this.#named.get(isNot ? word.slice(1) : word)
    const test = of === undefined ? unknown(place) : any(of)
    return isNot ? negated(test) : test
  }

  #test([fetch = '', ...rest]: readonly string[], place: FilePlace): RequestCondition {
    const [found, subject] = FETCHES.find(([form]) => form.test(fetch)) ?? []
    if (found === undefined || subject === undefined) return unknown(place)
    let method = /_(\w+)(?:\(|,|$)/.exec(fetch)?.[1] ?? 'str'
    let isCaseless = /,lower\b/.test(fetch)
    const values: string[] = []
    for (let at = 0; at < rest.length; at++) {
      const word = rest[at]!
      if (word === '-i') isCaseless = true
      else if (word === '-m') method = rest[++at] ?? ''
      else if (word === '-f') {
        const text = this.#readBeside(rest[++at] ?? '')
        if (text === null) return unknown(place)
        values.push(...listedIn(text))
      } else if (word !== '--') values.push(word)
    }
    const kind = METHODS[method]
    if (kind === undefined || values.length === 0) return unknown(place)
    return any(
      values.map((value) =>
        kind === 'expression'
          ? expressionTest(subject, value, place, isCaseless)
          : textTest(subject, kind, value.replace(/\\(.)/g, '$1'), place, isCaseless),
      ),
    )
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
    const place = { line: i + 1, text: name }
    return name === '' || name.startsWith('#') ? [] : [textTest('agent', 'has', name, place, true)]
  })
  draft.notes.push('the file is a list of names: each is read as refused')
  draft.step(any(of), REFUSE)
  return draft.program()
}

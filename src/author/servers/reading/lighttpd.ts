/** Reads lighttpd's conditions and `url.access-deny` as steps. */
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
import { ProgramDraft, REFUSE, type ServerProgram } from './server-program.ts'

const PART =
  /\s+|#[^\n]*|(\$HTTP\["([\w-]+)"\]\s*(==|!=|=~|!~|=\^|=\$)\s*"((?:[^"\\]|\\.)*)"\s*\{)|(else\s*\{?)|(url\.access-deny\s*=\s*\(([^)]*)\))|(\})|(\{)|([^\s{}]+)/gy

const SUBJECTS: Readonly<Record<string, Subject>> = {
  useragent: 'agent',
  'user-agent': 'agent',
  url: 'path',
}

export function readLighttpdFile(text: string): ServerProgram {
  const draft = new ProgramDraft()
  const open: RequestCondition[] = []
  let last: RequestCondition = ALWAYS
  let line = 1
  PART.lastIndex = 0
  for (let part = PART.exec(text); part !== null && part[0] !== ''; part = PART.exec(text)) {
    const [whole, condition, field, operator, value, isElse, denial, denied, close, brace] = part
    const place = { line, text: whole.replace(/\s*\{$/, '') }
    if (condition !== undefined) open.push(testOf(field!, operator!, value!, place))
    else if (isElse !== undefined) {
      // `else $HTTP…` is a condition of its own; the first one does not hold there.
      if (isElse.endsWith('{')) open.push(negated(last))
    } else if (brace !== undefined) open.push(ALWAYS)
    else if (close !== undefined) last = open.pop() ?? ALWAYS
    else if (denial !== undefined) {
      const ends = [...denied!.matchAll(/"([^"]*)"/g)].map(([, end]) => end!)
      const tests = ends.map((end) => {
        return end === '' ? ALWAYS : textTest('path', 'ends', end, place, true)
      })
      draft.step(all(...open, any(tests)), REFUSE)
    }
    line += whole.split('\n').length - 1
  }
  return draft.program()
}

function testOf(
  field: string,
  operator: string,
  value: string,
  place: FilePlace,
): RequestCondition {
  const key = field.toLowerCase()
  const subject = Object.hasOwn(SUBJECTS, key) ? SUBJECTS[key] : undefined
  if (subject === undefined) return unknown(place)
  const kinds = { '=': 'is', '=^': 'begins', '=$': 'ends' } as const
  const sign = operator.replace(/^!/, '=').replace('==', '=')
  const test = operator.endsWith('~')
    ? expressionTest(subject, value, place)
    : textTest(subject, kinds[sign as keyof typeof kinds], value, place)
  return operator.startsWith('!') ? negated(test) : test
}

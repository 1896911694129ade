/** Parses an expression of Apache's `<If>` into conditions. */
import {
  all,
  any,
  chained,
  expressionTest,
  type FilePlace,
  negated,
  type RequestCondition,
  type Subject,
  textTest,
  unknown,
} from './condition.ts'

const PART =
  /\s*(?:(&&|\band\b)|(\|\||\bor\b)|(!(?![~=]))|(\()|(\))|((?:%\{[^}]*\}|(?:reqenv|env|osenv|tolower)\([^)]*\)|-[a-z]\b))|(=~|!~|==|!=|=)|m([#/|,!;])((?:(?!\8).)*)\8(i?)|\/((?:[^/\\]|\\.)*)\/(i?)|'([^']*)'|"([^"]*)"|([^\s()]+))/iy

const SUBJECTS: Readonly<Record<string, Subject>> = {
  '%{http_user_agent}': 'agent',
  '%{http:user-agent}': 'agent',
  '%{request_uri}': 'path',
}

export function readApacheExpression(text: string, place: FilePlace): RequestCondition {
  const parts = partsOf(text)
  let at = 0
  const isNext = (kind: Part['kind']) => {
    if (parts[at]?.kind !== kind) return false
    at++
    return true
  }
  const joints = [
    { isNext: () => isNext('or'), join: any },
    {
      isNext: () => isNext('and'),
      join: (of: readonly RequestCondition[]) => all(...of),
    },
  ]
  const one = (): RequestCondition => {
    const part = parts[at++]
    if (part?.kind === 'not') return negated(one())
    if (part?.kind === 'open') {
      const inside = chained(joints, one)
      at++
      return inside
    }
    const [operator, value] = parts.slice(at)
    if (part?.kind !== 'value' || operator?.kind !== 'operator' || value === undefined)
      return unknown(place)
    at += 2
    const subject = subjectOf(part.text)
    if (subject === null) return unknown(place)
    const test = operator.text.endsWith('~')
      ? expressionTest(subject, value.text, place, value.isCaseless)
      : textTest(subject, 'is', value.text, place)
    return operator.text.startsWith('!') ? negated(test) : test
  }
  const whole = chained(joints, one)
  return at < parts.length ? unknown(place) : whole
}

function subjectOf(text: string): Subject | null {
  const variable = /^(?:req|os)?env\('?([^')]*)'?\)$/i.exec(text)?.[1]
  return variable === undefined ? (SUBJECTS[text.toLowerCase()] ?? null) : `$env:${variable}`
}

interface Part {
  readonly kind: 'and' | 'or' | 'not' | 'open' | 'close' | 'value' | 'operator'
  readonly text: string
  readonly isCaseless: boolean
}

const KINDS = ['and', 'or', 'not', 'open', 'close'] as const

function partsOf(text: string): readonly Part[] {
  const found: Part[] = []
  const own = text.replace(/^"(.*)"$/s, '$1')
  PART.lastIndex = 0
  for (let part = PART.exec(own); part !== null; part = PART.exec(own)) {
    const sign = KINDS.find((_, i) => part![i + 1] !== undefined)
    const [, , , , , , field, operator, , source, flag, plain, plainFlag, single, double, word] =
      part
    const isCaseless = flag === 'i' || plainFlag === 'i'
    if (sign !== undefined) found.push({ kind: sign, text: sign, isCaseless })
    else if (operator !== undefined) found.push({ kind: 'operator', text: operator, isCaseless })
    else {
      const value = field ?? source ?? plain ?? single ?? double ?? word ?? ''
      found.push({ kind: 'value', text: value, isCaseless })
    }
  }
  return found
}

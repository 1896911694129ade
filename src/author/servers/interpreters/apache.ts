/**
 * Interprets printed Apache files: variables that directives set in order, and what the end of the
 * file does with the last one.
 */
import { serverExpression } from '../expressions.ts'
import { contentOf, type DoorReader, matched, matchedLines, unreadableText } from './door-reader.ts'
import { isInAny, prefixIn } from './tables.ts'

const DIRECTIVE = /^SetEnvIfExpr "([^"]*)" (\w+)=(\S*)$/
const MATCH = /^(\S+) =~ m#([^#]*)#(i?)$/
const EQUAL = /^(\S+) == '([^']*)'$/
const ADDRESSES = /^\((-R '[^']+'(?: \|\| -R '[^']+')*)\)$/
const UNSET = /^-z (\S+)$/
/** Both refuse; the second withstands a later permission. */
const ENDS = [
  /^<If "reqenv\('(\w+)'\) == '1'">\n\tRequire all denied\n<\/If>\n/,
  /^<RequireAll>\n\tRequire all granted\n\tRequire expr "reqenv\('(\w+)'\) != '1'"\n<\/RequireAll>\n/,
]

interface Directive {
  readonly tests: readonly Test[]
  readonly variable: string
  readonly value: string
}

type Test = (read: (text: string) => string) => readonly (string | undefined)[] | null

export const readApache: DoorReader = ([file]) => {
  const text = contentOf(file)
  const end = text.search(/^</m)
  const directives = matchedLines(DIRECTIVE, text.slice(0, end)).map(directiveIn)
  const refused = ENDS.map((each) => each.exec(text.slice(end))?.[1]).find((each) => each)
  if (refused === undefined) throw unreadableText(text.slice(end))
  return {
    targets: [...text.matchAll(/TARGET'\) =~ m#([^#]*)#/g)].map(([, each]) => each!),
    refuses: ({ target, userAgent, address }) => {
      const values = new Map<string, string>()
      const read = (name: string) => {
        if (name === '%{THE_REQUEST}') return `GET ${target} HTTP/1.1`
        if (name === '%{HTTP_USER_AGENT}') return userAgent
        if (name === '%{REMOTE_ADDR}') return address
        return values.get(/^reqenv\('(\w+)'\)$/.exec(name)?.[1] ?? '') ?? ''
      }
      for (const { tests, variable, value } of directives) {
        let groups: ReturnType<Test> = []
        for (const test of tests) {
          groups = test(read)
          if (groups === null) break
        }
        if (groups !== null) values.set(variable, value === '$1' ? (groups[1] ?? '') : value)
      }
      return values.get(refused) === '1'
    },
  }
}

function directiveIn([, condition, variable, value]: RegExpExecArray): Directive {
  return { tests: condition!.split(' && ').map(testIn), variable: variable!, value: value! }
}

function testIn(text: string): Test {
  const match = MATCH.exec(text)
  if (match !== null) {
    const [, name, expression, flags] = match
    const form = serverExpression(expression!, flags)
    return (read) => form.exec(read(name!))
  }
  const listed = ADDRESSES.exec(text)?.[1]
  if (listed !== undefined) {
    const prefixes = [...listed.matchAll(/'([^']+)'/g)].map(([, each]) => prefixIn(each!))
    return (read) => (isInAny(prefixes, read('%{REMOTE_ADDR}')) ? [] : null)
  }
  const [, name, value = ''] = EQUAL.exec(text) ?? matched(UNSET, text)
  return (read) => (read(name!) === value ? [] : null)
}

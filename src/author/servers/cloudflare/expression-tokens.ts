/** Splits an expression of Cloudflare's Rules language into tokens, with their lines. */

const TOKEN =
  /\s+|\/\/[^\n]*|(r#*"|")|(&&|\|\||\^\^|==|!=|<=|>=|[(){},!~<>[\]*])|([\w$./:-]+)|(.)/gsy

export interface ExpressionToken {
  readonly kind: 'text' | 'sign' | 'word'
  readonly text: string
  readonly line: number
}

export class ExpressionFault extends Error {}

export function expressionTokens(text: string, firstLine: number): readonly ExpressionToken[] {
  const found: ExpressionToken[] = []
  let line = firstLine
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const start = TOKEN.lastIndex
    const [whole, quote, sign, word, other] = TOKEN.exec(text)!
    if (quote !== undefined) {
      const [value, end] = stringAt(text, start, quote)
      found.push({ kind: 'text', text: value, line })
      TOKEN.lastIndex = end
    } else if (sign !== undefined) found.push({ kind: 'sign', text: sign, line })
    else if (word !== undefined) found.push({ kind: 'word', text: word, line })
    else if (other !== undefined) throw new ExpressionFault(`unexpected ${other}`)
    line += text.slice(start, TOKEN.lastIndex).split('\n').length - 1
    if (whole === '') break
  }
  return found
}

function stringAt(text: string, start: number, quote: string): readonly [string, number] {
  const from = start + quote.length
  if (quote !== '"') {
    const end = text.indexOf(`"${quote.slice(1, -1)}`, from)
    if (end < 0) throw new ExpressionFault('a text without an end')
    return [text.slice(from, end), end + quote.length - 1]
  }
  const own = /(?:[^"\\]|\\.)*"/sy
  own.lastIndex = from
  const found = own.exec(text)
  if (found === null) throw new ExpressionFault('a text without an end')
  return [found[0].slice(0, -1).replace(/\\(.)/gs, '$1'), own.lastIndex]
}

/**
 * Converts a server's expression to JavaScript, which has no `(?>…)`: a lookahead is used, because
 * it does not backtrack.
 */

export function serverExpression(text: string, flags = ''): RegExp {
  let number = 0
  let rest = text
  for (let at = rest.indexOf('(?>'); at >= 0; at = rest.indexOf('(?>')) {
    const end = closingOf(rest, at)
    const name = `skip${number++}`
    const inside = rest.slice(at + 3, end)
    rest = `${rest.slice(0, at)}(?=(?<${name}>${inside}))\\k<${name}>${rest.slice(end + 1)}`
  }
  return new RegExp(rest, flags)
}

/** Where the group ends that begins at `at`. */
function closingOf(text: string, at: number): number {
  let depth = 0
  let isClass = false
  for (let i = at; i < text.length; i++) {
    const character = text[i]!
    if (isClass) isClass = character !== ']'
    else if (character === '[') isClass = true
    else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return i
  }
  throw new Error(`no end of a group: ${text}`)
}

/**
 * Texts → an expression that matches any of them. Common beginnings are written once, so that a server looks at each
 * character of a header a few times, and not once for each text.
 */

/** The expression; the texts are sorted, each once. */
export function anyOf(texts: readonly string[]): string {
  const ends = texts.includes('') ? ['|'] : []
  const byFirst = new Map<string, string[]>()
  for (const text of texts) {
    if (text !== '') byFirst.set(text[0]!, [...(byFirst.get(text[0]!) ?? []), text.slice(1)])
  }
  const branches = Array.from(
    byFirst,
    ([first, rest]) => literalExpression(first) + (rest.length === 1 ? literalExpression(rest[0]!) : anyOf(rest)),
  )
  return branches.length === 1 && ends.length === 0 ? branches[0]! : `(?:${branches.join('|')}${ends.join('')})`
}

/** A text as an expression: brackets in the place of backslashes, and any character for what brackets cannot hold. */
export function literalExpression(text: string): string {
  return text.replace(/[^a-z0-9_/&'!,=@~%<>:;-]/gi, (character) =>
    /[ \t]/.test(character) ? '[[:blank:]]' : /[.+?*()|$]/.test(character) ? `[${character}]` : '.',
  )
}

/** A cursor over a text, moved by sticky patterns. Parsers are built on it. */

export class TextReader {
  at = 0
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Reads what the pattern matches here; empty if it does not match. */
  take(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const [found = ''] = pattern.exec(this.text) ?? []
    this.at += found.length
    return found
  }

  passes(character: string): boolean {
    const isNext = this.text[this.at] === character
    if (isNext) this.at++
    return isNext
  }

  expect(character: string): void {
    if (!this.passes(character)) throw new SyntaxError(`no ${character}`)
  }
}

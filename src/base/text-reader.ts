/** A text → its pieces from a place on, by sticky patterns. It knows no grammar. */

export class TextReader {
  at = 0
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Passes what the pattern matches here; empty where it matches nothing. */
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

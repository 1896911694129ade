/** Delays closing of a connection by the app until what it wrote there is sent. */

type Act = () => void

export class LateClosing {
  readonly #ends: Act[] = []
  readonly #destroys: Act[] = []

  /** Whether the app ended the connection or destroyed it, and can write no more. */
  get isAsked(): boolean {
    return this.#ends.length > 0 || this.isDestroyed
  }

  get isDestroyed(): boolean {
    return this.#destroys.length > 0
  }

  end(act: Act): void {
    this.#ends.push(act)
  }

  destroy(...acts: readonly Act[]): void {
    this.#destroys.push(...acts)
  }

  run(): void {
    for (const act of this.#ends.splice(0)) act()
    this.runDestroys()
  }

  runDestroys(): void {
    for (const act of this.#destroys.splice(0)) act()
  }
}

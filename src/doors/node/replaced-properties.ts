/**
 * Replaces properties of an object, and restores them later.
 */
export class ReplacedProperties {
  readonly #object: object
  readonly #names: readonly string[]
  /** Those that others had put there. */
  readonly #own = new Map<string, PropertyDescriptor>()

  constructor(object: object, replacing: PropertyDescriptorMap) {
    this.#object = object
    this.#names = Object.keys(replacing)
    for (const name of this.#names) {
      const own = Object.getOwnPropertyDescriptor(object, name)
      if (own !== undefined) this.#own.set(name, own)
      Object.defineProperty(object, name, { configurable: true, ...replacing[name] })
    }
  }

  restore(): void {
    for (const name of this.#names) {
      Reflect.deleteProperty(this.#object, name)
      const own = this.#own.get(name)
      if (own !== undefined) Object.defineProperty(this.#object, name, own)
    }
  }
}

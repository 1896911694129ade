/**
 * Scopes of records and groups (R11) → keys, equal for scopes of the same names. All that a file holds has one scope, which
 * may have thousands of names: it is written once.
 */

/** The keys of one site's scopes. */
export class ScopeKeys {
  readonly #keys = new Map<readonly string[] | null, string>()

  of(scope: readonly string[] | null): string {
    const key = this.#keys.get(scope) ?? JSON.stringify(scope)
    this.#keys.set(scope, key)
    return key
  }
}

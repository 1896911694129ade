/**
 * How an edge in an app is made → a clear error at start where that cannot work, instead of a site that answers every
 * crawler 503. Unreadable bytes are no such error: they follow the failure contract (docs/architecture.md).
 */

/** What a function of the library takes, and needs of its runtime. */
interface Taken {
  /** The name of the function. */
  readonly name: string
  /** The names of its options. */
  readonly options: readonly string[]
  readonly needs: readonly string[]
}

/**
 * @throws TypeError where `bundle` is not an ArrayBuffer or Uint8Array, an option is unknown, or the runtime lacks a web API
 * that the edge needs.
 */
export function checkOptions(bundle: unknown, options: object, { name, options: known, needs }: Taken): void {
  if (!(bundle instanceof ArrayBuffer) && !(bundle instanceof Uint8Array)) {
    throw new TypeError(`${name}() needs \`bundle\`: the bytes that \`acap build --out policies.bin\` writes`)
  }
  const unknown = Object.keys(options).find((each) => !known.includes(each))
  if (unknown !== undefined) {
    const list = known.map((each) => `\`${each}\``).join(', ')
    throw new TypeError(
      `${name}(): unknown option \`${unknown}\`; ${list === '' ? 'it has none' : `the options are ${list}`}`,
    )
  }
  const missing = needs.filter((each) => !(each in globalThis))
  if (missing.length > 0) {
    throw new TypeError(
      `${name}() needs ${missing.join(', ')}, which this runtime lacks: use Node 20 or newer, Deno 2, Bun 1.2 or Cloudflare Workers`,
    )
  }
}

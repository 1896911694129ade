/**
 * One row of the catalogue: what is wrong and how to fix it. It knows neither the place nor the output format.
 */

/** The words of one finding. */
interface Words {
  /** Lower case, no full stop, the author's words in backticks. */
  readonly message: string
  /** The fix, and nothing but the fix; null where there is none to give. */
  readonly help: string | null
}

/** One kind of finding. */
export interface CatalogRow<A extends readonly unknown[] = readonly never[]> {
  /** Stable: once released, a code keeps its meaning. */
  readonly code: `ACAP${string}`
  readonly severity: 'error' | 'warning' | 'note'
  /** What `acap explain` prints: why it matters and which rule it rests on. */
  readonly explain: string
  readonly say: (...args: A) => Words
}

/** Makes a row; its arguments are those of `say`. */
export function row<A extends readonly unknown[]>(
  code: CatalogRow['code'],
  severity: CatalogRow['severity'],
  explain: string,
  say: (...args: A) => Words,
): CatalogRow<A> {
  return { code, severity, explain, say }
}

/** The words of a finding. */
export function words(message: string, help: string | null = null): Words {
  return { message, help }
}

/** The author's own words in a message: in backticks, shortened where they are long, and named where there are none. */
export function quote(text: string): string {
  if (text === '') return 'an empty value'
  const short = text.length > 60 ? `${text.slice(0, 57)}…` : text
  return `\`${short.replaceAll('`', "'")}\``
}

/** Some words in a row: `a, b and c`. */
export function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

/** What messages are made of: what is wrong and how to fix it. It knows neither the place nor the output format. */

export interface Words {
  /** Lower case, no full stop, the author's words in backticks. */
  readonly message: string
  readonly help: string | null
}

export function words(message: string, help: string | null = null): Words {
  return { message, help }
}

/** The author's own words in a message: in backticks, shortened where they are long, and named where there are none. */
export function quote(text: string): string {
  if (text === '') return 'an empty value'
  const short = text.length > 60 ? `${text.slice(0, 57)}…` : text
  return `\`${short.replaceAll('`', "'")}\``
}

/** Some words in a row: `a, b and c`; of more than `most`, the first and how many more there are. */
export function listed(all: readonly string[], most: number = all.length): string {
  const items = all.length > most ? [...all.slice(0, most), `${all.length - most} more`] : all
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

/** The author's own words in a row, each as `quote` writes it. */
export function quotedList(all: readonly string[]): string {
  return listed(all.map(quote))
}

/** One of three forms by a number: of nothing, of one, and of more. */
export function byCount(count: number, none: string, one: string, more: string): string {
  if (count === 0) return none
  return count === 1 ? one : more
}

/** What a code stands for. */
export interface FindingExplanation {
  /** Stable: once released, a code keeps its meaning. */
  readonly code: string
  /** `error`: the policy is not built. `warning`: it means something else than it seems. `note`: worth knowing. */
  readonly severity: 'error' | 'warning' | 'note'
  /** What `acap explain` prints: why it matters and which rule it rests on. */
  readonly explain: string
}

/** A kind of finding: a row of the tables in kinds/. */
export interface KindOfFinding extends FindingExplanation {
  /** What is so, and what to do about it: from what the finding is reported with. */
  readonly words: (...values: never[]) => Words
  /** `never`: about more than its line. `later`: made after the reading, so a comment for it is never unused. */
  readonly silence?: 'never' | 'later'
}

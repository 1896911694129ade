/** Helpers for the texts of findings, independent of place and output format. */

export interface Words {
  /** Lower case, no full stop, the author's words in backticks. */
  readonly message: string
  readonly help: string | null
}

export function words(message: string, help: string | null = null): Words {
  return { message, help }
}

/** The author's words in a message: in backticks, shortened, and described if empty. */
export function quote(text: string): string {
  if (text === '') return 'an empty value'
  const short = text.length > 60 ? `${text.slice(0, 57)}…` : text
  return `\`${short.replaceAll('`', "'")}\``
}

/** A list of words: `a, b and c`; beyond `most`, the first ones and the number of others. */
export function listed(all: readonly string[], most: number = all.length): string {
  const items = all.length > most ? [...all.slice(0, most), `${all.length - most} more`] : all
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

/** The author's words as a list, each quoted. */
export function quotedList(all: readonly string[]): string {
  return listed(all.map(quote))
}

/** Chooses a text for zero, one or more. */
export function byCount(count: number, none: string, one: string, more: string): string {
  if (count === 0) return none
  return count === 1 ? one : more
}

/** The explanation of a code. */
export interface FindingExplanation {
  /** Stable: a released code keeps its meaning. */
  readonly code: string
  /**
   * `error`: the policy cannot be built. `warning`: it may not mean what it seems. `note`: worth
   * knowing.
   */
  readonly severity: 'error' | 'warning' | 'note'
  /** What `acap explain` prints: why it matters, and the rule. */
  readonly explain: string
}

/** A kind of finding: a row in kinds/. */
export interface KindOfFinding extends FindingExplanation {
  /** Makes message and help from the values of the report. */
  readonly words: (...values: never[]) => Words
  /**
   * `never`: about more than its line. `later`: created after reading, so a comment for it never
   * counts as unused.
   */
  readonly silence?: 'never' | 'later'
}

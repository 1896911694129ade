/** The text of `acap explain SITE URL` → what it claims of outcome, basis, lines and rules, by which it is compared. */
import { isInside } from './claimed-places.ts'

/** A field that a text names: where it stands, and its words. */
export interface NamedLine {
  readonly file: string
  readonly line: number
  readonly text: string
}

export interface ExplainClaims {
  readonly usage: string
  readonly outcome: string
  readonly basis: string
  /** Whether the sentence says that the crawler may. */
  readonly may: boolean
  /** The field of the sentence, and those of the frames. */
  readonly reason: NamedLine | null
  readonly frames: readonly NamedLine[]
  readonly served: readonly Pick<NamedLine, 'line' | 'text'>[]
  readonly deciding: readonly NamedLine[]
  readonly beaten: readonly NamedLine[]
  /** Whose own group keeps them from the others. */
  readonly ownGroups: readonly string[]
}

export function explainClaimsOf(text: string): ExplainClaims {
  const [, usage = '', outcome = '', basis = ''] =
    /^(\S+) https?:\S+\n([A-Z]+)(?: \((\S+)\)|:[^\n]*)?$/m.exec(text) ?? []
  const sentence = text.split('\n').find((line) => / may (?:not )?(?:\S)/.test(line)) ?? ''
  const [, words = '', line = '0', file = ''] =
    /: `(.*)`, line (\d+) of (\S+?)(?: and \d+ more)?$/.exec(sentence) ?? []
  const linesOf = (form: RegExp) =>
    Array.from(text.matchAll(form), ([, place = '', number = '0', field = '']) => ({
      file: place,
      line: Number(number),
      text: field,
    }))
  return {
    usage,
    outcome: outcome.toLowerCase(),
    basis,
    may: !/ may not /.test(sentence),
    reason: words === '' ? null : { file, line: Number(line), text: words },
    frames: linesOf(/^ *--> (\S+?):(\d+)\n *\|\n\d+ \| (.*)$/gm),
    served: [...text.matchAll(/^\d+ \| (.*)\n.*\n *= line (\d+) of \/robots\.txt as served/gm)].map(
      ([, own = '', number = '0']) => ({ line: Number(number), text: own }),
    ),
    deciding: linesOf(/^ {4}(?:decides|says) {2}(\S+?):(\d+) {2}(.*)$/gm),
    beaten: linesOf(/^ {4}beaten by a narrower or stricter field {2}(\S+?):(\d+) {2}(.*)$/gm),
    ownGroups: [...text.matchAll(/^ {4}robots\.txt names (\S+): groups for others/gm)].map(
      ([, name = '']) => name,
    ),
  }
}

/** The pattern of a rule's line; null for a line that has none. */
export function patternIn(
  line: string,
): { readonly allows: boolean; readonly pattern: string } | null {
  // `Dissallow` and a line without a colon count, too (R9).
  const [, dis, pattern = ''] =
    /^\s*(?:(di[as]+l+[ao]+w)|allow)(?:\s*:\s*|\s+)([^\s#]*)/i.exec(line) ?? []
  return pattern === '' ? null : { allows: dis === undefined, pattern }
}

export function ruleMatches(pattern: string, target: string): boolean {
  return isInside([pattern], target, false)
}

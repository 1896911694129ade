/** The terms of a sentence, and those of an answer of the reference → marks, to be compared. Knows the words of people. */
import type { Restriction } from '../../../src/words/restriction.ts'

const WORDS: readonly (readonly [form: RegExp, mark: string])[] = [
  [/^.*?up to (\d+) (words|chars|characters)\b/, 'length $1 $2'],
  [/for (\d+) days?\b/, 'days $1'],
  [/until the end of (\S+) \(UTC\)/, 'until $1'],
  [/until it is fetched again/, 'recrawl'],
  [/not in a frame of another page/, 'frame no'],
  [/only in a frame of another page/, 'frame other'],
  [/only in its own frame/, 'frame own'],
  [/only the text at (\S+)/, 'text at $1'],
  [/with the credit “(.*?)”/, 'credit $1'],
  [/with a link to (\S+)/, 'link $1'],
  [/not translated/, 'translation'],
  [/unchanged(?=,|$)/, 'any'],
  [/in its own format/, 'format'],
  [/without notes added/, 'annotation'],
]

/** What a sentence names; an empty list where it names none. */
export function termsIn(text: string): readonly string[] {
  return WORDS.flatMap(([form, mark]) => {
    const found = form.exec(text)
    return found === null ? [] : [mark.replaceAll(/\$(\d)/g, (_, i) => found[Number(i)] ?? '')]
  })
    .map((each) => each.replace(/ characters$/, ' chars').replace(/[.,]$/, ''))
    .sort()
}

/** The same of restrictions; null where one has no mark here. */
export function termsOf(restrictions: readonly Restriction[]): readonly string[] | null {
  const marks = restrictions.flatMap(marksOf)
  return marks.includes(null) ? null : (marks as string[]).sort()
}

function marksOf(each: Restriction): readonly (string | null)[] {
  switch (each.type) {
    case 'max-length':
      return [`length ${each.count} ${each.unit}`]
    case 'time-limit':
      if ('until' in each) return [`until ${each.until}`]
      if ('days' in each) return [`days ${each.days}`]
      return ['plusTerms' in each ? null : 'recrawl']
    case 'prohibited-context':
      return ['frame no']
    case 'required-context':
      return [each.value === 'within-user-frame' ? 'frame other' : 'frame own']
    case 'prohibited-modification':
      return each.values.map((value) =>
        ['any', 'format', 'translation', 'annotation'].includes(value) ? value : null,
      )
    case 'must-use-resource':
      return ['uri' in each ? `text at ${each.uri}` : null]
    default:
      return [null]
  }
}

/**
 * Interprets the pairs of Content-Signal (`search=yes, ai-train=no`) and Content-Usage
 * (`train-ai=n`).
 */
import { readAiPreferences } from '../../words/ai-preferences.ts'
import type { PageUse, SignalSays, SignalSource, Statement } from './statements.ts'

export type PairUses = 'content-signal' | 'content-usage'

const USES: Readonly<Record<PairUses, Readonly<Record<string, PageUse>>>> = {
  'content-signal': { search: 'search', 'ai-input': 'answer', 'ai-train': 'train' },
  'content-usage': { search: 'search', 'ai-use': 'answer', 'train-ai': 'train' },
}
const SAYINGS: Readonly<Record<PairUses, Readonly<Record<string, SignalSays>>>> = {
  'content-signal': { yes: 'yes', no: 'no' },
  'content-usage': { y: 'yes', n: 'no' },
}

/** What a value says, without its path; nothing where it cannot be read. */
export function pairStatements(
  value: string,
  by: SignalSource & { readonly vocabulary: PairUses },
): readonly Statement[] {
  const { vocabulary } = by
  const pairs = vocabulary === 'content-usage' ? readAiPreferences(value) : plainPairs(value)
  return [...pairs].flatMap(([key, word]) => {
    const use = USES[vocabulary][key]
    const says = SAYINGS[vocabulary][word]
    return use === undefined || says === undefined ? [] : [{ use, says, by }]
  })
}

/** The pairs of a text, in lower case; parameters behind a value add nothing to it. */
export function plainPairs(value: string): readonly (readonly [string, string])[] {
  return Array.from(value.matchAll(/([^\s,=]+)\s*=\s*([^\s,;]+)/g), ([, key = '', word = '']) => [
    key.toLowerCase(),
    word.toLowerCase(),
  ])
}

/** Parses Content-Usage values (AI Preferences, draft-ietf-aipref-vocab-08, 6). */
import { parseDictionary } from './structured-fields.ts'

const CATEGORIES = ['train-ai', 'ai-use', 'search'] as const
type PreferenceCategory = (typeof CATEGORIES)[number]
/** `y` allows and `n` disallows; a category that is missing is unknown. */
type AiPreferences = ReadonlyMap<PreferenceCategory, 'y' | 'n'>

/**
 * Labels of older drafts (-01 to -04) and the categories that replaced them. Parsers of the current
 * draft ignore them.
 */
export const RETIRED_LABELS: Readonly<Record<string, readonly PreferenceCategory[]>> = {
  tdm: CATEGORIES,
  all: CATEGORIES,
  bots: CATEGORIES,
  ai: ['train-ai'],
  genai: ['train-ai'],
  'train-genai': ['train-ai'],
  inference: ['ai-use'],
  'ai-output': ['ai-use'],
}

/**
 * Parses a value without its path. Unknown labels and parameters are ignored, the last of two equal
 * labels counts, and a syntax error makes all of it unknown (6.5). A retired label that disallows
 * still counts.
 */
export function readAiPreferences(value: string): AiPreferences {
  const words = tokensIn(value)
  const read = new Map<PreferenceCategory, 'y' | 'n'>()
  for (const [label, categories] of Object.entries(RETIRED_LABELS))
    if (words.get(label) === 'n') for (const category of categories) read.set(category, 'n')
  for (const category of CATEGORIES) {
    const word = words.get(category)
    if (word === 'y' || word === 'n') read.set(category, word)
    else if (words.has(category)) read.delete(category)
  }
  return read
}

/**
 * The Tokens of a Dictionary by key; empty text for values of other types. Empty map if it is not a
 * Dictionary.
 */
function tokensIn(value: string): ReadonlyMap<string, string> {
  try {
    const members = [...parseDictionary(value)].map(([key, member]) => {
      const word = 'value' in member ? member.value : null
      const isToken = typeof word === 'object' && word !== null && 'token' in word
      return [key, isToken ? word.token : ''] as const
    })
    return new Map(members)
  } catch {
    return new Map()
  }
}

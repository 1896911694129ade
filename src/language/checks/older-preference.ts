/** Labels from older drafts of AI Preferences, and labels that occur twice on a line. */
import { cached } from '../../base/cached.ts'
import { RETIRED_LABELS } from '../../words/ai-preferences.ts'
import type { Span } from '../text/source.ts'
import { type Check, itemsOf } from './context.ts'

/** In site.toml both vocabularies are strings; this one uses `y` and `n`. */
const PAIR = /^([a-z*][a-z0-9_.*-]*)=([yn])(?:;.*)?$/

interface Pair {
  readonly label: string
  readonly word: string
  readonly at: Span
}

export const olderPreference: Check = (context, report) => {
  const inSite = context.signals.flatMap(({ name, at }) =>
    name.split(/[ \t]*,[ \t]*/).map((text) => ({ text, at })),
  )
  const lines = new Map<string, Pair[]>()
  for (const { text, at } of [...itemsOf(context, 'preferences'), ...inSite]) {
    const [, label, word] = PAIR.exec(text) ?? []
    if (label === undefined || word === undefined) continue
    cached(lines, `${at.source}:${at.line}`, (): Pair[] => []).push({ label, word, at })
  }
  for (const pairs of lines.values()) {
    const stated = new Set(pairs.map(({ label }) => label))
    const last = new Map(pairs.map(({ label }, place) => [label, place]))
    for (const [place, { label, word, at }] of pairs.entries()) {
      if (last.get(label) !== place) report(at, 'repeated-preference', [label])
      if (!Object.hasOwn(RETIRED_LABELS, label)) continue
      const missing = RETIRED_LABELS[label]!.filter((each) => !stated.has(each))
      for (const each of missing) stated.add(each)
      report(at, 'older-preference', [label, missing.map((each) => `${each}=${word}`).join(', ')])
    }
  }
}

/**
 * Switches → what the page shows of them: how each stands, what one says in a sentence, and the lines that it changed.
 */
import type { ComparedCrawler } from '../compare/crawlers.ts'
import { recognise } from '../engine/decide.ts'
import { CATEGORY_WORDS } from '../vocabulary/decision-words.ts'
import { USAGE_PHRASES } from '../vocabulary/usages.ts'
import type { Draft, Meaning } from './draft.ts'
import { meantBy, type Switch, type Who } from './switch.ts'
import { answer } from './switch-proof.ts'

/** `some`: open to some of those who are meant, closed to others. */
type SwitchState = 'open' | 'closed' | 'some'

/** How a switch stands, by its path alone: rules inside the path may say something else. `kinds`: all crawlers. */
export function stateOf(
  meaning: Meaning,
  kinds: readonly ComparedCrawler[],
  set: Omit<Switch, 'opens'>,
  now: number,
): SwitchState {
  const { isMeant, names, usage, path } = meantBy({ ...set, opens: true }, meaning)
  const known = kinds.filter((kind) => kind.names.every(isMeant)).map(({ userAgent }) => userAgent)
  // Crawlers in whose names the same names of the policy are found are decided alike.
  const alike = new Map(names.map((name) => [recognise(meaning.program, name).matched.join(' '), name]))
  const outcomes = [...known, ...alike.values()].map(
    (userAgent) => answer(meaning.program, { userAgent, target: path, usage, now }).outcome,
  )
  const closed = outcomes.filter((outcome) => outcome === 'prohibited').length
  return closed === 0 ? 'open' : closed === outcomes.length ? 'closed' : 'some'
}

/** Whom a switch is about, as the beginning of a sentence. */
export function whoInWords(who: Who): string {
  if (who.kind === 'everybody') return 'Every crawler'
  return who.kind === 'crawler' ? who.name : `Crawlers ${CATEGORY_WORDS[who.category].replace('that acts', 'that act')}`
}

/** `Crawlers for training may no longer fetch /archive/.` */
export function switchInWords({ who, use, path, opens }: Switch): string {
  const phrase = use.category === null ? use.phrase : USAGE_PHRASES[use.usage]
  const what = phrase.replace('…', path === '/' ? 'the site' : `\`${path}\``)
  const whom =
    who.kind === 'everybody' && use.category !== null ? `Crawlers ${CATEGORY_WORDS[use.category]}` : whoInWords(who)
  return `${whom} ${opens ? 'may now' : 'may no longer'} ${what}.`
}

/** The lines that one draft has and the other has not: `+` and `-`, the file, and the text. */
export function changedLines(was: Draft, is: Draft): readonly string[] {
  return [...is.files.keys()].flatMap((file) => {
    const [before, after] = [was, is].map(({ files }) => (files.get(file) ?? '').split(/\r\n|\n|\r/))
    const only = (these: readonly string[], those: readonly string[], sign: string) => {
      const left = [...those]
      return these.flatMap((line) => {
        const at = left.indexOf(line)
        if (at >= 0) left.splice(at, 1)
        return at >= 0 || line === '' ? [] : [`${sign} ${file}: ${line}`]
      })
    }
    return [...only(before!, after!, '−'), ...only(after!, before!, '+')]
  })
}

/**
 * Finds disagreements about training between a page's headers and META, robots.txt and other files.
 */
import { readAiPreferences } from '../../words/ai-preferences.ts'
import { headerTerms, metaTerms, type RobotsTerm } from '../../words/robots-meta.ts'
import { reservationAt } from '../signals/tdmrep-file.ts'
import type { AuditAnswer } from './answers.ts'
import type { LiveRobots } from './declared.ts'

/** In front of a list in robots.txt. */
const PATH = /^\/[^ \t]*/

const ROBOTS_META = /^(?:robots|[a-z-]*bot)$/i

/** The robots terms of an answer, ACAP's apart. */
export function terms({ headers, page }: AuditAnswer): readonly RobotsTerm[] {
  const inHeaders = (headers['x-robots-tag'] ?? '').split('\n').flatMap(headerTerms)
  const metas = (page?.metas ?? []).filter(({ name }) => ROBOTS_META.test(name))
  return [...inHeaders, ...metas.flatMap(({ name, content }) => metaTerms(name, content))]
}

interface TrainingSignal {
  readonly text: string
  readonly permits: boolean
}

/** Signals of which one permits training and another prohibits it; null where they agree. */
export function signalsThatDisagree(
  live: LiveRobots | null,
  answer: AuditAnswer,
  tdmrep: string | null,
  path: string,
): { readonly declared: string; readonly seen: string } | null {
  const all = trainingSignals(live, answer, tdmrep, path)
  const permitted = all.find(({ permits }) => permits)
  const prohibited = all.find(({ permits }) => !permits)
  if (permitted === undefined || prohibited === undefined) return null
  return {
    declared: permitted.text,
    seen: `${prohibited.text} prohibits training, and ${permitted.text} permits it`,
  }
}

function trainingSignals(
  live: LiveRobots | null,
  { headers, page }: AuditAnswer,
  tdmrep: string | null,
  path: string,
): readonly TrainingSignal[] {
  const found: TrainingSignal[] = []
  const add = (text: string, word: string | undefined, yes: RegExp) => {
    if (word !== undefined) found.push({ text, permits: yes.test(word) })
  }
  for (const value of live?.valuesOf('content-signal') ?? [])
    add(`\`Content-Signal: ${value}\``, /ai-train *= *(\w+)/i.exec(value)?.[1], /^yes$/i)
  const usages = [...(live?.valuesOf('content-usage') ?? []), headers['content-usage'] ?? '']
  for (const value of usages)
    add(
      `\`Content-Usage: ${value}\``,
      readAiPreferences(value.replace(PATH, '')).get('train-ai'),
      /^y/,
    )
  const inMeta = page?.metas.find(({ name }) => name.toLowerCase() === 'tdm-reservation')
  add('`tdm-reservation` in META', inMeta?.content.trim(), /^0$/)
  add('the header `tdm-reservation`', headers['tdm-reservation']?.trim(), /^0$/)
  add(
    '`/.well-known/tdmrep.json`',
    tdmrep === null ? undefined : reservationAt(tdmrep, path),
    /^0$/,
  )
  const extended = live?.about(
    { name: 'Google-Extended', userAgent: 'Google-Extended', kind: 'crawler' },
    path,
  )
  if (extended?.isClosedByRep && live?.lineWith(/google-extended/i))
    found.push({ text: 'the group of `Google-Extended`', permits: false })
  return found
}

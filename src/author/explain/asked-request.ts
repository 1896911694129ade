/**
 * Judges a request that an author describes, and explains the decision. For `acap explain` with one
 * request or a stream of them.
 */
import type { FiledCard } from '../../crawlers/agent-card.ts'
import type { Decision } from '../../decide/decision.ts'
import { decisionOf } from '../../decide/decision-of.ts'
import { type Judgement, type JudgeRequest, judge, type SiteContext } from '../../decide/judge.ts'
import { type Place, placeNotes } from '../../decide/read-place.ts'
import { explainJudgement, type RequestExplanation } from './explain-request.ts'

type AskedRequest = Omit<JudgeRequest, 'target' | 'uri'>

/** `url` is the address as the author wrote it; `place` is the target and URI read from it. */
export function explainAsked(
  context: SiteContext,
  url: string,
  place: Place,
  asked: AskedRequest,
  filed: readonly FiledCard[] = [],
): { readonly judged: Judgement; readonly explanation: RequestExplanation } {
  const judged = judge(context, { ...place, ...asked })
  const notes = placeNotes(url, place, context.site.config)
  return { judged, explanation: explainJudgement(context, judged, notes, filed) }
}

/** What `acap explain --json` prints. */
type PrintedExplanation = Omit<RequestExplanation, 'decision'> & {
  readonly decision: Decision
}

export function printedExplanation(explanation: RequestExplanation): PrintedExplanation {
  return { ...explanation, decision: decisionOf(explanation.decision) }
}

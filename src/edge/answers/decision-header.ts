/**
 * A decision in the headers of an answer: for people who debug a policy, where the site asks for it.
 */
import type { Decision } from '../../engine/decision.ts'

/** The answer with `ACAP-Decision` (a structured field item, RFC 9651) and `Server-Timing`. */
export function withDecision(response: Response, decision: Decision, ms: number): Response {
  const { name, assurance } = decision.crawler
  const [field] = decision.fields
  const line = field?.servedLine ?? field?.line
  const marked = new Response(response.body, response)
  const parameters = [
    `basis=${decision.basis}`,
    `assurance=${assurance}`,
    ...(name === null ? [] : [`crawler="${name.replace(/[^ !#-[\]-~]/g, '')}"`]),
    ...(line === undefined ? [] : [`line=${line}`]),
  ]
  marked.headers.set('acap-decision', `${decision.outcome};${parameters.join(';')}`)
  marked.headers.append('server-timing', `acap;dur=${ms}`)
  return marked
}

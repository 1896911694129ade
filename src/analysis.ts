/**
 * The library's `acap-edge/analysis`: what the edge would do with a request (`simulateRequest`) and why (`explainRequest`), what
 * a change of policy changes, what a policy would have done to a log, and whether an author's cases hold. Offline.
 */

export { type CaseResult, runCases } from './author/cases/run-cases.ts'
export { type ChangeGroup, groupChanges } from './author/compare/group-changes.ts'
export type { SettingsChange } from './author/compare/settings-changes.ts'
export {
  type Change,
  type ChangeEffect,
  type Comparison,
  compareSites,
} from './author/compare/site-changes.ts'
export {
  explainRequest,
  explanationText,
  type RequestExplanation,
} from './author/explain/explain-request.ts'
export type { Chain, Explanation, Step } from './decide/explain.ts'
export {
  type Judgement,
  type JudgeQuestion,
  judge as simulateRequest,
  type SiteContext,
  siteContextOf,
} from './decide/judge.ts'
export { type Place, readPlace } from './decide/read-place.ts'
export { EntryJudge, type ReplayContext } from './logs/judge/judge-entry.ts'
export type { LogEntry } from './logs/judge/log-entry.ts'
export { type ReplayReport, Tally } from './logs/report/tally.ts'

/**
 * The library's `acap-edge/analysis`: what the edge would do with a request (`simulateRequest`) and why (`explainRequest`), what
 * a change of policy changes, what a policy would have done to a log, and whether an author's cases hold. Offline.
 */
export { type ChangeGroup, groupChanges } from '../compare/group-changes.ts'
export type { SettingsChange } from '../compare/settings-changes.ts'
export { type Change, type ChangeEffect, type Comparison, compareSites } from '../compare/site-changes.ts'
export {
  type Judgement,
  type JudgeQuestion,
  judge as simulateRequest,
  type SiteContext,
  siteContextOf,
} from '../enforce/judge.ts'
export { type Place, readPlace } from '../enforce/read-place.ts'
export type { Chain, Explanation, Step } from '../engine/explain.ts'
export { explainRequest, explanationText, type RequestExplanation } from './explain-request.ts'
export { EntryJudge, type ReplayContext } from './judge-entry.ts'
export type { LogEntry } from './log-entry.ts'
export { type CaseResult, runCases } from './run-cases.ts'
export { type ReplayReport, Tally } from './tally.ts'

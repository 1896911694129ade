/**
 * The library's `acap-edge/analysis`: what the edge would do with a request (`simulateRequest`) and why (`explainRequest`), what
 * a change of policy changes, what a policy would have done to a log, and whether an author's cases hold. Offline.
 */

export { type ChangeGroup, groupChanges } from './author/compare/group-changes.ts'
export type { SettingsChange } from './author/compare/settings-changes.ts'
export {
  type Change,
  type ChangeEffect,
  type Comparison,
  compareSites,
} from './author/compare/site-changes.ts'
export {
  type CaseOutcome,
  type ExplainedRequest,
  type ExplanationOptions,
  explainRequest,
  runCases,
  type SimulatedQuestion,
  type SimulatedRequest,
  type SimulationOptions,
  simulateRequest,
} from './author/explain/simulate.ts'
export type { Chain, Step } from './decide/explain.ts'
export type { LogEntry } from './logs/judge/log-entry.ts'
export { readLogLine, Tally, type TallyOptions } from './logs/report/library-tally.ts'
export type { ReplayReport } from './logs/report/tally.ts'

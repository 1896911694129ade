/**
 * The library's `acap-edge/analysis`: what the edge would do with a request (`simulateRequest`) and
 * why (`explainRequest`), what a change of policy changes, what a policy would have done to a log,
 * and whether an author's cases hold. Offline.
 */

export type { Registries } from './author/compare/compared-crawlers.ts'
export { type ChangeGroup, groupChanges } from './author/compare/group-changes.ts'
export type { SettingsChange } from './author/compare/settings-changes.ts'
export type { ComparedAnswer } from './author/compare/site-changes.ts'
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
export type { RecognisedClient } from './decide/agents.ts'
export type { DecidingField, Decision } from './decide/decision.ts'
export type { Chain, Step, StepPlace, StepRole } from './decide/explain.ts'
export type { PolicyCase } from './language/site/cases.ts'
export type { Span } from './language/text/source.ts'
export type { LogEntry } from './logs/judge/log-entry.ts'
export { readLogLine, Tally, type TallyOptions } from './logs/report/library-tally.ts'
export type * from './logs/report/replay-report.ts'
export type { GivenNetworks } from './program/compile/compile-network.ts'
export type * from './program/program.ts'
export type { Assurance, Basis, Category, Effect, Outcome } from './words/decision-words.ts'
export type { EmbeddedField } from './words/embedded.ts'
export type { Proof } from './words/log-line.ts'
export type { MetaTag } from './words/meta.ts'
export type { NameProofs } from './words/name-proofs.ts'
export type * from './words/restriction.ts'
export type { Mode, SiteConfig } from './words/site-config.ts'
export type { Usage } from './words/usages.ts'

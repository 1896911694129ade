/**
 * The library's `acap-edge/policy`: everything from the text of a policy to its decisions and its
 * bundle. Its parts are the stages of docs/architecture.md; bundlers leave out the stages that a
 * program does not use.
 */

// A policy in other vocabularies.
export type { Conversion, ConversionOptions } from './author/convert/conversion.ts'
export { convert, type VocabularyName } from './author/convert/convert.ts'
// The robots.txt that is served for a site.
export {
  checkedRobots as generateRobots,
  type GeneratedRobots,
  type ServedOptions,
} from './author/served/generate-robots.ts'
export type { ServedLine } from './author/served/served-line.ts'
// What pages say beside ACAP.
export { type PageHeaders, type PageTexts, readRobotsTerms } from './author/signals/page-texts.ts'
export type { CrawlerList, NamedCrawler } from './crawlers/crawler-list.ts'
export type { ListedCrawler } from './crawlers/merged-lists.ts'
// Program and facts → decision.
export type { RecognisedClient } from './decide/agents.ts'
export { checkedSpellings as spellings, decide, recognise } from './decide/decide.ts'
export type { DecidingField, Decision, Facts } from './decide/decision.ts'
export type { PathReading } from './decide/spellings.ts'
export type { FindingName } from './language/findings/diagnostic.ts'
// Text → tree, policy and findings.
export {
  explainCode,
  type Finding,
  type Fix,
  type Related,
  type Severity,
} from './language/findings/diagnostic.ts'
export type { Ignore } from './language/findings/ignores.ts'
export {
  type RenderOptions,
  renderFindings,
  renderGithub,
  renderJson,
  renderSarif,
} from './language/findings/render.ts'
export type { FindingExplanation } from './language/findings/words.ts'
export { applyFixes, type Checked, type CheckInput, check } from './language/policy/check.ts'
export type {
  AcapKind,
  ConventionalKind,
  FieldRow,
  Owner,
  ValueKind,
} from './language/policy/field-row.ts'
export type * from './language/policy/policy.ts'
export type { PolicyInput } from './language/policy/read-policy.ts'
export { type CasesReading, type PolicyCase, readCases } from './language/site/cases.ts'
export {
  type ReadingOptions,
  readSite,
  readText,
  type SiteReading,
} from './language/site/read-site.ts'
export type { RoutePurpose, RouteReading } from './language/site/routes.ts'
export type { PlacedCategory, PlacedName, SharedNames } from './language/site/site.ts'
export {
  addGroup,
  addRecord,
  insertAfter,
  insertBefore,
  type NewGroup,
  type NewRecord,
  remove,
  renameCrawler,
  setValue,
} from './language/text/edit.ts'
export { format } from './language/text/format.ts'
export type { GroupNode } from './language/text/group-runs.ts'
export type { Line, Spelling } from './language/text/lines.ts'
export type { Block, Misplaced, RecordNode, SubRecordNode } from './language/text/owners.ts'
export { print } from './language/text/print.ts'
export { type RobotsRule, type RobotsRules, robotsText } from './language/text/robots-text.ts'
export type { Source, Span } from './language/text/source.ts'
export {
  checkedFieldName as fieldName,
  checkedFieldText as fieldText,
  checkedFieldValue as fieldValue,
  parse,
  type Tree,
} from './language/text/tree.ts'
// Policy → program.
export { compile, compileAsWritten } from './program/compile/compile.ts'
export { compileNetwork, type NetworkReading } from './program/compile/compile-network.ts'
export { compileRegistry } from './program/compile/compile-registry.ts'
export type { ServedText } from './program/compile/rule-table.ts'
// Bytes.
export { type BundleError, type Decoded, decode } from './program/decode.ts'
export { encode } from './program/encode.ts'
export type * from './program/program.ts'
export type { Result } from './program/section-file.ts'
export type { CategoryKey, CategoryTable } from './words/category-tables.ts'
export type {
  Assurance,
  Basis,
  Category,
  Dialect,
  Effect,
  Outcome,
} from './words/decision-words.ts'
export type { ElementField, EmbeddedField } from './words/embedded.ts'
export type { MetaTag } from './words/meta.ts'
export type { MetaIssue, MetaIssueKind } from './words/meta-issues.ts'
export { type MetaReading, readMeta } from './words/meta-issues.ts'
export type { NameProofs } from './words/name-proofs.ts'
export type { QualifierIssue, QualifierIssueKind } from './words/qualifier-issues.ts'
export type { WrittenQualifier } from './words/qualifier-words.ts'
export type * from './words/restriction.ts'
export type { RobotsTerm } from './words/robots-meta.ts'
export type { SiteConfig } from './words/site-config.ts'
export { readClassToken } from './words/usage-name.ts'
export type { Usage } from './words/usages.ts'
export type { Version, VersionReading } from './words/version.ts'

/**
 * The library's `acap-edge/policy`: everything from the text of a policy to its decisions and its bundle. Its parts are
 * the stages of docs/architecture.md; bundlers leave out the stages that a program does not use.
 */

// Bytes.
export { type BundleError, type Decoded, decode } from '../bundle/decode.ts'
export { encode } from '../bundle/encode.ts'
export type { Bundle, SiteProgram } from '../bundle/program.ts'
// Policy → program.
export { compile, compileAsWritten } from '../compile/compile.ts'
export { compileNetwork, type NetworkReading } from '../compile/networks.ts'
export { compileRegistry } from '../compile/registry.ts'
export type { ServedText } from '../compile/rule-table.ts'
// A policy in other vocabularies.
export type { Conversion, ConversionOptions } from '../convert/conversion.ts'
export { convert, VOCABULARIES, type Vocabulary, type VocabularyName } from '../convert/convert.ts'
export { spellings } from '../enforce/spellings.ts'
// Program and facts → decision.
export type { Agent } from '../engine/agents.ts'
export { decide, recognise } from '../engine/decide.ts'
export type { DecidingField, Decision, Facts } from '../engine/decision.ts'
export type { MetaTag } from '../grammar/meta.ts'
export { type MetaReading, readMeta } from '../grammar/meta-issues.ts'
export { readClassToken } from '../grammar/usage-name.ts'
// Text → tree, policy and findings.
export { explainCode, type Finding, type Related, type Severity } from '../language/findings/diagnostic.ts'
export {
  type RenderOptions,
  renderFindings,
  renderGithub,
  renderJson,
  renderSarif,
} from '../language/findings/render.ts'
export { type Checked, type CheckInput, check } from '../language/policy/check.ts'
export type { FieldRow } from '../language/policy/fields.ts'
export type * from '../language/policy/policy.ts'
export { type CasesReading, type PolicyCase, readCases } from '../language/site/cases.ts'
export { type ReadingOptions, readSite, readText, type SiteReading } from '../language/site/read-site.ts'
export { format } from '../language/text/format.ts'
export type { Line } from '../language/text/lines.ts'
export type { Block, GroupNode, RecordNode, SubRecordNode } from '../language/text/owners.ts'
export { print } from '../language/text/print.ts'
export type { Source, Span } from '../language/text/source.ts'
export { fieldName, fieldText, fieldValue, parse, type Tree } from '../language/text/tree.ts'
export type { CrawlerList, NamedCrawler } from '../registry/crawler-list.ts'
export type { ListedCrawler } from '../registry/crawler-lists.ts'
// The robots.txt that is served for a site.
export { type GeneratedRobots, generateRobots, type ServedOptions } from '../served/robots.ts'
export type { Usage } from '../vocabulary/usages.ts'

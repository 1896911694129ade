/**
 * The library's `acap-edge/language`: policy text in, checked policy and findings out. Runs in Node, Workers and browsers.
 */
export { readClassToken } from '../grammar/class-token.ts'
export { type MetaReading, type MetaTag, readMeta } from '../grammar/meta.ts'
export { type CasesReading, type PolicyCase, readCases } from './cases.ts'
export { type Checked, type CheckInput, check } from './check.ts'
export type { Finding, Related, Severity } from './diagnostic.ts'
export type { FieldRow } from './fields.ts'
export type { Line } from './lines.ts'
export type { Block, GroupNode, RecordNode, SubRecordNode } from './owners.ts'
export { parse } from './parse.ts'
export type * from './policy.ts'
export { print } from './print.ts'
export { type ReadingOptions, readSite, readText, type SiteReading } from './read-site.ts'
export { type RenderOptions, renderFindings } from './render.ts'
export type { Source, Span } from './source.ts'
export type { Tree } from './tree.ts'

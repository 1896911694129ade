/**
 * The library's `acap-edge/engine`: facts in, a decision out.
 */
export type { Usage } from '../vocabulary/usages.ts'
export type { Agent } from './agents.ts'
export { decide, recognise } from './decide.ts'
export type { DecidingField, Decision } from './decision.ts'
export type { Facts } from './facts.ts'
export type { PageTag, PageTerms } from './page-terms.ts'

/**
 * The library's `acap-edge/engine`: facts in, a decision out.
 */
export type { DecidingField, Decision } from './decision.ts'
export type { Facts } from './facts.ts'

/**
 * The library's `acap-edge/language`: policy text in, checked policy and findings out. Runs in Node, Workers and browsers.
 */
export type * from './policy.ts'

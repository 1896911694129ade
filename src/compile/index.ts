/**
 * The library's `acap-edge/compile`: checked policies in, the content of a bundle out. Runs offline.
 */
export { compile } from './compile.ts'
export { compileNetwork, type NetworkReading } from './networks.ts'
export { compileRegistry, type ListedCrawler } from './registry.ts'
export type { ServedText } from './rule-table.ts'

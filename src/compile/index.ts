/**
 * The library's `acap-edge/compile`: checked policies in, the content of a bundle out. Runs offline.
 */

export type { CrawlerList, NamedCrawler } from '../registry/crawler-list.ts'
export type { ListedCrawler } from '../registry/listed-crawler.ts'
export { compile, compileAsWritten } from './compile.ts'
export { compileNetwork, type NetworkReading } from './networks.ts'
export { compileRegistry } from './registry.ts'
export type { ServedText } from './rule-table.ts'

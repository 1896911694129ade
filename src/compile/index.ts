/**
 * The library's `acap-edge/compile`: checked policies in, the content of a bundle out. Runs offline.
 */
export { compile, compileAsWritten } from './compile.ts'
export type { CrawlerList, NamedCrawler } from './crawler-list.ts'
export type { ListedCrawler } from './listed-crawler.ts'
export { compileNetwork, type NetworkReading } from './networks.ts'
export { compileRegistry } from './registry.ts'
export type { ServedText } from './rule-table.ts'

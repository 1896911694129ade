/**
 * Product tokens that robots.txt files name most often, as their operators write them: what a misspelt name probably means.
 * Recognising crawlers is the task of the lists, which know many more.
 */
import tokens from './data/well-known.json' with { type: 'json' }

export const WELL_KNOWN_CRAWLERS: readonly string[] = tokens

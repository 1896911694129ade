/**
 * Product tokens that robots.txt files name most often, and names of several words or with a dot that operators or ai.robots.txt
 * publish for robots.txt, as they write them: what a misspelt name probably means, and how a name is written in a group.
 * Recognising crawlers is the task of the lists, which know many more.
 */
import tokens from './data/well-known.json' with { type: 'json' }

export const WELL_KNOWN_CRAWLERS: readonly string[] = tokens

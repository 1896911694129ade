/**
 * Chooses the pages that an audit requests: few, each for a reason, and none that could change
 * anything.
 */
import type { AuditAgent } from './answers.ts'
import type { DeclaredPattern } from './declared.ts'

/** The most pages that are asked for. */
const MOST_PATHS = 8
/** Words in addresses that may change something when they are requested. */
const ACTS = /log-?out|sign-?out|delete|remove|add-?to|unsubscribe|cart|checkout|admin\/.*action/i

interface PathSources {
  readonly patterns: readonly DeclaredPattern[]
  /** Paths of pages that the site itself lists. */
  readonly listed: readonly string[]
  /** The answers for all agents as one text: equal texts mean equal answers. */
  readonly answersOf: (path: string) => string
  /** Whether the audit may ask for this page at all. */
  readonly mayAsk: (path: string) => boolean
}

/** Chooses pages: first one for each different answer, then others, until there are enough. */
export function choosePaths({
  patterns,
  listed,
  answersOf,
  mayAsk,
}: PathSources): readonly string[] {
  const candidates = ['/', ...pagesUnder(patterns, listed), ...prefixes(patterns), ...listed]
  const usable = [...new Set(candidates)].filter((path) => isHarmless(path) && mayAsk(path))
  const byAnswer = new Map<string, string>()
  for (const path of usable) {
    const answers = answersOf(path)
    if (!byAnswer.has(answers)) byAnswer.set(answers, path)
  }
  return [...new Set([...byAnswer.values(), ...usable])].slice(0, MOST_PATHS)
}

export function isHarmless(path: string): boolean {
  return path.startsWith('/') && !ACTS.test(path) && !path.includes('?') && !ODD.test(path)
}

/** Spellings that no link has: a server may clean them before it decides, or refuse them. */
const ODD = /\/\/|\/\.{1,2}(?:\/|$)/

/**
 * For each pattern of robots.txt, the first listed page that begins with the pattern's fixed part.
 */
function pagesUnder(
  patterns: readonly DeclaredPattern[],
  listed: readonly string[],
): readonly string[] {
  return patterns.flatMap(({ pattern }) => {
    const beginning = pattern.split(/[*$]/)[0]!
    const page = listed.find((path) => path.startsWith(beginning))
    return page === undefined || beginning === '/' ? [] : [page]
  })
}

/** For each pattern, a short path that it matches. */
function prefixes(patterns: readonly DeclaredPattern[]): readonly string[] {
  return patterns.map(({ pattern }) => pattern.replace(/\**\$?$/, '').replace(/\*+/g, 'a'))
}

/** Other ways to write a closed path that an origin may read as the same. */
export function oddSpellings(path: string): readonly string[] {
  const first = path.charCodeAt(1)
  const encoded = Number.isNaN(first) ? [] : [`/%${first.toString(16)}${path.slice(2)}`]
  return [`/${path}`, ...encoded, `/.${path}`]
}

/** One question of the plan, in the order in which they are asked: the reader's come first. */
export function pageQuestions(
  origin: string,
  paths: readonly string[],
  agents: readonly AuditAgent[],
  mayAsk: (agent: AuditAgent, path: string) => boolean,
): readonly { readonly path: string; readonly agent: AuditAgent; readonly url: string }[] {
  return paths.flatMap((path) =>
    agents
      .filter((agent) => mayAsk(agent, path))
      .map((agent) => ({ path, agent, url: origin + path })),
  )
}

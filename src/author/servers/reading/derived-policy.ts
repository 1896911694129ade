/**
 * Derives an equivalent robots.txt from a server's program, by evaluating it for each name and path
 * that it mentions. So it does not matter how the file is written. What also refuses people is left
 * out.
 */
import { cached } from '../../../base/cached.ts'
import { isReadersName } from '../../../crawlers/reader-words.ts'
import { Agents } from '../../../decide/agents.ts'
import { ruleWeight } from '../../../decide/precedence.ts'
import { knownCrawlers } from '../../../registry.ts'
import { patternForm, patternSymbols, targetForm } from '../../../words/path-form.ts'
import { inside } from '../../convert/common-patterns.ts'
import { textProgram } from '../../files/load-programs.ts'
import { decidingRule, type TargetRule } from '../targets/deciding-rule.ts'
import { type FilePlace, testsIn } from './condition.ts'
import { isRefusedBy, type ServerProgram } from './server-program.ts'

export interface DerivedPolicy {
  /** A robots.txt. */
  readonly text: string
  readonly unread: readonly FilePlace[]
  readonly notes: readonly string[]
}

/** How a crawler of this name may show itself. */
const HEADERS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => `${name}/1.0`,
  (name) => `Mozilla/5.0 (compatible; ${name}/1.0; +http://www.example.com/)`,
]
const UNNAMED = 'unnamedbot'
/** A header that no list contains. */
const ANYBODY = 'zz'
const READERS: readonly string[] = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
]
/** A product token, or some words. */
const NAME = /^[a-z0-9][a-z0-9_.!+ -]*$/i
/** Words in the names of most crawlers: they stand for all. */
const COMMON = /^(?:bots?|robots?|crawl(?:er|ing)?s?|spiders?|scrap(?:er|ing)?s?)$/i
const MOST_PATTERNS = 2000

export function derivedPolicy(program: ServerProgram): DerivedPolicy {
  const { names, patterns } = subjectsOf(program)
  const people = patterns.filter((pattern) => isRefusedBy(program, witness(pattern), ANYBODY))
  const own = patterns.filter((pattern) => !people.includes(pattern))
  // If the file also refuses browsers, crawlers are tried without the header that looks like a
  // browser's.
  const isReaders = READERS.some((reader) => isRefusedBy(program, witness('/'), reader))
  const headers = isReaders ? HEADERS.slice(0, 2) : HEADERS
  const rulesOf = (name: string) =>
    rulesFor(own, (target) => headers.some((header) => isRefusedBy(program, target, header(name))))
  const others = rulesOf(UNNAMED)
  const groups = new Map<string, string[]>()
  const unread: FilePlace[] = [...program.unread]
  for (const { name, given, line } of names) {
    const rules = rulesOf(name)
    // An exception for people and their programs is no rule for crawlers.
    if (rules === others || (rules === '' && !isCrawler(name))) continue
    const fault = faultOf(name)
    if (fault === null) cached(groups, rules, () => []).push(name)
    else unread.push({ line, text: `\`${given}\` ${fault}` })
  }
  return {
    text: textOf(groups, others),
    unread: unread.sort((a, b) => a.line - b.line),
    notes: [
      ...program.notes,
      ...people.map(
        (pattern) => `people are refused ${pattern}, too: that is no rule for crawlers`,
      ),
    ],
  }
}

function isCrawler(name: string): boolean {
  KNOWN.agents ??= new Agents(textProgram(''), knownCrawlers())
  return KNOWN.agents.find(`${name}/1.0`).kind === 'crawler'
}

/** Made when it is first needed. */
const KNOWN: { agents: Agents | null } = { agents: null }

interface NamedAt {
  readonly name: string
  readonly given: string
  readonly line: number
}

/** The names and patterns that the tests are about. */
function subjectsOf({ steps }: ServerProgram) {
  const names = new Map<string, NamedAt>()
  const patterns = new Set<string>(['/'])
  for (const test of steps.flatMap(({ when }) => testsIn(when))) {
    if (test.kind === 'unknown') continue
    for (const given of test.about) {
      // A version is none of the name.
      const name = given.replace(/\/[v\d.]*$/i, '').trim()
      if (test.subject === 'agent')
        cached(names, name.toLowerCase(), () => ({ name, given, line: test.line }))
      else if (/^[/*]/.test(given) && patterns.size < MOST_PATTERNS)
        patterns.add(patternForm(given))
    }
  }
  const isRobots = (pattern: string) => /^[*]?\/robots\.txt\$?$/i.test(pattern)
  return {
    names: [...names.values()].sort((a, b) => a.line - b.line),
    patterns: [...patterns].filter((pattern) => !isRobots(pattern)),
  }
}

/** Why a policy cannot have the name; null: it can. */
function faultOf(name: string): string | null {
  if (!NAME.test(name)) return 'is no name of a crawler'
  if (COMMON.test(name)) return 'is part of many names'
  return isReadersName(name.toLowerCase()) ? 'is a word that browsers send, too' : null
}

function witness(pattern: string): string {
  return targetForm(inside(pattern))
}

/** As few lines as decide these paths as the server does. */
function rulesFor(patterns: readonly string[], isClosed: (target: string) => boolean): string {
  const rules: TargetRule[] = []
  const lines: string[] = []
  const sorted = [...patterns].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  for (const pattern of sorted) {
    const target = witness(pattern)
    const effect = isClosed(target) ? 'disallow' : 'allow'
    if ((decidingRule(rules, target)?.effect ?? 'allow') === effect) continue
    const weight = ruleWeight(patternSymbols(pattern).length, effect === 'allow')
    rules.push({ pattern, weight, effect, folds: false })
    lines.push(`${effect === 'allow' ? 'Allow' : 'Disallow'}: ${pattern}\n`)
  }
  return lines.join('')
}

/** The unnamed crawlers last, as most people write it. */
function textOf(groups: ReadonlyMap<string, readonly string[]>, others: string): string {
  const texts = [...groups].map(([rules, names]) => {
    const agents = names.map((name) => `User-agent: ${name}\n`).join('')
    return agents + (rules === '' ? 'Disallow:\n' : rules)
  })
  return [...texts, `User-agent: *\n${others === '' ? 'Disallow:\n' : others}`].join('\n')
}

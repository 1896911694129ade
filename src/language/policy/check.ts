/** Turns trees and configuration into the checked Policy with its findings. */
import { checkArgument, checkMembers, isRecord } from '../../base/check-argument.ts'
import { type Context, linesByKind } from '../checks/context.ts'
import * as CHECKS from '../checks/index.ts'
import { levelsOf } from '../checks/levels.ts'
import {
  CATALOG,
  checkFindings,
  type Finding,
  finding,
  inOrder,
  reporterInto,
} from '../findings/diagnostic.ts'
import { edited, editsFor, withFixes } from '../findings/edits.ts'
import {
  applyIgnores,
  type Ignore,
  ignoresIn,
  joinedIgnores,
  silencedErrors,
} from '../findings/ignores.ts'
import type { PlacedName } from '../site/site.ts'
import { reportLines } from '../text/report-lines.ts'
import { checkTree, parse, type Tree } from '../text/tree.ts'
import type { Policy } from './policy.ts'
import { type PolicyInput, readPolicy } from './read-policy.ts'

/** The input of `check`: the parsed files of a site. */
export interface CheckInput extends PolicyInput {
  /** Whether there is a readable site.toml. @default false */
  readonly hasSite?: boolean
  /** The names of site.toml's profiles, as written. @default none */
  readonly profiles?: readonly PlacedName[]
  /** The signals of site.toml, as written. @default none */
  readonly signals?: readonly PlacedName[]
  /** Milliseconds since 1970, for dates that have passed. @default now */
  readonly now?: number
}

/** A policy and its findings, in the order of its files and lines. */
export interface Checked {
  readonly policy: Policy
  readonly findings: readonly Finding[]
  /** What comments silence; the findings no longer contain it. */
  readonly ignores: readonly Ignore[]
  /** The silenced errors: their lines still do not do what they say. */
  readonly silenced: readonly Finding[]
}

/**
 * Checks a site's files.
 *
 * @param input The site's trees and settings; `readSite` makes them of files.
 * @throws TypeError for what has no trees: `readText` checks a text.
 * @example
 * const trees = new Map([['robots.txt', parse(text)]])
 * check({ site: '', config, trees, paths: null, routes: [] }).findings
 */
export function check(input: CheckInput): Checked {
  const isInput = isRecord(input) && input.trees instanceof Map
  checkArgument(
    isInput,
    'check',
    'input',
    '`{ site, config, trees, paths, routes }`; `readText` checks a text',
  )
  checkMembers('check', input, INPUT_MEMBERS)
  const findings: Finding[] = []
  const main = input.trees.get('robots.txt') ?? parse('')
  const policy = readPolicy(input, main, reporterInto(findings), reportLines)
  const trees = [...new Set([main, ...input.trees.values()])]
  const context: Context = {
    policy,
    trees,
    lines: linesByKind(trees),
    levels: levelsOf(policy),
    routes: input.routes,
    profiles: input.profiles ?? [],
    signals: input.signals ?? [],
    hasSite: input.hasSite === true,
    now: input.now ?? Date.now(),
  }
  for (const look of Object.values(CHECKS))
    look(context, (...args) => findings.push(finding(...args)))
  const whole = new Set(findings.filter(isAboutFile).map(({ source }) => source))
  const told = findings.filter((each) => isAboutFile(each) || !whole.has(each.source))
  const comments = joinedIgnores(trees.map(ignoresIn))
  return {
    policy,
    findings: withFixes(inOrder(applyIgnores(told, comments), input.trees), input.trees),
    ignores: comments.ignores,
    silenced: inOrder(silencedErrors(told, comments), input.trees),
  }
}

const INPUT_MEMBERS = [
  'site',
  'config',
  'trees',
  'paths',
  'routes',
  'hasSite',
  'profiles',
  'signals',
  'now',
]

/** A file that is not a policy gets this finding only. */
const ABOUT_FILES: ReadonlySet<string> = new Set(
  (['no-text', 'html-page', 'template'] as const).map((name) => CATALOG[name].code),
)

function isAboutFile({ code }: Finding): boolean {
  return ABOUT_FILES.has(code)
}

/**
 * Makes what findings propose to repair a file: their `fix`, of two that overlap the first. They
 * may change decisions:
 * `acap check --fix` makes those that change none.
 *
 * @param tree What `parse` gave, or one of the `trees` of a reading.
 * @param findings Those of this text, as reading gave them; what those of other files propose is
 * left out.
 * @throws TypeError for what is no tree, for what are no findings, and for findings of another
 * text, or deep copies of findings.
 * @example
 * const { findings, trees } = readText('User-agent: *\nDissalow: /private/\n')
 * print(applyFixes(trees.get('robots.txt')!, findings)) // … 'Disallow: /private/'
 */
export function applyFixes(tree: Tree, findings: readonly Finding[]): Tree {
  checkTree('applyFixes', tree)
  checkFindings('applyFixes', findings)
  const { file } = tree.source
  const edits = editsFor(findings, new Map([[file, tree]]))
  return edits.length === 0 ? tree : parse(edited(tree, edits), file)
}

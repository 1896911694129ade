/**
 * App-Directives for an application and a target (A2).
 */
import { type DirectiveRule, type GroupProgram, membersIn, type SettingLists } from '../bundle/program.ts'
import { targetForm } from '../grammar/path-form.ts'
import type { Directives } from '../vocabulary/restriction.ts'
import type { Decision } from './decision.ts'
import { matchesPattern } from './globs.ts'
import type { Ruling } from './ruling.ts'

/** The decision with the directives for the application that was asked about; itself where none was. */
export function withDirectives(ruling: Ruling): Decision {
  const { application, target } = ruling.facts
  if (application === undefined) return ruling
  const { groups } = ruling.evaluations[0].leads[0]!
  const { reason, ...others } = ruling.toJSON()
  return { ...others, directives: directivesFor(ruling.site.settings, groups, application, targetForm(target)), reason }
}

/**
 * The directives that the groups of a product token give an application; `target` is in the form of P2. The longest
 * matching path alone counts, and rules with that path, character for character, are one.
 */
function directivesFor(
  lists: SettingLists,
  groups: readonly GroupProgram[],
  application: string,
  target: string,
): Directives {
  const matching = groups
    .flatMap(({ settings }) => membersIn(lists.directives, settings.directives))
    .filter(({ pattern }) => matchesPattern(pattern, target))
  const longest = matching.reduce<DirectiveRule | null>(
    (best, rule) => (best === null || rule.pattern.length > best.pattern.length ? rule : best),
    null,
  )
  const joined: Record<string, Directives[string]> = {}
  for (const { path, applications } of matching) {
    if (path !== longest?.path) continue
    for (const { token, directives } of applications) if (token === application) Object.assign(joined, directives)
  }
  return joined
}

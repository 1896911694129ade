/**
 * Bundle → text for people: each site's names, and for each the patterns that the tries hold, usage by usage. What is
 * printed is read from the compiled form, not from the policy.
 */
import {
  type Bundle,
  type ClassRef,
  RE_CRAWL_SLOT,
  RULE_DISALLOW,
  type SiteProgram,
  SLOTS,
  TAKE_DOWN_SLOT,
} from '../../bundle/program.ts'
import { patternsOf } from '../../compare/paths/trie-patterns.ts'
import { USAGES } from '../../vocabulary/usages.ts'

/** Prints a bundle. */
export function dumpBundle({ hash, sites, registry, networks }: Bundle): string {
  const head = [
    `bundle ${hash}`,
    `registry ${registry.crawlers.length} crawlers`,
    ...networks.map(({ name, fresh, v4, v6 }) => {
      return `network ${name}: ${v4.length / 2} IPv4 and ${v6.length / 8} IPv6 ranges, ${fresh ? 'fresh' : 'stale'}`
    }),
  ]
  return [...head, ...sites.flatMap(dumpSite)].map((line) => `${line}\n`).join('')
}

function dumpSite(site: SiteProgram): readonly string[] {
  const { name, config, version, rules, groups, routes } = site
  const classes = Array.from({ length: site.bound.length }, (_, id) => dumpClass(site, id))
  return [
    '',
    `site ${name}: hosts ${config.hosts.join(' ') || 'none'}; ACAP ${version}; ${config.mode}; ${rules.flags.length} rules`,
    ...[site.any, ...site.names].map((each) => {
      return `  name ${each.name}: ${[...refs('class', each.classes), ...refs('group', each.groups)].join(' ') || 'route or profile'}`
    }),
    ...classes.flatMap((lines, id) => [`  class ${id}`, ...lines]),
    ...groups.flatMap(({ root, globs }, id) => [
      `  group ${id}`,
      ...rulesAt(site, root),
      ...globs.map(({ glob }) => `    glob ${glob}`),
    ]),
    ...routes.map(
      ({ index, fields }) =>
        `  route ${index}: ${config.routes[index]?.match}  ${fields.map(({ text }) => text).join('; ')}`,
    ),
  ]
}

function refs(kind: string, list: readonly ClassRef[]): readonly string[] {
  return list.map(({ id, scope }) => `${kind}:${id}${scope ? ` (for ${scope.join(', ')})` : ''}`)
}

function dumpClass(site: SiteProgram, id: number): readonly string[] {
  const own = Array.from({ length: SLOTS }, (_, slot) =>
    slotLines(site, slotName(slot), site.roots[id * SLOTS + slot]!),
  )
  const bound = site.bound[id]!.flatMap(({ purposes, roots }) =>
    roots.map((root, usage) => slotLines(site, `${slotName(usage)} for ${purposes.join(', ')}`, root)),
  )
  return [...own, ...bound].flat()
}

function slotLines(site: SiteProgram, what: string, root: number): readonly string[] {
  return root === 0 ? [] : [`    ${what}`, ...rulesAt(site, root)]
}

/** `- /private/  robots.txt:12` prohibits, `+` permits. */
function rulesAt({ trie, rules, files }: SiteProgram, root: number): readonly string[] {
  return patternsOf(trie, root).flatMap(({ pattern, entries }) =>
    entries.map((rule) => {
      const sign = (rules.flags[rule]! & RULE_DISALLOW) === 0 ? '+' : '-'
      return `      ${sign} ${pattern}  ${files[rules.file[rule]!]?.path}:${rules.line[rule]}`
    }),
  )
}

function slotName(slot: number): string {
  if (slot === TAKE_DOWN_SLOT) return 'take-down'
  return slot === RE_CRAWL_SLOT ? 're-crawl' : USAGES[slot]!
}

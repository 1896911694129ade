/**
 * A robots.txt that somebody has already → the files of a site's folder: the text as it is, a site.toml to begin with,
 * and cases that say what the policy does today, so that a change of it does not go unseen.
 */

import { judge, type SiteContext, siteContextsOf } from '../../enforce/judge.ts'
import { placeOf } from '../../enforce/place-of.ts'
import type { DecidingField } from '../../engine/decision.ts'
import { patternsOf } from '../../paths/trie-patterns.ts'
import { compilePolicies } from '../compile-policies.ts'
import { readFiles } from '../read-policies.ts'
import { EXAMPLE_HOST, withHost } from './with-host.ts'

const MOST_CASES = 12
/** Asks for every crawler that has no rules of its own. */
const ANY_CRAWLER = 'AnyBot/1.0'

/** The files, by their path in the folder. */
export function draftSite(robots: Uint8Array, host: string): ReadonlyMap<string, string> {
  const site = withHost(SITE_TOML, host)
  return new Map([
    ['robots.txt', new TextDecoder().decode(robots)],
    ['site.toml', site],
    ['cases.toml', casesToml(courtFor(robots, site))],
  ])
}

/** Judges by what will be served: misspelt fields are spelt right in it, and remain right once the author mends them. */
function courtFor(robots: Uint8Array, site: string): SiteContext {
  const files = new Map([
    ['robots.txt', robots],
    ['site.toml', new TextEncoder().encode(site)],
  ])
  const read = readFiles({ site: '', folder: '', files })
  const [context] = siteContextsOf(compilePolicies('', [read], () => undefined))
  return context!
}

const SITE_TOML = `# Everything about the site that is not in the language of robots.txt.

hosts = ["${EXAMPLE_HOST}"] # placeholder: your own host names
canonical = "https://${EXAMPLE_HOST}" # placeholder: where your pages belong
mode = "observe" # decides and logs, refuses nothing; "enforce" once you are content

[refuse]
contact = "webmaster@example.com" # placeholder: whom a refused crawler may ask, by mail or at a URL
`

function casesToml(context: SiteContext): string {
  const noon = `${new Date().toISOString().slice(0, 10)}T12:00:00Z`
  return `# What this policy does today. \`acap test\` runs these cases; mend those that are not what you mean, add your own.

at = ${noon}
${draftCases(context, Date.parse(noon)).join('')}`
}

/** One case per rule of the conventional groups, for the first crawler that it concerns. */
function draftCases(context: SiteContext, now: number): readonly string[] {
  const { site } = context
  const cases = [...site.names, site.any].flatMap(({ name, groups }) =>
    groups.flatMap(({ id }) => {
      const userAgent = name === '*' ? ANY_CRAWLER : name
      return patternsOf(site.trie, site.groups[id]!.root).map(({ pattern }) =>
        draftCase(context, userAgent, pattern, now),
      )
    }),
  )
  return cases.slice(0, MOST_CASES)
}

function draftCase(context: SiteContext, userAgent: string, pattern: string, now: number): string {
  const url = pattern.replace(/\$$/, '').replaceAll('*', 'x')
  const asked = { ...placeOf(url, context.home), userAgent, from: null, now, method: 'GET' }
  const { ruling } = judge(context, asked)
  const field = ruling.fields.length === 1 ? fieldLine(ruling.fields[0]!) : ''
  return `
[[case]]
as = ${JSON.stringify(userAgent)}
url = ${JSON.stringify(asked.target)}
expect = ${JSON.stringify(ruling.outcome)}
${field}`
}

function fieldLine({ text }: DecidingField): string {
  return `field = ${JSON.stringify(text)}\n`
}

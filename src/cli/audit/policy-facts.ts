/**
 * Finds what the author's policy says about the audited pages.
 */
import { auditAgents } from '../../author/audit/agents.ts'
import { LiveRobots } from '../../author/audit/declared.ts'
import type { PolicyFacts } from '../../author/audit/facts.ts'
import { compileSite } from '../../author/files/load-programs.ts'
import { findSite } from '../../author/files/load-site.ts'
import { sharedParts } from '../../author/files/policy-lists.ts'
import { readSound } from '../../author/files/report-findings.ts'
import { rereadPolicy } from '../../author/served/served-pairs.ts'
import { nameZones } from '../../author/servers/addresses/name-zones.ts'
import { UsageError } from '../../base/faults.ts'
import type { Io } from '../../base/io.ts'
import type { Agent } from '../../decide/agents.ts'
import { contextAt, judge, siteContextsOf } from '../../decide/judge.ts'
import { tagsToWrite, termsOf } from '../../decide/page-terms.ts'
import { termsOfSpellings } from '../../decide/spelled-terms.ts'
import { compile } from '../../program/compile/compile.ts'
import { programAt, robotsFile } from '../../program/program.ts'

/** What the policy says, and the crawlers that it names. */
interface AuthorFacts extends PolicyFacts {
  /** Reads a robots.txt with the settings and the permission files of the site. */
  readonly read: (text: string) => LiveRobots
  readonly names: readonly string[]
  readonly folder: string
}

const LOCAL = /^(?:localhost|127\.|\[::1\])/

export function policyFacts(named: string, { hostname, origin }: URL, io: Io): AuthorFacts {
  const site = readSound(findSite(named), io)
  const program = compileSite(site)
  const { hosts } = program.config
  if (!hosts.includes(hostname) && !LOCAL.test(hostname))
    throw new UsageError(
      `\`${hostname}\` is no host of this site`,
      `its hosts are ${hosts.join(', ')}`,
    )
  const now = Date.now()
  const { registry, networks } = sharedParts(site.folder, io)
  const [first] = siteContextsOf({ sites: [program], registry, networks })
  const context = contextAt(first!, now)
  const judged = (userAgent: string, target: string, proof: 'failed' | null = null) =>
    judge(context, { target, uri: origin + target, userAgent, now, usage: 'crawl' }, proof)
  const isProvable = (agent: Agent) =>
    nameZones(context, registry, agent).some(({ proof }) => proof !== 'claimed')
  const read = (text: string) => {
    const served = { served: false, files: site.generated.files, servedLine: () => undefined }
    return new LiveRobots(text, compile(rereadPolicy(site.reading, text), served), now)
  }
  const { embed } = context.site.config
  // Of a name that other headers show (C1), the audit's own header asks for `*`.
  const isShown = (name: string) => {
    const [, agent] = auditAgents([name])
    return context.engine.agents.find(agent!.userAgent).matched.includes(name)
  }
  return {
    read,
    declared: read(new TextDecoder().decode(robotsFile(programAt(program, now)).text)),
    expects: ({ userAgent }, path) => {
      const claimed = judged(userAgent, path)
      if (claimed.mode !== 'enforce' || claimed.kind !== 'crawler') return 'open'
      if (claimed.outcome !== 'permitted') return 'closed'
      const isOpen =
        !isProvable(claimed.agent) || judged(userAgent, path, 'failed').outcome === 'permitted'
      return isOpen ? 'open' : null
    },
    tagsOf: (path) => {
      const { spellings, kind, mode } = judged('AnyCrawler', path)
      if (embed.audience !== 'everyone' || kind === 'exempt' || mode === 'off') return []
      const terms = termsOfSpellings(termsOf(context.engine), spellings)
      return tagsToWrite(terms, embed).map(({ content }) => content)
    },
    folder: site.folder,
    names: program.names
      .map(({ name }) => name)
      .filter((name) => /^[a-z0-9_-]+$/i.test(name) && isShown(name)),
  }
}

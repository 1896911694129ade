/**
 * Finds what the author's policy says about the audited pages.
 */
import { auditAgents } from '../../author/audit/agents.ts'
import type { AuditAgent } from '../../author/audit/answers.ts'
import type { PolicyFacts } from '../../author/audit/facts.ts'
import { compileSite } from '../../author/files/load-programs.ts'
import { findSite } from '../../author/files/load-site.ts'
import { sharedParts } from '../../author/files/policy-lists.ts'
import { readSound } from '../../author/files/report-findings.ts'
import { UsageError } from '../../base/faults.ts'
import type { Io } from '../../base/io.ts'
import { contextAt, judge, siteContextsOf } from '../../decide/judge.ts'
import { tagsToWrite, termsOf } from '../../decide/page-terms.ts'
import { termsOfSpellings } from '../../decide/placement.ts'
import { programAt, robotsFile } from '../../program/program.ts'

/** What the policy says, and the crawlers that it names. */
interface AuthorFacts extends PolicyFacts {
  readonly names: readonly string[]
  readonly folder: string
}

const LOCAL = /^(?:localhost|127\.|\[::1\])/

export function policyFacts(named: string, { hostname }: URL, io: Io): AuthorFacts {
  const site = readSound(findSite(named), io)
  const program = compileSite(site)
  const { hosts } = program.config
  if (!hosts.includes(hostname) && !LOCAL.test(hostname))
    throw new UsageError(
      `\`${hostname}\` is no host of this site`,
      `its hosts are ${hosts.join(', ')}`,
    )
  const now = Date.now()
  const [first] = siteContextsOf({ sites: [program], ...sharedParts(site.folder, io) })
  const context = contextAt(first!, now)
  const judged = ({ userAgent }: Pick<AuditAgent, 'userAgent'>, target: string) =>
    judge(context, { target, userAgent, from: null, now, usage: 'crawl', method: 'GET' })
  const { embed } = context.site.config
  // Of a name that other headers show (C1), the audit's own header asks for `*`.
  const isShown = (name: string) => {
    const [, agent] = auditAgents([name])
    return context.engine.agents.find(agent!.userAgent).matched.includes(name)
  }
  return {
    robotsText: new TextDecoder().decode(robotsFile(programAt(program, now)).text),
    isOpen: (agent, path) => judged(agent, path).outcome === 'permitted',
    tagsOf: (path) => {
      if (embed.audience !== 'everyone') return []
      const { spellings } = judged({ userAgent: 'AnyCrawler' }, path)
      const terms = termsOfSpellings(termsOf(context.engine), spellings)
      return tagsToWrite(terms, embed).map(({ content }) => content)
    },
    folder: site.folder,
    names: program.names
      .map(({ name }) => name)
      .filter((name) => /^[a-z0-9_-]+$/i.test(name) && isShown(name)),
  }
}

/** Audits a site behind the files that `acap convert` writes for a server, as its interpreter reads them. */
import { auditAgents } from '../../../src/author/audit/agents.ts'
import type { Ask, AuditAnswer } from '../../../src/author/audit/answers.ts'
import { audit } from '../../../src/author/audit/audit.ts'
import { compileSite } from '../../../src/author/files/load-programs.ts'
import { findSite } from '../../../src/author/files/load-site.ts'
import { sharedParts } from '../../../src/author/files/policy-lists.ts'
import { readFiles } from '../../../src/author/files/read-policies.ts'
import { exportSite } from '../../../src/author/servers/export.ts'
import { SERVER_DOORS } from '../../../src/author/servers/servers.ts'
import type { Io } from '../../../src/base/io.ts'
import { policyFacts } from '../../../src/cli/audit/policy-facts.ts'
import { readPage, readSitemap } from '../../../src/cli/audit/read-page.ts'

const HTML = '<!doctype html><title>A page</title><p>For everybody alike.</p>'
const SILENT = { err: () => undefined } as unknown as Io

/** The audit of a site behind its own export, and what the export said. `serves`: what is served although it is closed. */
export async function auditBehind(server: string, folder: string, serves: readonly string[] = []) {
  const { reading, folder: policies, ...site } = readFiles(findSite(folder))
  const { registry, networks } = sharedParts(policies, null)
  const door = SERVER_DOORS[server]!
  const { files, findings } = exportSite(
    { reading, site: compileSite(site), registry: registry!, networks, now: Date.now() },
    door,
    server,
    { id: '', prefix: '/acap', about: () => [], tier: 'business' },
  )
  const start = new URL('http://localhost:8787/')
  const policy = policyFacts(folder, start, SILENT)
  const { refuses } = door.read(files)
  const { text } = policy.declared
  const ask: Ask = async ({ url, agent: { name, userAgent } }) => {
    const target = url.slice(start.origin.length)
    const isRefused =
      !serves.includes(target) && refuses({ target, userAgent, address: '203.0.113.9' })
    return answerOf(url, name, isRefused ? null : target, text)
  }
  const result = await audit(ask, {
    start,
    agents: auditAgents([], policy.names),
    most: 120,
    policy,
    isMine: true,
    readRobots: policy.read,
    readSitemap,
    beforeAgain: async () => undefined,
  })
  const kinds = result!.contradictions.map(({ id, path, agent }) => `${id} ${path} ${agent}`)
  return { kinds, notes: result!.notes, findings: findings.map(({ message }) => message) }
}

/** `target`: null where it is refused. */
function answerOf(url: string, agent: string, target: string | null, robots: string): AuditAnswer {
  const isRobots = target?.startsWith('/robots.txt') ?? false
  const isMissing = target !== null && /^\/\.well-known\/|^\/sitemap\.xml/.test(target)
  return {
    url,
    agent,
    status: target === null ? 403 : isMissing ? 404 : 200,
    fault: null,
    redirects: [],
    headers: { 'content-type': isRobots ? 'text/plain' : 'text/html' },
    bytes: 0,
    hash: isRobots ? robots : HTML,
    text: isRobots ? robots : null,
    page: isRobots ? null : readPage(HTML, url),
  }
}

/** A policy, and what `acap replay` says of a log under it. */
import { combinedLine } from './log-lines.ts'

export const ROBOTS = `User-agent: *
Disallow: /private/

User-agent: SlowBot
Allow: /
Request-rate: 1/10s

User-agent: NetBot
Disallow: /private/
`
export const TOML =
  'hosts = ["a.test"]\nexempt = ["/health"]\n[crawlers.NetBot]\nnetworks = ["net"]\n'
const NETWORK = {
  creationTime: new Date().toISOString(),
  prefixes: [{ ipv4Prefix: '192.0.2.0/24' }],
}
export const POLICIES = {
  'policies/a/robots.txt': ROBOTS,
  'policies/a/site.toml': TOML,
  'policies/.networks/net.json': JSON.stringify(NETWORK),
}

export const line = (userAgent: string, target: string, second = 0, ip = '203.0.113.9') =>
  combinedLine(target, userAgent, { clock: `06:39:${String(second).padStart(2, '0')}`, ip })

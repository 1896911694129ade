/**
 * Programs of a stranger who has installed the package: what `test/cli/package.test.ts` compiles and runs.
 */

const ROBOTS = 'User-agent: *\\nDisallow: /private/\\n'

export const APP = `
import { acap } from 'acap-edge/hono'
import { compile, compileRegistry, encode, readSite } from 'acap-edge/policy'
import { Hono } from 'hono'

const files = new Map(Object.entries({ 'robots.txt': '${ROBOTS}', 'site.toml': 'hosts = ["shop.test"]' }))
const bytes = new Map([...files].map(([path, text]) => [path, new TextEncoder().encode(text)]))
const { policy } = readSite('shop', bytes)
const site = compile(policy, { served: true, files: [{ path: 'robots.txt', text: '${ROBOTS}' }], servedLine: (_, line) => line })
const registry = compileRegistry([{ pattern: 'SomeBot', instances: [] }])
const { buffer } = await encode({ sites: [site], registry, networks: [] })

const app = new Hono()
app.use(acap({ bundle: buffer }))
app.get('*', (c) => c.text('the shop'))

const ask = async (path: string, userAgent: string) => {
  const answer = await app.request('http://shop.test' + path, { headers: { 'user-agent': userAgent } })
  return answer.status
}
console.log(await ask('/private/a', 'SomeBot/1.0'), await ask('/a', 'SomeBot/1.0'), await ask('/private/a', 'Mozilla/5.0'))
`

export const READER = `
import { compile, decide, readText } from 'acap-edge/policy'

const text = '${ROBOTS}'
const { policy, findings } = readText(text)
const site = compile(policy, { served: false, files: [{ path: 'robots.txt', text }], servedLine: () => undefined })
const { outcome } = decide(site, { userAgent: 'SomeBot', target: '/private/a', now: Date.now() })
console.log(findings.length, policy.groups.length, outcome)
`

export const PLAIN = `
import { compareSites, explainRequest, readLogLine, simulateRequest, Tally } from 'acap-edge/analysis'
import { compile, compileRegistry, convert, decide, decode, encode, type Facts, readText, recognise, type Usage } from 'acap-edge/policy'
import { knownCrawlers } from 'acap-edge/registry'
import { robots } from 'acap-edge/robots'

const text = '${ROBOTS}'
const usage: Usage = 'index'
const index: Facts = { userAgent: 'AnyBot', target: '/a', now: 0, usage }
const ask = (url: string) => robots(text).mayFetch({ userAgent: 'AnyBot/1.0', url })
console.log(ask('https://shop.test/private/a'), ask('/private/a'), ask('/a'), ask('https://shop.test'), ask('/robots.txt'))

const programOf = (robots: string) =>
  compile(readText(robots).policy, { served: false, files: [{ path: 'robots.txt', text: robots }], servedLine: () => undefined })
const site = programOf(text)
const decided = decide(site, { userAgent: 'AnyBot', target: 'https://shop.test/private/a?b#c', now: 0 })
console.log(decided.outcome, decide(site, index).outcome)
for (const target of ['private/a', '', 'ftp://shop.test/', '*']) {
  try {
    decide(site, { userAgent: 'AnyBot', target, now: 0 })
    console.log('decided')
  } catch (fault) {
    console.log((fault as Error).name)
  }
}
console.log(recognise(site, 'GPTBot/1.0').name, recognise(site, 'GPTBot/1.0', knownCrawlers()).name)
console.log(convert(readText(text), 'acap').text.includes('ACAP-disallow-crawl: /private/'))
console.log(compareSites(site, programOf(''), 0).changes[0]?.effect)
const request = { target: '/private/a', userAgent: 'GPTBot/1.0' }
const crawlers = knownCrawlers()
console.log(simulateRequest(site, request, { crawlers }).outcome, explainRequest(site, request, { crawlers }).decision.outcome)
const tally = new Tally(site, { crawlers })
tally.add('192.0.2.1 - - [01/Mar/2026:10:00:00 +0000] "GET /private/a HTTP/1.1" 200 512 "-" "GPTBot/1.2"')
console.log(tally.report().total.refused, readLogLine('not a line'))
const { buffer } = await encode({ sites: [site], registry: compileRegistry([]), networks: [] })
console.log(decode(buffer).ok)
`

/** What compiles without the types of Workers, with every declaration of the package checked. */
export const STRICT = {
  compilerOptions: {
    module: 'nodenext',
    target: 'es2023',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['acap-edge/worker'],
    outDir: 'out',
  },
}

export const BUNDLED = `
import { acap } from 'acap-edge/hono'
import { Hono } from 'hono'
import bundle from './policies.bin'

const app = new Hono()
app.use(acap({ bundle }))
export default app
`

/** What `acap-edge` lacks where a resolver takes its types for those of Workers. */
export const NODE = `
import { acap } from 'acap-edge/hono'
import { edge, fileBundle, nodeMiddleware } from 'acap-edge/node'

const bundle = new Uint8Array()
export const guard = acap({ bundle, bundles: fileBundle('policies.bin'), trust: ['loopback'] })
export const handle = edge(bundle, { trust: ['loopback'] })
export const express = nodeMiddleware(bundle)
`

/** What a server of Node finds in its requests, and one whose requests extend Node's, as those of Express do. */
export const SERVER = `
import { createServer, type IncomingMessage } from 'node:http'
import { nodeMiddleware } from 'acap-edge/node'
import { robots } from 'acap-edge/robots'

interface Request extends IncomingMessage {
  readonly params: object
}

const guard = nodeMiddleware(new Uint8Array())
export const outcomeOf = (request: Request): string | undefined => request.acap?.decision?.outcome
export const server = createServer((request, response) =>
  guard(request, response, () => response.end(request.acap?.decision?.reason)),
)
export const mayFetch: boolean | undefined = robots('').mayFetch({ userAgent: 'AnyBot', url: '/' })
`

/** How TypeScript finds a package today, with the types of Node. */
export const RESOLUTIONS = ['nodenext', 'node16', 'bundler']

/** A CommonJS program. */
export const REQUIRED = `
const { robots } = require('acap-edge/robots')
console.log(robots('${ROBOTS}').mayFetch({ userAgent: 'AnyBot', url: '/private/a' }))
const entries = ['acap-edge', 'acap-edge/node', 'acap-edge/robots/full', 'acap-edge/policy', 'acap-edge/analysis']
console.log(entries.every((entry) => Object.keys(require(entry)).length > 1))
import('acap-edge/registry').then(({ identify }) => console.log(identify('GPTBot/1.0').name))
`

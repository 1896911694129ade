/**
 * Tells for each request of a stream what the edge would do, with other spellings (P6), readers,
 * exempt paths and identity.
 */

import { existsSync, statSync } from 'node:fs'
import { explainAsked, printedExplanation } from '../../author/explain/asked-request.ts'
import { readMoment } from '../../author/files/checked-value.ts'
import { loadPrograms } from '../../author/files/load-programs.ts'
import { findSite } from '../../author/files/load-site.ts'
import { type ExitCode, UsageError } from '../../base/faults.ts'
import type { Io } from '../../base/io.ts'
import { parseAddress } from '../../base/ip-address.ts'
import { HostIndex, type Unknown } from '../../decide/hosts.ts'
import { type SiteContext, siteContextsOf } from '../../decide/judge.ts'
import { isWholeUrl, readPlace } from '../../decide/read-place.ts'
import { isUsage, USAGES } from '../../words/usages.ts'
import type { Options } from '../command.ts'
import { answerLines } from './batch-lines.ts'

const MEMBERS = ['id', 'url', 'method', 'headers', 'address', 'now', 'usage', 'purposes']
/** Options that each line says for itself. */
const OF_ONE_REQUEST = ['as', 'usage', 'purpose', 'at', 'from', 'card'] as const

export function explainLines(
  named: string,
  options: Options<'explain'>,
  io: Io,
): Promise<ExitCode> {
  const odd = OF_ONE_REQUEST.find((name) => (options[name]?.length ?? 0) > 0)
  if (odd !== undefined)
    throw new UsageError(`--${odd} is for one request: with --batch the lines say it`)
  const path = existsSync(named) && statSync(named).isDirectory() ? named : findSite(named).folder
  const contexts = siteContextsOf(loadPrograms(path, io))
  const sites = new HostIndex(contexts.map((context) => ({ context, config: context.site.config })))
  const [only, second] = contexts
  const answered = (request: BatchRequest) => {
    if (isWholeUrl(request.url)) {
      const { host } = new URL(readPlace(request.url, only!.home).uri)
      const found = sites.at(host.toLowerCase())
      return typeof found === 'string' ? unknownHost(found) : explained(found.context, request)
    }
    if (second !== undefined)
      throw new UsageError('`url` is a path, and there are several sites: give the whole URL')
    return explained(only!, request)
  }
  return answerLines(io, '{"url": "…", "headers": {"user-agent": "…"}}', (line) => {
    const answer = answered(requestOf(line))
    return line.id === undefined ? answer : { id: line.id, ...answer }
  })
}

/** A host that no site names: passed to the origin as it is, or refused. */
function unknownHost(found: Unknown) {
  const outcome = found === 'pass' ? 'permitted' : 'prohibited'
  return { site: null, kind: 'unknown-host', mode: 'off', outcome, decision: null }
}

function explained(context: SiteContext, { url, ...asked }: BatchRequest) {
  const { explanation } = explainAsked(context, url, readPlace(url, context.home), asked)
  return printedExplanation(explanation)
}

type BatchRequest = ReturnType<typeof requestOf>

function requestOf(line: Readonly<Record<string, unknown>>) {
  const stray = Object.keys(line).find((name) => !MEMBERS.includes(name))
  if (stray !== undefined)
    throw new UsageError(`\`${stray}\` is not a member: ${MEMBERS.join(', ')}`)
  const text = (name: string) => {
    const value = line[name]
    if (value === undefined || value === null) return null
    if (typeof value !== 'string') throw new UsageError(`\`${name}\` is not text`)
    return value
  }
  const [url, from, usage] = [text('url'), text('address'), text('usage') ?? 'crawl']
  if (url === null) throw new UsageError('`url` is missing')
  if (!URL.canParse(readPlace(url, 'https://host.invalid').uri))
    throw new UsageError(`\`${url}\` is not a URL`)
  if (from !== null && parseAddress(from) === null)
    throw new UsageError(`\`${from}\` is not an address`)
  if (!isUsage(usage)) throw new UsageError(`\`${usage}\` is not a usage: ${USAGES.join(', ')}`)
  const purposes = line.purposes as readonly string[] | undefined
  if (purposes !== undefined && !(Array.isArray(purposes) && purposes.every(isText)))
    throw new UsageError('`purposes` is not a list of words')
  const userAgent = userAgentIn(line.headers)
  const method = text('method') ?? 'GET'
  const now = readMoment(text('now'))
  const asked = { url, userAgent, from, now, usage, method }
  return purposes === undefined ? asked : { ...asked, purposes }
}

/** Of several lines, as the edge reads them: joined. */
function userAgentIn(headers: unknown): string {
  if (headers === undefined || headers === null) return ''
  if (typeof headers !== 'object' || Array.isArray(headers))
    throw new UsageError('`headers` is not an object')
  const own = Object.entries(headers).filter(([name]) => name.toLowerCase() === 'user-agent')
  const values = own.flatMap(([, value]) => value as unknown)
  if (!values.every(isText)) throw new UsageError('`headers` has a value that is not text')
  return values.join(', ')
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

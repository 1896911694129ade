/**
 * `acap explain CODE`: what a finding means. `acap explain SITE URL --as UA`: what the edge does
 * with a request, and why.
 */

import { existsSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { explainAsked, printedExplanation } from '../../author/explain/asked-request.ts'
import { authorFile } from '../../author/explain/author-terms.ts'
import { explanationText } from '../../author/explain/explanation-text.ts'
import { readCards } from '../../author/files/agent-cards.ts'
import { readMoment } from '../../author/files/checked-value.ts'
import { compileSite, loadPrograms } from '../../author/files/load-programs.ts'
import { DEFAULT_POLICIES, findSite } from '../../author/files/load-site.ts'
import { sharedParts } from '../../author/files/policy-lists.ts'
import { mentionFindings, readSound } from '../../author/files/report-findings.ts'
import { type ExitCode, UsageError } from '../../base/faults.ts'
import { PACKAGE_ROOT } from '../../base/files/package-root.ts'
import type { Io } from '../../base/io.ts'
import { parseAddress } from '../../base/ip-address.ts'
import { HostIndex, type Unknown } from '../../decide/hosts.ts'
import { type SiteContext, siteContextsOf } from '../../decide/judge.ts'
import { isWholeUrl, readPlace } from '../../decide/read-place.ts'
import { explainCode } from '../../language/findings/diagnostic.ts'
import { wrapped } from '../../language/findings/render.ts'
import { isUsage, USAGES } from '../../words/usages.ts'
import type { CommandIo, Options, Run } from '../command.ts'
import { answerLines } from '../input/batch-lines.ts'

function explainFinding(code: string, io: CommandIo): ExitCode {
  const row = explainCode(code)
  if (row === null)
    throw new UsageError(
      `\`${code}\` is not a code of a finding`,
      'acap check prints them in brackets',
    )
  // Pages of the documentation are named by where they are on this machine.
  const text = row.explain.replace(/\bdocs\/[\w-]+\.md/g, (page) =>
    relative('', join(PACKAGE_ROOT, page)),
  )
  return io.answer(row, `${row.code} (${row.severity})\n\n${wrapped(text)}\n`)
}

export const explainCommand: Run<'explain'> = ([first, url], options, io) => {
  if (options.batch) {
    if (url !== undefined)
      throw new UsageError('--batch takes a site or a folder of sites', 'acap explain SITE --batch')
    return explainLines(first ?? DEFAULT_POLICIES, options, io)
  }
  if (first === undefined) throw new UsageError('missing CODE|SITE', 'acap explain ACAP005')
  if (/^acap\d+$/i.test(first) && url === undefined) return explainFinding(first, io)
  const files = findSite(first)
  if (url === undefined) throw new UsageError('missing URL', 'acap explain SITE URL --as UA')
  if (options.as === null) throw new UsageError('missing --as', '--as "SearchBot1/1.0"')
  if (options.from !== null && parseAddress(options.from) === null) {
    throw new UsageError(`\`${options.from}\` is not an address`, '--from 192.0.2.1')
  }
  const site = readSound(files, io)
  const [context] = siteContextsOf({ sites: [compileSite(site)], ...sharedParts(site.folder, io) })
  const place = readPlace(url, context!.home)
  if (!URL.canParse(place.uri))
    throw new UsageError(`\`${url}\` is not a URL`, `a path, or ${context!.home}/…`)
  const usage = (options.usage ?? 'crawl').toLowerCase()
  if (!isUsage(usage))
    throw new UsageError(`\`${options.usage}\` is not a usage`, USAGES.join(', '))
  const asked = {
    userAgent: options.as,
    from: options.from,
    usage,
    now: readMoment(options.at),
    method: 'GET',
    ...(options.purpose.length > 0 && { purposes: options.purpose }),
  }
  const cards = readCards(options.card)
  const { judged, explanation } = explainAsked(context!, url, place, asked, cards)
  const steps = explanation.chains.flatMap((chain) => chain.steps)
  const fields = [
    ...judged.ruling.fields,
    ...steps.flatMap(({ deciding, beaten }) => [...deciding, ...beaten]),
  ]
  const places = new Set(fields.map((field) => `${authorFile(field, site.folder)}:${field.line}`))
  mentionFindings([site], site.folder, io, ({ source, line }) => places.has(`${source}:${line}`))
  return io.answer(
    printedExplanation(explanation),
    explanationText(explanation, site.folder, site.files),
  )
}

const MEMBERS = ['id', 'url', 'method', 'headers', 'address', 'now', 'usage', 'purposes']
/** Options that each line says for itself. */
const OF_ONE_REQUEST = ['as', 'usage', 'purpose', 'at', 'from', 'card'] as const

function explainLines(named: string, options: Options<'explain'>, io: Io): Promise<ExitCode> {
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

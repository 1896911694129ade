/**
 * Sends an audit's requests on one connection: one a second, each limited to ten seconds and one
 * MiB. It names itself beside the tested crawler, so that the site's operator can identify it.
 */
import { createHash } from 'node:crypto'
import { Agent, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps, Agent as SecureAgent } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Ask, AuditAnswer, AuditQuestion } from '../../author/audit/answers.ts'
import { AUDIT_NAME } from '../../author/audit/audit.ts'
import { PROJECT } from '../../words/project.ts'
import { readPage } from './read-page.ts'

interface Manners {
  readonly pauseMs: number
  /** A person's address, for the header From; null for none. */
  readonly from: string | null
  /** How long one answer may take, in milliseconds. Default: ten seconds. */
  readonly patienceMs?: number
}

const PATIENCE_MS = 10_000
const MOST_BYTES = 1 << 20

/** The product by which the audit names itself in User-Agent. */
function ownProduct(from: string | null): string {
  const about = [PROJECT.documents && `+${PROJECT.documents}`, from && `from=${from}`]
  const comment = about.filter((each) => each).join('; ')
  return `${AUDIT_NAME}/1.0${comment === '' ? '' : ` (${comment})`}`
}

export class AuditClient {
  readonly #manners: Manners
  readonly #agents = {
    'http:': new Agent({ keepAlive: true, maxSockets: 1 }),
    'https:': new SecureAgent({ keepAlive: true, maxSockets: 1 }),
  }
  #lastMs = -Infinity

  constructor(manners: Manners) {
    this.#manners = manners
  }

  readonly ask: Ask = async (question, wants) => {
    const { redirects: most = 0 } = question
    const { pathname, host } = new URL(question.url)
    const redirects: string[] = []
    let url = question.url
    for (;;) {
      await this.#pause()
      const answer = await this.#answer({ ...question, url }, wants)
      const isFollowed = pathname === '/robots.txt' && redirects.length < most
      const next = isFollowed ? redirectOf(answer, url) : null
      if (next !== null) redirects.push(next.href)
      // A redirect to another host is not followed: only this host is audited.
      if (next === null || next.host !== host) return { ...answer, url: question.url, redirects }
      url = next.href
    }
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy()
  }

  async #pause(): Promise<void> {
    const wait = this.#lastMs + this.#manners.pauseMs - performance.now()
    if (wait > 0) await sleep(wait)
    this.#lastMs = performance.now()
  }

  async #answer({ url, agent }: AuditQuestion, wants: 'text' | 'page'): Promise<AuditAnswer> {
    const { from } = this.#manners
    const headers = {
      'user-agent': `${agent.userAgent} ${ownProduct(from)}`,
      accept: wants === 'page' ? 'text/html,*/*;q=0.8' : '*/*',
      'accept-encoding': 'gzip, br',
      ...(from !== null && { from }),
    }
    try {
      const response = await this.#send(new URL(url), headers)
      return await answerOf(response, { url, agent }, wants)
    } catch (fault) {
      const { message } = fault as Error
      return { ...NO_ANSWER, url, agent: agent.name, fault: message }
    }
  }

  #send(url: URL, headers: Readonly<Record<string, string>>): Promise<IncomingMessage> {
    const isSecure = url.protocol === 'https:'
    const send = isSecure ? requestHttps : requestHttp
    const agent = this.#agents[isSecure ? 'https:' : 'http:']
    const signal = AbortSignal.timeout(this.#manners.patienceMs ?? PATIENCE_MS)
    return new Promise((resolve, reject) => {
      send(url.href, { headers, agent, signal }, resolve).on('error', reject).end()
    })
  }
}

function redirectOf({ status, headers }: AuditAnswer, url: string): URL | null {
  const { location } = headers
  const isRedirect = status >= 300 && status < 400 && location !== undefined
  return isRedirect && URL.canParse(location, url) ? new URL(location, url) : null
}

const NO_ANSWER: AuditAnswer = {
  url: '',
  agent: '',
  status: 0,
  fault: null,
  redirects: [],
  headers: {},
  bytes: 0,
  hash: '',
  text: null,
  page: null,
}

async function answerOf(
  response: IncomingMessage,
  { url, agent }: AuditQuestion,
  wants: 'text' | 'page',
): Promise<AuditAnswer> {
  const headers: Record<string, string> = {}
  for (const [name, values = []] of Object.entries(response.headersDistinct))
    headers[name] = values.join('\n')
  const body = decoded(await bodyOf(response), headers['content-encoding'] ?? '')
  const text = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(body)
  const isHtml = (headers['content-type'] ?? '').startsWith('text/html')
  return {
    ...NO_ANSWER,
    url,
    agent: agent.name,
    status: response.statusCode ?? 0,
    headers,
    bytes: body.length,
    hash: createHash('sha256').update(body).digest('base64'),
    text: wants === 'text' ? text : null,
    page: wants === 'page' && isHtml ? readPage(text, url) : null,
  }
}

/** Reads at most one MiB of a body. */
async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    parts.push(part)
    if (size > MOST_BYTES) break
  }
  return Buffer.concat(parts).subarray(0, MOST_BYTES)
}

/** Decodes a body. One that is damaged, or expands beyond the limit, is returned as received. */
function decoded(body: Buffer, coding: string): Buffer {
  const options = { maxOutputLength: MOST_BYTES }
  try {
    if (/gzip/i.test(coding)) return gunzipSync(body, options)
    if (/br/i.test(coding)) return brotliDecompressSync(body, options)
  } catch {
    return body
  }
  return body
}

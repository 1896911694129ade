/**
 * `acap audit`: requests pages of a live site as several crawlers and a reader, and reports
 * contradictions.
 */

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { auditAgents } from '../../author/audit/agents.ts'
import { type Ask, type AuditAnswer, isServed } from '../../author/audit/answers.ts'
import { type AuditResult, audit, contradictionKey } from '../../author/audit/audit.ts'
import { LiveRobots } from '../../author/audit/declared.ts'
import type { AuditPlan, AuditSeverity, Contradiction } from '../../author/audit/facts.ts'
import { textProgram } from '../../author/files/load-programs.ts'
import { EXIT, type ExitCode, StorageError, UsageError } from '../../base/faults.ts'
import type { Io } from '../../base/io.ts'
import { foreignPlace } from '../../language/text/source.ts'
import { parse } from '../../language/text/tree.ts'
import { AuditClient } from '../audit/audit-client.ts'
import { loggedCrawlers } from '../audit/logged-crawlers.ts'
import { policyFacts } from '../audit/policy-facts.ts'
import { readSitemap } from '../audit/read-page.ts'
import type { CommandIo, Options, Run } from '../command.ts'

const PAUSE_SECONDS = 1
const AGAIN_SECONDS = 30
const AGAIN_PAUSES = 10
const MOST_REQUESTS = 120
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/
const SEVERITIES: readonly AuditSeverity[] = ['o', 'c', 'u']

export const auditCommand: Run<'audit'> = async ([address, site], options, io) => {
  const start = urlOf(address!)
  const pauseMs = 1000 * pauseOf(options.pause, start)
  const policy = site === undefined ? null : policyFacts(site, start, io)
  if (policy === null && options.log.length > 0)
    throw new UsageError('--log needs a policy', `acap audit ${address} SITE --log FILE`)
  const asker = new AuditClient({ pauseMs, from: options.contact })
  const tape = new Tape(options.replay, asker.ask)
  try {
    const plan: AuditPlan = {
      start,
      agents: auditAgents(options.as, policy?.names),
      most: numberOf('most', options.most, MOST_REQUESTS),
      policy,
      isMine: options.mine && (await isOwner(start, tape.ask, io)),
      readRobots: (text) => readRobots(text, policy?.read ?? readAlone),
      readSitemap,
      beforeAgain: () => sleep(options.replay === null ? againMs(pauseMs, start) : 0),
    }
    const result = await audit(tape.ask, plan)
    if (result === null) throw new StorageError(`nothing answers at ${start.origin}`)
    if (options.record !== null) writeFileSync(options.record, tape.text())
    const log = options.log.length === 0 ? null : await loggedCrawlers(policy!.folder, options, io)
    return report({ ...sinceLast(result, options.since), log }, options, io)
  } finally {
    asker.close()
  }
}

function urlOf(address: string): URL {
  const written = /^https?:\/\//i.test(address) ? address : `https://${address}`
  if (!URL.canParse(written))
    throw new UsageError(`\`${address}\` is not a URL`, 'https://www.example.com')
  return new URL(written)
}

function pauseOf(given: string | null, { hostname }: URL): number {
  const seconds = numberOf('pause', given, PAUSE_SECONDS)
  if (seconds < PAUSE_SECONDS && !LOOPBACK.test(hostname))
    throw new UsageError(`--pause ${given} is below one second`, 'that is for loopback alone')
  return seconds
}

/** How long until a contradiction is asked again. */
function againMs(pauseMs: number, { hostname }: URL): number {
  return LOOPBACK.test(hostname) ? AGAIN_PAUSES * pauseMs : AGAIN_SECONDS * 1000
}

function numberOf(name: string, given: string | null, fallback: number): number {
  if (given === null) return fallback
  if (!/^\d+(?:\.\d+)?$/.test(given)) throw new UsageError(`--${name} \`${given}\` is not a number`)
  return Math.min(Number(given), name === 'most' ? MOST_REQUESTS : Infinity)
}

function readAlone(text: string): LiveRobots {
  return new LiveRobots(text, textProgram(text), Date.now())
}

function readRobots(text: string, read: (text: string) => LiveRobots): LiveRobots | null {
  return foreignPlace(parse(text).source) === null ? read(text) : null
}

/** The owner of a site can put a file on it. */
async function isOwner(start: URL, ask: Ask, io: Io): Promise<boolean> {
  if (LOOPBACK.test(start.hostname)) return true
  const key = io.env.ACAP_AUDIT_KEY ?? hostname()
  const word = createHash('sha256').update(`${key} ${start.host}`).digest('hex').slice(0, 24)
  const url = `${start.origin}/.well-known/acap-audit.txt`
  const [reader] = auditAgents([])
  const answer = await ask({ url, agent: reader! }, 'text')
  if (isServed(answer) && answer.text?.trim() === word) return true
  throw new UsageError(
    `${url} does not hold the word of this machine`,
    `write \`${word}\` into it, or set ACAP_AUDIT_KEY where another machine made it`,
  )
}

/** Records answers as they come, or replays those of an earlier run. */
class Tape {
  readonly #answers = new Map<string, AuditAnswer[]>()
  readonly #live: Ask | null

  constructor(replayed: string | null, live: Ask) {
    this.#live = replayed === null ? live : null
    if (replayed === null) return
    for (const answer of recordedIn(replayed)) this.#keep(answer)
  }

  readonly ask: Ask = async (question, wants) => {
    const key = `${question.agent.name} ${question.url}`
    if (this.#live !== null) {
      const answer = await this.#live(question, wants)
      this.#keep(answer)
      return answer
    }
    const recorded = this.#answers.get(key) ?? []
    const answer = recorded.length > 1 ? recorded.shift() : recorded[0]
    if (answer === undefined) throw new UsageError(`no answer is recorded for ${key}`)
    return answer
  }

  text(): string {
    return `${JSON.stringify([...this.#answers.values()].flat(), null, 1)}\n`
  }

  #keep(answer: AuditAnswer): void {
    const key = `${answer.agent} ${answer.url}`
    this.#answers.set(key, [...(this.#answers.get(key) ?? []), answer])
  }
}

function recordedIn(file: string): readonly AuditAnswer[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as readonly AuditAnswer[]
  } catch (fault) {
    throw new UsageError(`\`${file}\` is no recording: ${(fault as Error).message}`)
  }
}

/** Removes what an earlier result already contains. */
function sinceLast(result: AuditResult, file: string | null): AuditResult {
  if (file === null) return result
  const { contradictions: before = [] } = JSON.parse(readFileSync(file, 'utf8')) as AuditResult
  const known = new Set(before.map(contradictionKey))
  const contradictions = result.contradictions.filter((each) => !known.has(contradictionKey(each)))
  return { ...result, contradictions }
}

function report(result: AuditResult, options: Options<'audit'>, io: CommandIo): ExitCode {
  const least = options['fail-on'] === null ? 'u' : (options['fail-on'] as AuditSeverity)
  if (!SEVERITIES.includes(least))
    throw new UsageError(`--fail-on \`${options['fail-on']}\``, SEVERITIES.join(', '))
  const counts = SEVERITIES.slice(0, SEVERITIES.indexOf(least) + 1)
  const fails = result.contradictions.some(({ severity }) => counts.includes(severity))
  return io.answer(result, textOf(result), fails ? EXIT.findings : EXIT.ok)
}

const HEADINGS: Readonly<Record<AuditSeverity, string>> = {
  o: 'Crawlers get what is closed to them',
  c: 'Crawlers, or readers, are kept from what is open',
  u: 'Places that do not agree',
}

function textOf({ url, asked, contradictions, skipped, notes, log }: AuditResult): string {
  const sections = SEVERITIES.flatMap((severity) => {
    const own = contradictions.filter((each) => each.severity === severity)
    return own.length === 0 ? [] : [`${HEADINGS[severity]}:\n${own.map(sentence).join('')}`]
  })
  const count = contradictions.length
  const first =
    count === 0
      ? `${url}: no contradiction in ${asked} requests.\n`
      : `${url}: ${count} contradiction${count === 1 ? '' : 's'} in ${asked} requests. A stranger asked: what a crawler gets at its own address, nobody saw.\n`
  const rest = [
    ...skipped.map((what) => `not asked: ${what}\n`),
    ...notes.map((note) => `note: ${note}\n`),
  ]
  return [first, ...sections, logText(log), rest.join('')].filter((part) => part !== '').join('\n')
}

/** What the audit could not see: a stranger asked. */
function logText(log: AuditResult['log']): string {
  const verified = (log ?? []).filter(({ verified }) => (verified ?? 0) > 0)
  if (log === null) return ''
  if (verified.length === 0) return 'The log has no verified crawler.\n'
  const rows = verified.map(
    ({ name, requests, verified, refused, violations }) =>
      `  ${name}: requests ${requests}, verified ${verified}, refused ${refused}, knowingly in closed places ${violations}\n`,
  )
  return `What the log says of verified crawlers:\n${rows.join('')}`
}

function sentence({ id, path, agent, declared, seen, door, change }: Contradiction): string {
  const who = agent === '*' ? 'everybody' : agent
  const said = declared === null ? '' : `    declared: ${declared}\n`
  const where = door === null ? '' : `    answered by ${door}: ${change}\n`
  return `  ${path} as ${who} (${id}): ${seen}\n${said}${where}`
}

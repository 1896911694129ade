/**
 * `acap decide`: one question or a stream of them → Decisions (docs/semantics.md, D). Takes every User-Agent for a
 * crawler and applies neither the spellings of P6 nor the exemptions of P7; `acap explain` does.
 */
import { readFileSync } from 'node:fs'
import { decide } from '../../engine/decide.ts'
import type { Decision } from '../../engine/decision.ts'
import { command, type OptionValues } from '../command.ts'
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { linesOf } from '../lines-of.ts'
import { policyCache } from '../policy-cache.ts'
import { readCase } from '../read-case.ts'

/** Answers are written in blocks: one system call per line costs more than the decision. */
const BLOCK_SIZE = 1 << 16

const OPTIONS = {
  as: { type: 'string', value: 'UA', help: 'the User-Agent that asks' },
  usage: { type: 'string', value: 'USAGE', help: 'crawl (default), index, present-snippet, …' },
  purpose: { type: 'string', value: 'WORD', multiple: true, help: "a purpose of the crawler's; may be repeated" },
  at: { type: 'string', value: 'TIME', help: 'when, as 2026-01-15T12:00:00Z; default now' },
  uri: { type: 'string', value: 'URI', help: "the resource's own URI, for `location`" },
  app: {
    type: 'string',
    value: 'NAME',
    help: 'an application, for App-Directives; with --batch, of the cases that name none',
  },
  dialect: { type: 'string', value: 'WORD', help: '`rep`: as a crawler that knows no ACAP' },
  json: { type: 'boolean', help: 'print the Decision as JSON' },
  batch: { type: 'boolean', help: 'read {"policy": …, "case": {…}} lines, write one Decision per line' },
} as const
type Options = OptionValues<typeof OPTIONS>

export const decideCommand = command({
  name: 'decide',
  summary: 'Decide one question, or a stream of them, by a robots.txt.',
  positionals: ['[POLICY]', '[TARGET]'],
  options: OPTIONS,
  run: (args, options, io) => (options.batch ? batch(args, options, io) : once(args, options, io)),
})

function once([policy, target]: readonly string[], options: Options, io: Io): ExitCode {
  if (policy === undefined || target === undefined) throw new UsageError('POLICY and TARGET are needed', 'or --batch')
  if (options.as === null) throw new UsageError('who asks is missing', '--as "SearchBot1/1.0"')
  const facts = readCase({
    userAgent: options.as,
    target,
    now: options.at ?? new Date().toISOString(),
    usage: options.usage ?? undefined,
    uri: options.uri ?? undefined,
    application: options.app ?? undefined,
    dialect: options.dialect ?? undefined,
    purposes: options.purpose.length > 0 ? options.purpose : undefined,
  })
  const decision = decide(policyCache()(readFileSync(policy, 'utf8')), facts)
  io.out(options.json ? `${JSON.stringify(decision)}\n` : inWords(decision))
  return EXIT.ok
}

function inWords(decision: Decision): string {
  const fields = decision.fields.map(({ source, line, text }) => `  ${source}${line ? `:${line}` : ''}  ${text}\n`)
  return `${decision.usage} ${decision.outcome} (${decision.basis})\n${fields.join('')}${decision.reason}\n`
}

async function batch(args: readonly string[], { app }: Options, io: Io): Promise<ExitCode> {
  if (args.length > 0) throw new UsageError(`--batch reads standard input, not \`${args[0]}\``)
  const programOf = policyCache()
  let exit: ExitCode = EXIT.ok
  let block = ''
  for await (const lines of linesOf(io.stdin)) {
    for (const line of lines) {
      try {
        block += `${answer(line, programOf, app)}\n`
      } catch (fault) {
        if (!(fault instanceof UsageError)) throw fault
        block += `${JSON.stringify({ error: fault.message })}\n`
        exit = EXIT.usage
      }
    }
    if (block.length < BLOCK_SIZE) continue
    io.out(block)
    block = ''
    await io.drained()
  }
  io.out(block)
  return exit
}

/** `app` is the application of the cases that name none. */
function answer(line: string, programOf: ReturnType<typeof policyCache>, app: string | null): string {
  const question = parseLine(line)
  const facts = readCase(question.case)
  const asked = app === null || facts.application !== undefined ? facts : { ...facts, application: app }
  return JSON.stringify(decide(programOf(question.policy), asked))
}

function parseLine(line: string): { readonly policy: string; readonly case: unknown } {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (fault) {
    throw new UsageError(`the line is no JSON: ${(fault as Error).message}`)
  }
  const { policy, case: facts } = (value ?? {}) as { readonly policy?: unknown; readonly case?: unknown }
  if (typeof policy !== 'string') throw new UsageError('`policy` is missing or no text')
  if (facts === undefined) throw new UsageError('`case` is missing')
  return { policy, case: facts }
}

/** `acap decide`: questions → Decisions. Unlike `acap explain` it applies neither P6 nor P7. */

import { readMoment } from '../../author/files/checked-value.ts'
import { policyCache, textProgram } from '../../author/files/load-programs.ts'
import { robotsText } from '../../author/files/source-text.ts'
import { EXIT, type ExitCode, UsageError } from '../../base/faults.ts'
import { isCut, LONGEST_LINE, readLines } from '../../base/files/lines-of.ts'
import { readNamed } from '../../base/files/read-file.ts'
import type { Io } from '../../base/io.ts'
import { printableJson } from '../../base/printable.ts'
import { decide, engineOf, withDirectives } from '../../decide/decide.ts'
import { type Ruling, reasonOf } from '../../decide/ruling.ts'
import { permissionInWords } from '../../words/restriction-words.ts'
import type { Options, Run } from '../command.ts'
import { caseMembers, FACT_NAMES, OTHER_NAMES, readCase } from '../input/read-case.ts'

/** Answers are written in blocks: one system call per line costs more than the decision. */
const BLOCK_SIZE = 1 << 16

export const CASE_HELP = {
  heading:
    'Members of a `case`; blank lines are skipped, and what cannot be understood gives {"error": …} and exit code 2',
  text: caseMembers(),
}

export const decideCommand: Run<'decide'> = (args, options, io) => {
  if (options.batch) return batch(args, options, io)
  const [policy, target] = args
  const missing = policy === undefined ? 'POLICY' : 'TARGET'
  if (policy === undefined || target === undefined)
    throw new UsageError(`missing ${missing}`, 'acap decide robots.txt /path --as UA')
  if (options.as === null) throw new UsageError('missing --as', '--as "SearchBot1/1.0"')
  const question = {
    userAgent: options.as,
    target,
    now: new Date(readMoment(options.at)).toISOString(),
    usage: options.usage ?? undefined,
    uri: options.uri ?? undefined,
    application: options.app ?? undefined,
    dialect: options.dialect ?? undefined,
    purposes: options.purpose.length > 0 ? options.purpose : undefined,
  }
  const ruling = engineOf(textProgram(robotsText(readNamed(policy), policy))).decide(
    readCase(question, ''),
  )
  if (options.json) io.json(withDirectives(ruling))
  else io.out(inWords(ruling, policy))
  return EXIT.ok
}

/** The decision as a person reads it, its lines those of the file that was given. */
function inWords(ruling: Ruling, policy: string): string {
  const { usage, outcome, basis } = ruling
  const fields = ruling.fields.map(({ line, text }) => ({
    source: policy,
    ...(line && { line }),
    text,
  }))
  const places = fields.map(
    ({ source, line, text }) => `  ${source}${line ? `:${line}` : ''}  ${text}\n`,
  )
  return `${usage} ${outcome} (${basis})\n${places.join('')}${reasonOf(ruling, fields, permissionInWords)}\n`
}

/** Options that say what each line of a batch says for itself. */
const OF_ONE_QUESTION = ['as', 'usage', 'purpose', 'at', 'uri', 'dialect'] as const

async function batch(
  args: readonly string[],
  options: Options<'decide'>,
  io: Io,
): Promise<ExitCode> {
  if (args.length > 0) throw new UsageError(`--batch reads standard input, not \`${args[0]}\``)
  const odd = OF_ONE_QUESTION.find((name) => (options[name]?.length ?? 0) > 0)
  if (odd !== undefined)
    throw new UsageError(`--${odd} is for one question: with --batch the lines say it`)
  const programOf = policyCache()
  const faults: number[] = []
  let number = 0
  let block = ''
  for await (const lines of readLines(io.stdin)) {
    for (const line of lines) {
      number++
      if (line.trim() === '') continue
      try {
        block += `${answer(line, programOf, options.app)}\n`
      } catch (fault) {
        if (!(fault instanceof UsageError)) throw fault
        block += `${JSON.stringify({ error: `line ${number}: ${fault.message}` })}\n`
        faults.push(number)
      }
    }
    if (block.length < BLOCK_SIZE) continue
    io.out(printableJson(block))
    block = ''
    await io.drained()
  }
  io.out(printableJson(block))
  if (faults.length === 0) return EXIT.ok
  io.err(`acap: ${faults.length} of ${number} lines were not understood, first line ${faults[0]}\n`)
  return EXIT.usage
}

/** `app` is the application of the cases that name none. */
function answer(
  line: string,
  programOf: ReturnType<typeof policyCache>,
  app: string | null,
): string {
  const question = parseLine(line)
  const facts = readCase(question.case)
  const withApplication =
    app === null || facts.application !== undefined ? facts : { ...facts, application: app }
  return JSON.stringify(decide(programOf(question.policy), withApplication))
}

function parseLine(line: string): { readonly policy: string; readonly case: unknown } {
  const { policy, case: facts, ...beside } = objectOf(line)
  if (typeof policy !== 'string')
    throw new UsageError(`\`policy\` is ${policy === undefined ? 'missing' : 'not text'}`)
  const stray = Object.keys(beside).find(
    (name) => FACT_NAMES.includes(name) || OTHER_NAMES.has(name),
  )
  if (stray !== undefined)
    throw new UsageError(`\`${stray}\` stands beside \`case\`: it belongs in it`)
  if (facts === undefined) throw new UsageError('`case` is missing')
  return { policy, case: facts }
}

function objectOf(line: string): Readonly<Record<string, unknown>> {
  if (isCut(line)) throw new UsageError(`it has more than ${LONGEST_LINE >> 20} Mi characters`)
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (fault) {
    // A line of JSON has one line only.
    throw new UsageError(
      `this is not JSON: ${(fault as Error).message.replace(/ \(line \d+ column \d+\)$/, '')}`,
    )
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw new UsageError('this is not an object: {"policy": "…", "case": {…}} is needed')
}

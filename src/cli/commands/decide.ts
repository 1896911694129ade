/**
 * `acap decide`: answers questions with Decisions. Unlike `acap explain`, it ignores other
 * spellings (P6) and exempt paths (P7).
 */

import { readMoment } from '../../author/files/checked-value.ts'
import { policyCache, textProgram } from '../../author/files/load-programs.ts'
import { robotsSourceText } from '../../author/files/source-text.ts'
import { type ExitCode, UsageError } from '../../base/faults.ts'
import { readNamed } from '../../base/files/read-file.ts'
import type { Io } from '../../base/io.ts'
import { decide, engineOf, withDirectives } from '../../decide/decide.ts'
import type { Decision } from '../../decide/decision.ts'
import { reasonInWords } from '../../decide/decision-of.ts'
import type { Ruling } from '../../decide/ruling.ts'
import type { SiteProgram } from '../../program/program.ts'
import { permissionInWords } from '../../words/restriction-words.ts'
import type { Options, Run } from '../command.ts'
import { answerLines } from '../input/batch-lines.ts'
import { caseMembers, FACT_NAMES, OTHER_NAMES, readCase } from '../input/read-case.ts'

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
  const ruling = engineOf(textProgram(robotsSourceText(readNamed(policy), policy))).decide(
    readCase(question, ''),
  )
  return io.answer(withDirectives(ruling), inWords(ruling, policy))
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
  return `${usage} ${outcome} (${basis})\n${places.join('')}${reasonInWords(ruling, fields, permissionInWords)}\n`
}

/** Options that say what each line of a batch says for itself. */
const OF_ONE_QUESTION = ['as', 'usage', 'purpose', 'at', 'uri', 'dialect'] as const

function batch(args: readonly string[], options: Options<'decide'>, io: Io): Promise<ExitCode> {
  if (args.length > 0) throw new UsageError(`--batch reads standard input, not \`${args[0]}\``)
  const odd = OF_ONE_QUESTION.find((name) => (options[name]?.length ?? 0) > 0)
  if (odd !== undefined)
    throw new UsageError(`--${odd} is for one question: with --batch the lines say it`)
  const programOf = policyCache()
  return answerLines(io, '{"policy": "…", "case": {…}}', (question) =>
    answer(question, programOf, options.app),
  )
}

/** `app` is the application of the cases that name none. */
function answer(
  line: Readonly<Record<string, unknown>>,
  programOf: (text: string) => SiteProgram,
  app: string | null,
): Decision {
  const question = questionOf(line)
  const facts = readCase(question.case)
  const withApplication =
    app === null || facts.application !== undefined ? facts : { ...facts, application: app }
  return decide(programOf(question.policy), withApplication)
}

function questionOf({ policy, case: facts, ...beside }: Readonly<Record<string, unknown>>): {
  readonly policy: string
  readonly case: unknown
} {
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

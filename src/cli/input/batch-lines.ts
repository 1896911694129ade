/**
 * Answers questions on standard input, one a line, on standard output. Unreadable lines are
 * reported and counted.
 */
import { EXIT, type ExitCode, UsageError } from '../../base/faults.ts'
import { readLines } from '../../base/files/lines-of.ts'
import type { Io } from '../../base/io.ts'
import { isCut, LONGEST_LINE } from '../../base/kept-line.ts'
import { printableJson } from '../../base/printable.ts'
import { PolicyLimitError } from '../../program/compile/compile.ts'

/** Answers are written in blocks: one system call per line costs more than the decision. */
const BLOCK_SIZE = 1 << 16

/**
 * `form` shows what a line is like. `answer` gets its object; it throws UsageError where it does
 * not understand it.
 */
export async function answerLines(
  io: Io,
  form: string,
  answer: (question: Readonly<Record<string, unknown>>) => unknown,
): Promise<ExitCode> {
  const faults: number[] = []
  let number = 0
  let block = ''
  for await (const lines of readLines(io.stdin)) {
    for (const line of lines) {
      number++
      if (line.trim() === '') continue
      try {
        block += `${JSON.stringify(answer(objectOf(line, form)))}\n`
      } catch (fault) {
        if (!(fault instanceof UsageError || fault instanceof PolicyLimitError)) throw fault
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

function objectOf(line: string, form: string): Readonly<Record<string, unknown>> {
  if (isCut(line)) throw new UsageError(`it has more than ${LONGEST_LINE >> 20} Mi characters`)
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (fault) {
    // A line of JSON has one line only.
    const { message } = fault as Error
    throw new UsageError(`this is not JSON: ${message.replace(/ \(line \d+ column \d+\)$/, '')}`)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw new UsageError(`this is not an object: ${form} is needed`)
}

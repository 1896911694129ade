/** Checks values from outside for their shape. Throws a UsageError that says what is wrong. */
import { parse } from 'smol-toml'
import * as v from 'valibot'
import { momentFault, momentOf } from '../../base/calendar.ts'
import { UsageError } from '../../base/faults.ts'

export function checkedValue<const S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  file: string,
): v.InferOutput<S> {
  const read = v.safeParse(schema, value)
  if (read.success) return read.output
  const [issue] = read.issues
  const path = v.getDotPath(issue)
  throw new UsageError(`\`${file}\`${path === null ? '' : `, \`${path}\``}: ${issue.message}`)
}

export function tomlIn(text: string, file: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text)
  } catch (fault) {
    throw new UsageError(`${file} is not TOML: ${(fault as Error).message.split('\n')[0]}`)
  }
}

export function checkedJson<const S extends v.GenericSchema>(
  schema: S,
  text: string,
  file: string,
): v.InferOutput<S> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (fault) {
    throw new UsageError(`\`${file}\` is not JSON: ${(fault as Error).message}`)
  }
  return checkedValue(schema, value, file)
}

export function readMoment(text: string | null): number {
  if (text === null) return Date.now()
  const fault = momentFault(text)
  if (fault !== null) throw new UsageError(`\`${text}\` is not a time`, fault)
  return momentOf(text)
}

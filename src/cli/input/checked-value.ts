/**
 * A value that a file holds → the same value of a known shape. Throws a UsageError that names the file and the member.
 */
import { parse } from 'smol-toml'
import * as v from 'valibot'
import { UsageError } from '../exit-codes.ts'

/** Checks a value; `file` is what the author calls its file. */
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

/** Reads TOML. */
export function tomlIn(text: string, file: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text)
  } catch (fault) {
    throw new UsageError(`${file} is not TOML: ${(fault as Error).message.split('\n')[0]}`)
  }
}

/** Reads JSON of a known shape. */
export function checkedJson<const S extends v.GenericSchema>(schema: S, text: string, file: string): v.InferOutput<S> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (fault) {
    throw new UsageError(`\`${file}\` is not JSON: ${(fault as Error).message}`)
  }
  return checkedValue(schema, value, file)
}

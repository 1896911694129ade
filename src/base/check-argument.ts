/** Arguments of the library's functions → for what they cannot be, one TypeError of one form. */

/** @throws TypeError that names the function, its argument and what that must be */
export function checkArgument(isRight: boolean, caller: string, name: string, form: string): void {
  if (!isRight) throw new TypeError(`${caller}: \`${name}\` must be ${form}`)
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Arguments of the library's functions → for what they cannot be, one TypeError of one form. */

/** @throws TypeError that names the function, its argument and what that must be */
export function checkArgument(isRight: boolean, caller: string, name: string, form: string): void {
  if (!isRight) throw new TypeError(`${caller}: \`${name}\` must be ${form}`)
}

/** A member that is misspelt would not count. @throws TypeError that names it, and the members that there are */
export function checkMembers(caller: string, value: object, known: readonly string[]): void {
  for (const member in value) {
    if (!known.includes(member) && Object.hasOwn(value, member))
      throw new TypeError(`${caller}: unknown member \`${member}\`: one of ${known.join(', ')}`)
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

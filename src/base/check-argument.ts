/**
 * Checks arguments of the library's functions, so that all wrong ones give a TypeError of the same
 * form.
 */

/** @throws TypeError that names the function, its argument and what that must be */
export function checkArgument(isRight: boolean, caller: string, name: string, form: string): void {
  if (!isRight) throw new TypeError(`${caller}: \`${name}\` must be ${form}`)
}

/**
 * Refuses unknown members: a misspelt option would be ignored.
 * @throws TypeError that names the member, and the known ones
 */
export function checkMembers(caller: string, value: object, known: readonly string[]): void {
  for (const member in value) {
    if (!known.includes(member) && Object.hasOwn(value, member))
      throw new TypeError(`${caller}: unknown member \`${member}\`: one of ${known.join(', ')}`)
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

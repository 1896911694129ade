/**
 * A time → a promise that settles when it is over, to be raced against.
 */

/** Settles after so many milliseconds. */
export function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

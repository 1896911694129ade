/**
 * A value that may be there already → what follows from it, at once where it is: a promise costs a turn of the queue.
 */

/** Goes on with a value now, or when it comes. */
export function whenReady<T, U>(value: T | Promise<T>, goOn: (value: T) => U | Promise<U>): U | Promise<U> {
  return value instanceof Promise ? value.then(goOn) : goOn(value)
}

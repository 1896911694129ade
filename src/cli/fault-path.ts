/**
 * An error of the system, which may name a temporary file or none → the same error with the path that the author knows.
 */
import { StorageError, UsageError } from './exit-codes.ts'

/** Acts on a file. Errors that explain themselves stay as they are. */
export function withFaultPath<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (fault) {
    throw fault instanceof UsageError || fault instanceof StorageError ? fault : Object.assign(fault as Error, { path })
  }
}

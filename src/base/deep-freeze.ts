/**
 * Freezes plain data that is shared, so that no caller can change it for the others. Typed arrays
 * are not frozen.
 */

export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  if (Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const member of Object.values(value)) deepFreeze(member)
  return value
}

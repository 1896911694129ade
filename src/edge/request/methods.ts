/**
 * The method of a request → what it does.
 */

/** Whether it only reads: then it asks for a page, and may be asked again. */
export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

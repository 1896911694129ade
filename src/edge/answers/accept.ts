/**
 * An Accept header → whether JSON is wished for rather than text (RFC 9110 12.5.1).
 */

const JSON_TYPES = /^(?:application\/(?:problem\+json|json|\*))$/
const TEXT_TYPES = /^text\/(?:plain|html|\*)$/

/** Whether some JSON type is named and no text type is wished for more. */
export function prefersJson(accept: string | null): boolean {
  if (accept === null || !accept.includes('application/')) return false
  let json = 0
  let text = 0
  for (const part of accept.toLowerCase().split(',')) {
    const [range = '', ...parameters] = part.split(';').map((each) => each.trim())
    const quality = Number(/^q=(\S+)$/.exec(parameters.find((each) => each.startsWith('q=')) ?? '')?.[1] ?? 1)
    if (JSON_TYPES.test(range)) json = Math.max(json, quality)
    if (TEXT_TYPES.test(range)) text = Math.max(text, quality)
  }
  return json > 0 && json >= text
}

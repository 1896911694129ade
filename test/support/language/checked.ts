/** Lines of a robots.txt → what is read of them, and the codes of their findings. */
import { readText } from '../../../src/language/site/read-site.ts'

const NOW = { now: Date.UTC(2026, 0, 15) }

export function read(...lines: readonly string[]) {
  return readText(lines.join('\n'), 'example', NOW)
}

/**
 * Writes X-Robots-Tag by path in the `_headers` file of static hosts. Later rules add to earlier
 * ones; `!` removes them.
 */
import { openPath, type RobotsForm } from '../robots-words.ts'

const NAME = 'X-Robots-Tag'

export const X_ROBOTS_TAG: RobotsForm = {
  name: 'x-robots-tag',
  title: NAME,
  // One `*` at most; a colon begins a placeholder.
  canWrite: (pattern) => !/[?:]|\*.*\*/.test(openPath(pattern)),
  readsQueries: false,
  write: (rules) => {
    const parts = rules.map(({ pattern, words }, at) => {
      const lines = [
        ...(at === 0 ? [] : [`! ${NAME}`]),
        ...(words.length === 0 ? [] : [`${NAME}: ${words.join(', ')}`]),
      ]
      return [openPath(pattern), ...lines.map((line) => `  ${line}`)].join('\n')
    })
    return `${parts.join('\n\n')}\n`
  },
}

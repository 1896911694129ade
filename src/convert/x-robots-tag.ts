/**
 * A policy → X-Robots-Tag by path, in the `_headers` file of static hosts (Cloudflare, Netlify). Of rules that match one
 * path, later ones add to earlier ones; `!` takes back what those before it said.
 */
import { pathOf, robotsWords } from './robots-words.ts'

const NAME = 'X-Robots-Tag'

export const xRobotsTag = robotsWords({
  name: 'x-robots-tag',
  // One `*` at most; a colon begins a placeholder.
  canSay: (pattern) => !/[?:]|\*.*\*/.test(pathOf(pattern)),
  readsQueries: false,
  write: (rules) => {
    const parts = rules.map(({ pattern, words }, at) => {
      const lines = [
        ...(at === 0 ? [] : [`! ${NAME}`]),
        ...(words.length === 0 ? [] : [`${NAME}: ${words.join(', ')}`]),
      ]
      return [pathOf(pattern), ...lines.map((line) => `  ${line}`)].join('\n')
    })
    return `${parts.join('\n\n')}\n`
  },
})

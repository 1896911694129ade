/** Writes the robots META tag of every page by path, for sites without an edge. */
import { openPath, type RobotsForm } from '../robots-words.ts'

const HEAD = `# Robots META tags by path. The head of each page gets one of them: that of the last path below which its own path
# matches. A \`*\` stands for anything.`

export const ROBOTS_META: RobotsForm = {
  name: 'robots-meta',
  title: 'robots META',
  canWrite: () => true,
  readsQueries: true,
  write: (rules) => {
    const parts = rules.map(({ pattern, words }) => {
      const tag =
        words.length === 0 ? '# no tag' : `<meta name="robots" content="${words.join(', ')}">`
      return `# for ${openPath(pattern)}\n${tag}`
    })
    return `${[HEAD, ...parts].join('\n\n')}\n`
  },
}

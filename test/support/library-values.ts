/** What several tests of the library's functions give them. */
import type { readText } from '../../src/policy.ts'

export const NOINDEX_PAGE = {
  headers: { 'x-robots-tag': 'noindex' },
  meta: [{ name: 'robots', content: 'none' }],
}
export const SOME_LIST = [{ pattern: 'SomeBot', instances: ['SomeBot/1.0'] }]

/** The parts of a text that was read, as `check` takes them. */
export function checkInput({ policy: { config }, trees }: ReturnType<typeof readText>) {
  return { site: '', config, trees, paths: null, routes: [] }
}

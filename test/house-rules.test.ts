/** The house rules of CONTRIBUTING.md that a syntax tree shows, held against the source. */
import { describe, expect, it } from 'vitest'
import { inFolders, places, source, tests } from './support/house/places.ts'
import type { Node } from './support/house/source-files.ts'

/** Whether a call or `new` names one of these. */
function names(
  node: Node,
  type: 'CallExpression' | 'NewExpression',
  ...callees: string[]
): boolean {
  return node.type === type && callees.includes(String((node.callee as Node).name))
}

describe('house rules', () => {
  it('files are named in kebab-case, and none is called utils', () => {
    const named = source.filter(
      ({ path }) => !/^(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)*[a-z0-9]+(?:-[a-z0-9]+)*\.ts$/.test(path),
    )
    const vague = source.filter(({ path }) =>
      /\/(?:utils?|helpers?|common|misc|shared)(?:\.ts|\/)/.test(path),
    )
    expect([...named, ...vague].map(({ path }) => path)).toEqual([])
  })

  it('a file opens with what it is for', () => {
    // One line, or several; what stands before an import or a blank line is the file's, not that of its first name.
    const header = /^\/\*\*(?:\n| \S.* \*\/\n(?:import|\n))/
    expect(source.filter(({ text }) => !header.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('nothing but an entry only passes exports on', () => {
    const isReExport = (node: Node) =>
      /^Export(?:All|Named)Declaration$/.test(node.type) && node.source != null
    const barrels = source.filter(
      ({ path, body }) =>
        !path.endsWith('/index.ts') &&
        path.split('/').length > 2 &&
        body.length > 0 &&
        body.every(isReExport),
    )
    expect(barrels.map(({ path }) => path)).toEqual([])
  })

  it('no catch is empty', () => {
    const empty = (node: Node) =>
      node.type === 'CatchClause' && ((node.body as Node).body as Node[]).length === 0
        ? 'is an empty catch'
        : null
    expect(places([...source, ...tests], empty)).toEqual([])
  })

  it('no RegExp is built per request', () => {
    const built = (node: Node, inside: Node | null) =>
      inside !== null &&
      (names(node, 'NewExpression', 'RegExp') || names(node, 'CallExpression', 'RegExp'))
        ? 'builds a RegExp whenever the function runs'
        : null
    expect(places(inFolders('base', 'words', 'program', 'decide', 'edge'), built)).toEqual([])
  })

  it('no code is made from text', () => {
    const dynamic = (node: Node) =>
      names(node, 'CallExpression', 'eval', 'Function') || names(node, 'NewExpression', 'Function')
        ? 'makes code from text'
        : null
    expect(places(source, dynamic)).toEqual([])
  })

  it('the engine knows no platform and no clock', () => {
    const platform =
      /^(?:Request|Response|Headers|URL|URLPattern|ReadableStream|HTMLRewriter|ExecutionContext|Buffer)$/
    const foreign = (node: Node) => {
      if (node.type === 'Identifier' && platform.test(String(node.name)))
        return `knows ${node.name}`
      if (node.type !== 'MemberExpression') return null
      const path = `${(node.object as Node).name}.${(node.property as Node).name}`
      return /^(?:Date\.now|Math\.random|performance\.now|crypto\.\w+|process\.\w+)$/.test(path)
        ? `uses ${path}`
        : null
    }
    const found = places(inFolders('base', 'words', 'decide'), foreign).filter(
      (place) => !place.startsWith('src/base/files/'),
    )
    // Every platform has the same parser of URLs; what resolves them must be it, and what reads IPv6 addresses is.
    const owned = (place: string) =>
      /^src\/(?:words\/(?:resolved-url|key-location)\.ts:\d+ knows URL|base\/(?:ip-address\.ts:\d+ knows URL|octets\.ts:\d+ uses crypto\.subtle))$/.test(
        place,
      )
    expect(found.filter((place) => !owned(place))).toEqual([])
  })

  it('edge and doors read the clock of the day for dates alone: it may be set', () => {
    const read = (node: Node) =>
      node.type === 'MemberExpression' &&
      (node.object as Node).name === 'Date' &&
      (node.property as Node).name === 'now'
        ? 'reads the clock'
        : null
    const files = places(inFolders('edge', 'doors'), read).map((place) => place.split(':')[0])
    expect(files).toEqual([
      'src/doors/workers/pacer.ts',
      'src/doors/workers/request-terms.ts',
      'src/edge/edge.ts',
      'src/edge/html/apply-notice.ts',
    ])
  })

  it('the core of the edge knows no platform', () => {
    const platform =
      /^(?:KVNamespace|DurableObject\w*|AnalyticsEngine\w*|Fetcher|ExecutionContext|Hono|process|Deno|Bun|caches)$/
    const foreign = (node: Node) =>
      node.type === 'Identifier' && platform.test(String(node.name)) ? `knows ${node.name}` : null
    expect(places(inFolders('edge'), foreign)).toEqual([])
  })
})

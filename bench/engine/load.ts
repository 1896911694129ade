/**
 * What it costs to compile a policy, to carry it and to load it; and what one decision allocates.
 */
import { gzipSync } from 'node:zlib'
import { engineOf } from '../../src/decide/decide.ts'
import { nameTrie } from '../../src/program/compile/name-trie.ts'
import { decode } from '../../src/program/decode.ts'
import { encode } from '../../src/program/encode.ts'
import { siteOf } from '../../test/support/site-of.ts'
import { duration, median, table } from '../measure.ts'
import { sample } from './policies.ts'

const REGISTRY = { crawlers: [], trie: nameTrie([]) }

function timed<T>(run: () => T): [result: T, nanoseconds: number] {
  const start = process.hrtime.bigint()
  const result = run()
  return [result, Number(process.hrtime.bigint() - start)]
}

/** Text → bundle → loaded, by number of rules. */
export async function load(): Promise<string> {
  const rows = []
  for (const size of [100, 10_000, 100_000]) {
    const { text } = sample('acap', size, 0.1)
    const before = process.memoryUsage().rss
    const [site, compiling] = timed(() => siteOf(text))
    const grown = process.memoryUsage().rss - before
    const bytes = await encode({ sites: [site], registry: REGISTRY, networks: [] })
    const loads = Array.from({ length: 7 }, () => {
      const [decoded, taken] = timed(() => {
        const result = decode(bytes.buffer)
        if (!result.ok) throw new Error(result.error.message)
        return engineOf(result.bundle.sites[0]!)
      })
      void decoded
      return taken
    })
    const ratio = gzipSync(bytes).length / gzipSync(text).length
    rows.push([
      size.toLocaleString('en'),
      duration(compiling),
      `${(grown / 1e6).toFixed(0)} MB`,
      `${(gzipSync(bytes).length / 1024).toFixed(0)} KiB`,
      ratio.toFixed(2),
      duration(median(loads)),
    ])
  }
  return table(
    ['rules', 'read and compile', 'memory', 'bundle, gzipped', '× text, gzipped', 'load'],
    rows,
  )
}

/** Bytes that one crawl decision allocates, over many; needs --expose-gc. */
export function allocation(): string {
  const { text, urls } = sample('acap', 1_000, 0.1)
  const engine = engineOf(siteOf(text))
  const facts = urls(1_000).map((url) => ({
    userAgent: 'SearchBot/1.0',
    target: url.slice(23),
    now: 0,
  }))
  const rounds = 100
  for (const each of facts) engine.decide(each)
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  for (let round = 0; round < rounds; round++) for (const each of facts) engine.decide(each)
  const used = process.memoryUsage().heapUsed - before
  return table(
    ['one crawl decision', 'heap'],
    [['over 100,000', `${(used / rounds / facts.length).toFixed(0)} bytes`]],
  )
}

if (import.meta.main) console.log(`${await load()}\n\n${allocation()}`)

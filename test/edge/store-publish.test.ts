import { expect, test } from 'vitest'
import type { LogLine } from '../../src/words/log-line.ts'
import { random } from '../support/base/random.ts'
import { BROWSER, CRAWLER, capturedLog } from '../support/edge/edge.ts'
import { type BuiltVersion, FakeKv, release, versionOf } from '../support/edge/store.ts'
import { clock, isolate, KNOWN, REFRESH_MS } from '../support/edge/store-edge.ts'

const SITES = Array.from({ length: 20 }, (_, i) => `s${i}`)
const ROUNDS = 60
const PER_ROUND = 25

/** Everything about a site says which version it is from: the rule, its line, the tags, robots.txt, the contact. */
const siteFor = (name: string, version: number) => ({
  'robots.txt': `${'# a line\n'.repeat(version)}User-agent: *\nDisallow: /closed/v${version}\nDisallow: /closed/\n\nACAP-crawler: *\nACAP-disallow-index: /tags/\n`,
  'site.toml': `hosts = ["${name}.test"]\ndecision-header = true\n[refuse]\ncontact = "v${version}@${name}.test"\n`,
})

/** A version that changes some sites; `versions` has the version of each site's policy, and is updated. */
function nextVersion(
  number: number,
  versions: Map<string, number>,
  next: (below: number) => number,
) {
  for (const name of SITES) if (number === 1 || next(3) === 0) versions.set(name, number)
  return versionOf(
    number,
    Object.fromEntries(SITES.map((name) => [name, siteFor(name, versions.get(name)!)])),
    KNOWN,
  )
}

const hashOf = ({ keys }: BuiltVersion, name: string) => keys[name]!.split('/').at(-1)!

test('a publish while requests run: every answer is by one version, and no reader waits', async () => {
  const log = capturedLog()
  const pass = clock()
  const next = random(17)
  const store = new FakeKv()
  const versions = new Map<string, number>()
  /** The version of a site's policy by its hash. */
  const byHash = new Map<string, number>()
  const publish = async (number: number) => {
    const built = await nextVersion(number, versions, next)
    for (const name of SITES) byHash.set(hashOf(built, name), versions.get(name)!)
    release(store, number, built)
  }
  const versionOfHash = (start: string) => [...byHash].find(([hash]) => hash.startsWith(start))?.[1]
  await publish(1)
  const { ask } = await isolate(store)
  const seen = new Set<number>()

  /** The store gives nothing that is read for a reader before the reader has its answer. */
  async function reader(name: string): Promise<void> {
    let answered: () => void = () => undefined
    const isAnswered = new Promise<void>((resolve) => {
      answered = resolve
    })
    store.fault = (key) => isAnswered.then(() => store.get(key))
    const answer = ask(`https://${name}.test/tags/a`, BROWSER)
    store.fault = null
    expect((await answer).status).toBe(200)
    answered()
  }

  async function crawler(name: string): Promise<void> {
    const refusal = await ask(`https://${name}.test/closed/a`, CRAWLER)
    const text = await refusal.text()
    expect(refusal.status).toBe(403)
    const [, line] = /Disallow: \/closed\/, line (\d+)/.exec(text)!
    const version = Number(line) - 3
    expect(text).toContain(`v${version}@${name}.test`)
    seen.add(version)
  }

  async function robots(name: string): Promise<void> {
    const answer = await ask(`https://${name}.test/robots.txt`, CRAWLER)
    const [, version] = /Disallow: \/closed\/v(\d+)/.exec(await answer.text())!
    expect(versionOfHash(answer.headers.get('etag')!.slice(1, -1))).toBe(Number(version))
  }

  for (let round = 1; round < ROUNDS; round++) {
    const requests = Array.from({ length: PER_ROUND }, () => {
      const name = SITES[next(SITES.length)]!
      return [reader, crawler, robots][next(3)]!(name)
    })
    const published = next(4) === 0 ? publish(round + 1) : null
    await Promise.all(requests)
    await published
    pass(next(3) === 0 ? REFRESH_MS : 1000)
  }
  const decided = (log as unknown as LogLine[]).filter(({ outcome }) => outcome === 'prohibited')
  expect(decided.length).toBeGreaterThan(100)
  for (const { policyHash, rule } of decided)
    expect(versionOfHash(policyHash!)).toBe(rule!.line! - 3)
  expect(seen.size).toBeGreaterThan(3)
})

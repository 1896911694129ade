import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parse } from 'smol-toml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PACKAGE_ROOT } from '../../src/base/files/package-root.ts'
import { copyOfProject, wrangler } from '../support/e2e/wrangler.ts'

const KB = 1000

describe('npm run deploy', () => {
  const { folder, remove } = copyOfProject()
  const out = join(folder, 'out')
  let ran: ReturnType<typeof wrangler>
  beforeAll(() => {
    ran = wrangler(folder, 'deploy', '--env=', '--dry-run', '--outdir', out, '--metafile')
    return remove
  })

  const uploaded = (fits: RegExp) => readdirSync(out).filter((name) => fits.test(name))
  const size = (name: string) => gzipSync(readFileSync(join(out, name)), { level: 9 }).length

  test('succeeds', () => expect(ran.code, ran.text).toBe(0))

  test('uploads a Worker of at most 61.2 KB, and with the example at most 200 KB, gzipped', () => {
    const worker = size('worker.js')
    const policies = uploaded(/\.bin$/).map(size)
    console.log(`gzipped: the Worker ${worker} bytes, the example's policies ${policies}`)
    expect(worker).toBeLessThanOrEqual(61.2 * KB)
    expect(policies).toHaveLength(1)
    expect(worker + policies[0]!).toBeLessThanOrEqual(200 * KB)
  })

  test('uploads the Worker and the policies, nothing else', () => {
    expect(uploaded(/^(?!README\.md$|bundle-meta\.json$|.*\.map$)/)).toEqual([
      expect.stringMatching(/-policies\.bin$/),
      'worker.js',
    ])
  })

  test('leaves what is for authors at home', () => {
    const { inputs } = JSON.parse(readFileSync(join(out, 'bundle-meta.json'), 'utf8')) as {
      inputs: object
    }
    const own = Object.keys(inputs).filter(
      (path) => /(?:^|\/)src\//.test(path) && !path.includes('node_modules'),
    )
    expect(own.length).toBeGreaterThan(20)
    expect(
      own.filter((path) =>
        /(?:^|\/)src\/(?:language|author|logs|cli|explorer|crawlers|program\/compile)\//.test(path),
      ),
    ).toEqual([])
    expect(own.filter((path) => path.endsWith('program/encode.ts'))).toEqual([])
  })

  test('binds no origin: that is for the demo', () => {
    expect(ran.text).toContain('env.PACE')
    expect(ran.text).not.toContain('env.ORIGIN')
  })
})

describe('wrangler.toml', () => {
  const read = parse(readFileSync(join(PACKAGE_ROOT, 'wrangler.toml'), 'utf8')) as Record<
    string,
    unknown
  >

  test('has no ORIGIN but in the demo', () => {
    const { env, ...top } = read
    expect(JSON.stringify(top)).not.toContain('ORIGIN')
    expect(env).toMatchObject({ demo: { services: [{ binding: 'ORIGIN' }] } })
  })

  test('leaves Workers Cache off, which would answer refused crawlers', () => {
    expect(JSON.stringify(read)).not.toMatch(/"cache"/)
  })
})

describe('a policy with an error', () => {
  const { folder, remove } = copyOfProject()
  beforeAll(() =>
    appendFileSync(join(folder, 'policies/example-news/robots.txt'), 'ACAP-disallow-crawl:\n'),
  )
  afterAll(remove)

  test('is not deployed, although a good bundle is there, and the message says where it is', () => {
    const { code, text } = wrangler(folder, 'deploy', '--env=', '--dry-run')
    expect(code).not.toBe(0)
    expect(text).toMatch(/policies\/example-news\/robots\.txt:\d+:\d+/)
    expect(text).toContain('help')
  })
})

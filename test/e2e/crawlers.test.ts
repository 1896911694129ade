import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleOf } from '../support/bundle.ts'
import { missing, startNginx } from '../support/debian.ts'
import { type Running, startWorker } from '../support/workerd.ts'

const run = promisify(execFile)
const OPEN = ['index.html', 'a.html', 'open/b.html', 'open/c.html']
const CLOSED = ['closed/d.html', 'closed/e.html']
const ROBOTS = 'User-agent: *\nDisallow: /closed/\n\nACAP-crawler: *\nACAP-disallow-crawl: /closed/\n'
const POLICY = { 'robots.txt': ROBOTS, 'site.toml': 'hosts = ["127.0.0.1"]\n' }

/** A site whose every page links to every other. */
function makeSite(): string {
  const root = mkdtempSync(join(tmpdir(), 'acap-crawl-'))
  chmodSync(root, 0o755)
  const links = [...OPEN, ...CLOSED].map((page) => `<a href="/${page}">${page}</a>`).join('\n')
  for (const page of [...OPEN, ...CLOSED]) {
    mkdirSync(dirname(join(root, page)), { recursive: true, mode: 0o755 })
    writeFileSync(join(root, page), `<html><head><title>${page}</title></head><body>${links}</body></html>`)
  }
  return root
}

interface Program {
  readonly name: string
  /** Its command line; `obeys` is whether it is to read robots.txt. */
  readonly args: (url: string, folder: string, obeys: boolean) => string[]
}

const PROGRAMS: readonly Program[] = [
  {
    name: 'wget',
    args: (url, folder, obeys) => ['--mirror', '-q', '-P', folder, '-e', `robots=${obeys ? 'on' : 'off'}`, `${url}/`],
  },
  {
    name: 'httrack',
    args: (url, folder, obeys) => [
      `${url}/`,
      '-O',
      folder,
      '-q',
      '-%v0',
      '-I0',
      `-s${obeys ? 2 : 0}`,
      '-c2',
      '-A100000000',
      '-%c50',
    ],
  },
]

for (const { name, args } of PROGRAMS) {
  describe.skipIf(missing(`the crawl of ${name}`, 'nginx-light', name))(`${name}, crawling through the edge`, () => {
    const root = makeSite()
    const downloads = mkdtempSync(join(tmpdir(), 'acap-downloads-'))
    let nginx: { readonly url: string; stop(): void }
    let edge: Running
    beforeAll(async () => {
      nginx = await startNginx(root)
      const policies = await bundleOf({ site: POLICY }, { known: { Wget: 'library', HTTrack: 'library' } })
      edge = await startWorker({ policies, vars: { ORIGIN_URL: nginx.url } })
    })
    afterAll(() => {
      edge?.stop()
      nginx?.stop()
      for (const folder of [root, downloads]) rmSync(folder, { recursive: true })
    })

    /** What the edge decided about one crawl: path → outcome. */
    const crawl = async (obeys: boolean) => {
      const before = edge.log().length
      // These programs end with an error where a page was refused; what counts is what the edge saw.
      await run(name, args(edge.url, join(downloads, String(obeys)), obeys), { timeout: 60_000 }).catch(() => undefined)
      const lines = edge.log().slice(before).split('\n')
      const rows = lines.filter((line) => line.startsWith('{"acap":"decision"')).map((line) => JSON.parse(line))
      return new Map<string, string>(rows.map(({ target, url, outcome }) => [target ?? new URL(url).pathname, outcome]))
    }
    const closedIn = (seen: ReadonlyMap<string, string>) => CLOSED.flatMap((page) => seen.get(`/${page}`) ?? [])

    test('never asks for what robots.txt prohibits; told to ignore it, it is refused just that', async () => {
      const obedient = await crawl(true)
      const disobedient = await crawl(false)
      const counts = (seen: ReadonlyMap<string, string>) =>
        `${seen.size} addresses, ${closedIn(seen).length} of them prohibited`
      console.log(`${name}: obeying ${counts(obedient)}; ignoring robots.txt ${counts(disobedient)}, all refused`)
      expect(obedient.get('/robots.txt')).toBe('exempt')
      expect(closedIn(obedient)).toEqual([])
      expect(closedIn(disobedient)).toEqual(CLOSED.map(() => 'prohibited'))
      for (const page of OPEN.slice(1)) {
        expect([page, obedient.get(`/${page}`), disobedient.get(`/${page}`)]).toEqual([page, 'permitted', 'permitted'])
      }
    })
  })
}

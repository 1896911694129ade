import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderOf, missing, startNginx } from '../support/debian.ts'
import { builtBundle } from '../support/e2e/built.ts'
import { type Running, startWorker } from '../support/edge/workerd.ts'

const run = promisify(execFile)

/** A site nobody here wrote: three chapters of a manual, entered by a list of links. */
const MANUAL = 'sqlite3-doc'
const CHAPTERS = ['c3ref', 'syntax', 'session']
const ENTRY = '/c3ref/funclist.html'

/** wget reads prefixes only, so there are no wildcards here. */
const POLICY = {
  'robots.txt': `User-agent: *
Disallow: /c3ref/c_
Disallow: /c3ref/bind_
Disallow: /session/

ACAP-crawler: *
ACAP-disallow-crawl: /c3ref/c_
ACAP-disallow-crawl: /c3ref/bind_
ACAP-disallow-crawl: /session/
ACAP-disallow-preserve: /
`,
  'site.toml': 'hosts = ["127.0.0.1"]\n',
}

const SPIDER = `from scrapy import Spider
from scrapy.http import HtmlResponse
from scrapy.linkextractors import LinkExtractor


class Everything(Spider):
    name = "everything"
    allowed_domains = ["127.0.0.1"]
    links = LinkExtractor()

    def __init__(self, start):
        super().__init__()
        self.start_urls = [start]

    def parse(self, response):
        if isinstance(response, HtmlResponse):
            for link in self.links.extract_links(response):
                yield response.follow(link)
`

interface Program {
  readonly name: string
  readonly package: string
  /** Its command line; `obeys` is whether it is to read robots.txt. */
  readonly args: (url: string, folder: string, obeys: boolean) => readonly string[]
}

const PROGRAMS: readonly Program[] = [
  {
    name: 'wget',
    package: 'wget',
    args: (url, folder, obeys) => [
      '--mirror',
      '-q',
      '-P',
      folder,
      '-e',
      `robots=${obeys ? 'on' : 'off'}`,
      url,
    ],
  },
  {
    name: 'scrapy',
    package: 'python3-scrapy',
    args: (url, folder, obeys) => {
      const settings = [`ROBOTSTXT_OBEY=${obeys}`, 'LOG_ENABLED=0', 'TELNETCONSOLE_ENABLED=0']
      return [
        'runspider',
        join(folder, 'spider.py'),
        '-a',
        `start=${url}`,
        ...settings.flatMap((each) => ['-s', each]),
      ]
    },
  },
]

/** What the edge said to one crawl: target → outcome. */
type Seen = ReadonlyMap<string, string>

describe.each(PROGRAMS)(
  '$name, crawling a manual through the edge',
  ({ name, args, package: from }) => {
    const skip = missing(`the crawl of ${name}`, 'nginx-light', MANUAL, from)
    const site = mkdtempSync(join(tmpdir(), 'acap-site-'))
    const work = mkdtempSync(join(tmpdir(), 'acap-crawl-'))
    let nginx: { readonly url: string; stop(): void } | undefined
    let edge: Running | undefined
    beforeAll(async () => {
      if (skip) return
      // nginx reads as nobody.
      chmodSync(site, 0o755)
      for (const chapter of CHAPTERS)
        symlinkSync(join(folderOf(MANUAL), chapter), join(site, chapter))
      writeFileSync(join(work, 'spider.py'), SPIDER)
      nginx = await startNginx(site)
      edge = await startWorker({
        policies: builtBundle({ manual: POLICY }),
        vars: { ORIGIN_URL: nginx.url },
      })
    })
    afterAll(() => {
      edge?.stop()
      nginx?.stop()
      for (const folder of [site, work]) rmSync(folder, { recursive: true, force: true })
    })

    const crawl = async (obeys: boolean): Promise<Seen> => {
      const { url, log } = edge!
      const before = log().length
      // These programs end with an error where a page was refused; what counts is what the edge saw.
      await run(name, args(url + ENTRY, work, obeys), { timeout: 100_000 }).catch(() => undefined)
      const lines = log().slice(before).split('\n')
      const rows = lines
        .filter((line) => line.startsWith('{"acap":"request"'))
        .map((line) => JSON.parse(line))
      return new Map(rows.map(({ target, outcome }) => [target, outcome]))
    }

    test.skipIf(skip)(
      'is refused the pages that it never asks for when it obeys robots.txt',
      async () => {
        const obedient = await crawl(true)
        const disobedient = await crawl(false)
        const beyond = [...disobedient.keys()].filter((target) => !obedient.has(target))
        console.log(
          `${name}: obeying robots.txt it asks for ${obedient.size} addresses, ` +
            `ignoring it for ${disobedient.size}, of which ${beyond.length} are refused`,
        )
        expect(obedient.get('/robots.txt')).toBe('exempt')
        const pages = [...obedient].filter(([target]) => target !== '/robots.txt')
        expect(pages.length).toBeGreaterThan(200)
        expect(pages.filter(([, outcome]) => outcome !== 'permitted')).toEqual([])
        expect(beyond.length).toBeGreaterThan(30)
        expect(beyond.filter((target) => disobedient.get(target) !== 'prohibited')).toEqual([])
        expect(pages.filter(([target]) => disobedient.get(target) === 'prohibited')).toEqual([])
      },
      240_000,
    )
  },
)

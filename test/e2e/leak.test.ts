import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleOf } from '../support/bundle.ts'
import { missing } from '../support/debian.ts'
import {
  type EdgePlatform,
  PLATFORMS,
  platformsHere,
  type StartedEdge,
} from '../support/doors/platforms.ts'
import {
  ENFORCED_ROUTE,
  guardedSite,
  PAGES,
  SECRET,
  SUBJECTS,
  writePages,
} from '../support/e2e/leak-pages.ts'
import { FOLDER_ORIGINS, type FolderOrigin } from '../support/e2e/origins.ts'
import { get, inParallel, type Spoken, speak } from '../support/e2e/socket.ts'
import { detoursOf, spellingsOf } from '../support/e2e/spellings.ts'
import { startStaticOrigin } from '../support/e2e/static-origin.ts'
import { startWorker } from '../support/edge/workerd.ts'
import { runs, someOf } from '../support/runs.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const CRAWLER = 'TestBot/1.0'
/** How many generated spellings of each page, beside the detours. */
const COUNT = Number(process.env.ACAP_SPELLINGS ?? runs(20, 3_000, 10_000))
/** Every page has the tags of the site's own field; a route's come beside it. */
const OWN_TAGS = /<META name="robots" content="[^"]*">/g

/** Conventional rules know letter case (P3): an origin that does not is not theirs to guard. */
const isConventional = (path: string) =>
  ['/conventional/', '/strict/', '/doc/', '/(a)/'].some((each) => path.startsWith(each))

const running: (() => void)[] = []
afterAll(() => {
  for (const stop of running) stop()
})

const FOLDS =
  '[paths]\nfolds = ["double-encoding", "full-width", "segment-dots", "case"]\ntake-down-query = "any"\n'

/** An edge before an origin: a site that enforces, one that observes except in a route, and one whose origin folds much. */
async function edgeBefore(
  origin: FolderOrigin,
  platform: EdgePlatform = PLATFORMS[0]!,
): Promise<StartedEdge> {
  const sites = {
    enforcing: guardedSite('localhost', 'enforce'),
    observing: guardedSite('observing.test', 'observe'),
    folding: guardedSite('folding.test', 'enforce', FOLDS),
  }
  const edge = await platform.start(
    await bundleOf(sites, { known: { TestBot: 'search' } }),
    origin.url,
  )
  running.push(edge.stop, origin.stop)
  return edge
}

/** The target that the origin gets to see: every URL parser on the way resolves dots and backslashes. */
function asResolved(target: string): string {
  const { pathname, search } = new URL(
    target.startsWith('/') ? `http://localhost${target}` : target,
  )
  return pathname + search
}

const comparable = ({ status, headers, body }: Spoken) => ({
  status,
  type: headers.get('content-type'),
  location: headers.get('location')?.[0]?.replace(/^http:\/\/[^/]+/, ''),
  body: body.replace(OWN_TAGS, ''),
})

/** What the runtime's own HTTP server refuses never comes to the edge. */
const isSendable = (target: string) => !/[\s\0]/.test(target)

interface Attempt {
  readonly edge: { readonly port: number }
  /** The origin's own port, where readers are to be compared with what it alone gives them; null where they are not. */
  readonly alone: number | null
  readonly host: string
}

/** Sends every target as crawler and reader, and counts what came of it. */
async function attempt({ edge, alone, host }: Attempt, targets: readonly string[]) {
  const outcomes = await inParallel(targets, 16, async (target) => {
    const crawler = await speak(edge.port, get(target, CRAWLER, host))
    const reader = await speak(edge.port, get(target, BROWSER, host))
    expect(crawler.body, `${target} as a crawler`).not.toContain(SECRET)
    expect(reader.body, `${target} as a reader`).not.toContain('may not fetch')
    if (alone !== null && isSendable(target) && asResolved(target) !== '/robots.txt') {
      const own = await speak(alone, get(asResolved(target), BROWSER))
      expect(comparable(reader), `${target} as a reader`).toEqual(comparable(own))
    }
    const isRefused = crawler.status === 403 || crawler.status === 410
    return { reached: reader.body.includes(SECRET), refused: isRefused }
  })
  return {
    sent: outcomes.length,
    reached: outcomes.filter(({ reached }) => reached).length,
    refused: outcomes.filter(({ refused }) => refused).length,
  }
}

type Counts = Awaited<ReturnType<typeof attempt>>

function tell(origin: string, path: string, { sent, reached, refused }: Counts, least: number) {
  console.log(
    `${path} before ${origin}: ${sent} spellings, ${reached} bring a reader the page, ${refused} are refused`,
  )
  // A test in which nothing is in danger proves nothing.
  expect(reached).toBeGreaterThan(least)
  expect(refused).toBeGreaterThanOrEqual(reached)
}

const portOf = (url: string) => Number(new URL(url).port)
const targetsFor = (path: string, count = COUNT) =>
  asMeant(path, [...detoursOf(path), ...spellingsOf(path, count, !isConventional(path))])
/** The Worker stands for all platforms where not all subjects can be tried as often. */
const countOn = (platform: EdgePlatform) =>
  platform === PLATFORMS[0] ? COUNT : Math.ceil(COUNT / 5)

/**
 * A query opens what is anchored, and take-downs, and so does a further segment of the path that a server does not look
 * for. Specifications say so, and `acap check` says it to the author.
 */
function asMeant(path: string, targets: readonly string[]): readonly string[] {
  if (path !== '/doc/report.pdf' && path !== '/gone.html') return targets
  const opened =
    /\?[?&=]*[^?&=]|(?:report\.pdf|gone\.html)(?!.*(?:report\.pdf|gone\.html))[^/?]*[/\\][^?]*(?:[^?/\\.]|\.{3})/i
  return targets.filter((target) => !opened.test(plain(asResolved(target))))
}

/** Letters, dots and separators as they are, no matter how often they are encoded. */
function plain(target: string): string {
  const decoded = target.replace(/%25|%(?:2[EF]|5C|[46][1-9a-f]|[57][\da])/gi, (triple) =>
    decodeURIComponent(triple),
  )
  return decoded === target ? target : plain(decoded)
}

/** The first, nginx, stands for all in a short run. */
for (const { name, packages, start } of someOf(FOLDER_ORIGINS, 1)) {
  describe.skipIf(missing(`the leak test before ${name}`, ...packages))(
    `[P6] before ${name}`,
    () => {
      let edge: { readonly port: number }
      let port: number
      beforeAll(async () => {
        const folder = writePages()
        running.push(() => rmSync(folder, { recursive: true, force: true }))
        const origin = await start(folder)
        port = portOf(origin.url)
        edge = await edgeBefore(origin)
      }, 120_000)

      test.each(SUBJECTS)('no spelling brings a crawler %s', async (path) => {
        const alone = name === 'nginx' ? port : null
        tell(
          name,
          path,
          await attempt({ edge, alone, host: 'localhost' }, targetsFor(path)),
          COUNT / 20,
        )
      })

      test('no spelling leaves the route that enforces where the site observes', async () => {
        const about = { edge, alone: null, host: 'observing.test' }
        tell(name, ENFORCED_ROUTE, await attempt(about, targetsFor(ENFORCED_ROUTE)), COUNT / 20)
      })
    },
  )
}

describe.each(platformsHere())(
  '[P6] $name before a server that takes every spelling',
  (platform) => {
    let edge: { readonly port: number }
    let port: number
    beforeAll(async () => {
      const html = PAGES.get('/article.html')!.replace('article', SECRET)
      const origin = await startStaticOrigin(new Map([...PAGES, ['/article.html?print', html]]))
      port = portOf(origin.url)
      edge = await edgeBefore(origin, platform)
    })

    test.each(['LOCALHOST', 'localhost.', 'localhost..', 'localhost:8787', 'LocalHost.:80'])(
      'nor does the host `%s`',
      async (host) => {
        const { status } = await speak(edge.port, get('/private/secret.html', CRAWLER, host))
        expect(status).toBe(403)
      },
    )

    const subjects = platform === PLATFORMS[0] ? SUBJECTS : someOf(SUBJECTS, 4)
    test.each([...subjects, '/article.html?print=1'])(
      'no spelling brings a crawler %s',
      async (path) => {
        const count = countOn(platform)
        const all = path.includes('?') ? spellingsOf(path, count, true) : targetsFor(path, count)
        const targets = all.filter((target) => !platform.rejects.test(target))
        tell(
          'Node',
          path,
          await attempt({ edge, alone: port, host: 'localhost' }, targets),
          count / 10,
        )
      },
    )
  },
)

describe('[P6] before a server that folds what a site says it folds', () => {
  let edge: { readonly port: number }
  beforeAll(async () => {
    edge = await edgeBefore(await startStaticOrigin(PAGES, true))
  })

  test.each(SUBJECTS)('no spelling brings a crawler %s', async (path) => {
    const targets = asMeant(path, [...detoursOf(path), ...spellingsOf(path, COUNT, true, true)])
    tell(
      'Windows',
      path,
      await attempt({ edge, alone: null, host: 'folding.test' }, targets),
      COUNT / 10,
    )
  })
})

describe('[P6] before an app that finds its handlers by the path as it was sent', () => {
  let edge: { readonly port: number }
  beforeAll(async () => {
    const worker = await startWorker({
      policies: await bundleOf(
        { site: guardedSite('localhost', 'enforce') },
        { known: { TestBot: 'search' } },
      ),
      vars: {},
      entry: 'test/support/e2e/app-worker.ts',
    })
    running.push(worker.stop)
    edge = worker
  })

  const handled = SUBJECTS.filter((path) => !/routed|\(a\)/.test(path))
  test.each(handled)('no spelling brings a crawler %s', async (path) => {
    tell(
      'Hono',
      path,
      await attempt({ edge, alone: null, host: 'localhost' }, targetsFor(path)),
      COUNT / 20,
    )
  })
})

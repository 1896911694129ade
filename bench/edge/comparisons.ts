/**
 * What bench/edge/run.ts compares: a policy, and requests to the edge and to a plain Worker, with the ratio that is promised.
 */
import { BROWSER } from '../../test/support/tagging-policy.ts'

export const CRAWLER = 'BenchBot/1.0'
export const POLICY = {
  'robots.txt': `User-agent: *
Disallow: /closed/

ACAP-crawler: *
ACAP-disallow-index: /tagged/
`,
  'site.toml': 'hosts = ["127.0.0.1"]\n',
}

/** A comparison: the same request to both Workers, and the ratio that is promised. */
export interface Comparison {
  readonly title: string
  readonly plain: string
  readonly path: string
  readonly userAgent: string
  /** Whether sixty crawlers ask in turns, each time for another URL below the path. */
  readonly varies?: true
  readonly most: number | null
}

export const COMPARISONS: readonly Comparison[] = [
  {
    title: 'a refused crawl, beside a constant answer',
    plain: 'constant',
    path: '/closed/a',
    userAgent: CRAWLER,
    most: 1.2,
  },
  {
    title: 'a refused crawl, beside a constant answer that is logged',
    plain: 'logged',
    path: '/closed/a',
    userAgent: CRAWLER,
    most: null,
  },
  {
    title: 'a refusal of sixty crawlers, a new URL each time, beside a constant answer',
    plain: 'constant',
    path: '/closed/',
    userAgent: CRAWLER,
    varies: true,
    most: 1.2,
  },
  {
    title:
      'a refusal of sixty crawlers, a new URL each time, beside a constant answer that is logged',
    plain: 'logged',
    path: '/closed/',
    userAgent: CRAWLER,
    varies: true,
    most: null,
  },
  {
    title: 'nothing to say, beside a bare proxy',
    plain: 'proxy',
    path: '/plain/1k.html',
    userAgent: BROWSER,
    most: 1.1,
  },
  {
    title: 'headers on a picture, beside a Worker that adds them',
    plain: 'headers',
    path: '/tagged/1k.png',
    userAgent: BROWSER,
    most: 1.15,
  },
  {
    title: 'tags in HTML of 1 KB, beside HTMLRewriter',
    plain: 'rewriter',
    path: '/tagged/1k.html',
    userAgent: BROWSER,
    most: 1.25,
  },
  {
    title: 'tags in HTML of 60 KB, beside HTMLRewriter',
    plain: 'rewriter',
    path: '/tagged/60k.html',
    userAgent: BROWSER,
    most: 1.1,
  },
  {
    title: 'tags in HTML of 1 MB, beside HTMLRewriter',
    plain: 'rewriter',
    path: '/tagged/1m.html',
    userAgent: BROWSER,
    most: 0.5,
  },
  {
    title: 'a crawler’s HTML of 1 KB, its head read first',
    plain: 'rewriter',
    path: '/tagged/1k.html',
    userAgent: CRAWLER,
    most: 1.15,
  },
  {
    title: 'a crawler’s HTML of 1 KB, beside HTMLRewriter and a logged line',
    plain: 'loggedRewriter',
    path: '/tagged/1k.html',
    userAgent: CRAWLER,
    most: null,
  },
  {
    title: 'a crawler’s HTML of 60 KB, its head read first',
    plain: 'rewriter',
    path: '/tagged/60k.html',
    userAgent: CRAWLER,
    most: null,
  },
  {
    title: 'a crawler’s HTML of 1 MB, its head read first',
    plain: 'rewriter',
    path: '/tagged/1m.html',
    userAgent: CRAWLER,
    most: null,
  },
]

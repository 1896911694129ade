/**
 * What bench/edge/run.ts compares: a policy, and requests to the edge and to a plain Worker, with
 * the ratio that is promised.
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
  /** Which edge; by default the Worker of the project. */
  readonly edge?: 'ownReader'
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
  ...page('tags in HTML of 1 KB, beside HTMLRewriter', '1k', BROWSER, 1.35),
  ...page('tags in HTML of 60 KB, beside HTMLRewriter', '60k', BROWSER, 1.1),
  ...page('tags in HTML of 1 MB, beside HTMLRewriter', '1m', BROWSER, 0.5),
  ...page('a crawler’s HTML of 1 KB, its head read first', '1k', CRAWLER, 1.5),
  {
    title: 'a crawler’s HTML of 1 KB, beside HTMLRewriter and a logged line',
    plain: 'loggedRewriter',
    path: '/tagged/1k.html',
    userAgent: CRAWLER,
    most: null,
  },
  ...page('a crawler’s HTML of 60 KB, its head read first', '60k', CRAWLER),
  ...page('a crawler’s HTML of 1 MB, its head read first', '1m', CRAWLER),
]

/** A page with tags, in both ways in which they are written. */
function page(
  title: string,
  size: '1k' | '60k' | '1m',
  userAgent: string,
  most: number | null = null,
): readonly Comparison[] {
  const own = { plain: 'rewriter', path: `/tagged/${size}.html`, userAgent }
  return [
    { ...own, title, most },
    { ...own, title: `${title}; \`rewriter: false\``, edge: 'ownReader', most: null },
  ]
}

import { describe, expect, test } from 'vitest'
import { termsOf } from '../../src/doors/workers/index.ts'
import { bundleOf } from '../support/bundle.ts'
import { BROWSER, CRAWLER, capturedLog, HOME } from '../support/edge/edge.ts'
import { html, PAGE, TAGGING, TAGS } from '../support/edge/tagged-pages.ts'

const bundle = await bundleOf(
  {
    news: {
      'site.toml': 'hosts = ["news.test"]\n',
      'robots.txt': `${TAGGING['robots.txt']}ACAP-crawler: *\nACAP-disallow-crawl: /closed/\n`,
    },
  },
  { known: { SearchBot1: 'search' } },
)

async function termsFor(path: string, userAgent: string, response = html(PAGE)) {
  capturedLog()
  const request = new Request(HOME + path, { headers: { 'user-agent': userAgent } })
  return { terms: await termsOf(bundle, request, response), response }
}

describe('a Worker with an HTMLRewriter of its own', () => {
  test('[E6] puts the terms at the end of the head, and into headers', async () => {
    for (const userAgent of [BROWSER, CRAWLER]) {
      const { terms, response } = await termsFor('/tagged/a', userAgent)
      const own = new HTMLRewriter().on('title', { element: (title) => void title.after('!') })
      const rewriter = terms.on(own)
      expect(rewriter).toBe(own)
      expect(terms.refusal).toBeNull()
      expect(terms.headers.map(([name]) => name)).toEqual(['x-robots-tag', 'link'])
      expect(await rewriter.transform(response).text()).toBe(
        PAGE.replace('</title>', `</title>!${TAGS}`),
      )
    }
  })

  test.each([
    ['before the body, where the head does not end', '<html><head><title>a</title>|<body><p>b'],
    [
      'once, where a page has a head in a drawing',
      '<html><head>|</head><body><svg><head></head></svg>',
    ],
    ['nowhere in a part of a page', '<p>a</p>'],
  ])('puts tags %s', async (_, marked) => {
    const { terms, response } = await termsFor('/tagged/a', BROWSER, html(marked.replace('|', '')))
    const text = await terms.on(new HTMLRewriter()).transform(response).text()
    expect(text).toBe(marked.replace('|', TAGS))
  })

  test('refuses a crawler, and never a reader', async () => {
    const { terms } = await termsFor('/closed/a', CRAWLER)
    expect([terms.refusal?.status, await terms.refusal?.text()]).toEqual([
      403,
      expect.stringContaining('ACAP-disallow-crawl'),
    ])
    expect((await termsFor('/closed/a', BROWSER)).terms.refusal).toBeNull()
  })

  test('leaves other answers and other hosts alone', async () => {
    const image = html('<html><head></head>', { 'content-type': 'image/svg+xml' })
    const { terms, response } = await termsFor('/tagged/a', BROWSER, image)
    expect(terms.headers).not.toEqual([])
    const text = await terms.on(new HTMLRewriter()).transform(response).text()
    expect(text).toBe('<html><head></head>')
    capturedLog()
    const elsewhere = new Request('https://other.test/tagged/a')
    expect((await termsOf(bundle, elsewhere, html(PAGE))).headers).toEqual([])
  })
})

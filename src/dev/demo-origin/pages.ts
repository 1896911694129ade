/**
 * The pages of a small newspaper: path → media type and body. Plain data, also for tests that need an origin in Node.
 */

interface DemoPage {
  readonly type: string
  readonly body: string | Uint8Array<ArrayBuffer>
}

const HTML = 'text/html; charset=utf-8'

/** A page as this newspaper's templates would write it: what is not a block of its own is a paragraph. */
function article(title: string, blocks: readonly string[]): DemoPage {
  const text = blocks
    .map((block) => `    ${/^<(?:section|div|table)\b/.test(block) ? block : `<p>${block}</p>`}`)
    .join('\n')
  return {
    type: HTML,
    body: `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>${title} – Example News</title>
  <meta name="viewport" content="width=device-width">
  <link rel="alternate" type="application/atom+xml" href="/feed.xml">
</head>
<body>
  <header><a href="/">Example News</a></header>
  <main>
    <h1>${title}</h1>
${text}
  </main>
  <footer><a href="/about.html">About us</a></footer>
</body>
</html>
`,
  }
}

const HOME = article('Example News', [
  '<a href="/news/2026/harbour-bridge.html">Harbour bridge reopens</a>',
  '<a href="/news/2026/election-count.html">Count enters second night</a>',
  '<a href="/premium/analysis/port-finances.html">Where the port’s money went</a>',
  '<a href="/archive/1912/regatta.html">From the archive: the regatta of 1912</a>',
  '<a href="/reports/budget-2026.pdf">The budget, as published</a>',
])

const BRIDGE = article('Harbour bridge reopens', [
  '<img src="/images/harbour.png" alt="The bridge at dawn" width="1" height="1">',
  'The first ferry passed under the new span at six in the morning, eleven months late.',
  'Residents on the north quay said that they had stopped believing in it.',
  '<section class="comments"><p>About time.</p></section>',
])

/** About a megabyte of results: what a rewriter must not choke on. */
function results(): DemoPage {
  const rows: string[] = []
  for (let ward = 1; rows.length * 55 < 1_000_000; ward++) {
    rows.push(`<tr><td>Ward ${ward}</td><td>${(ward * 7919) % 10_007}</td><td>${(ward * 104_729) % 9973}</td></tr>`)
  }
  return article('Results by ward', [`<table>\n${rows.join('\n')}\n</table>`])
}

/** One grey pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='

const BUDGET = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`

const FEED = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title>Example News</title>
  <id>tag:example-news.test,2026:feed</id>
  <updated>2026-11-01T06:00:00Z</updated>
  <entry>
    <title>Harbour bridge reopens</title>
    <id>tag:example-news.test,2026:harbour-bridge</id>
    <link href="/news/2026/harbour-bridge.html"/>
    <updated>2026-11-01T06:00:00Z</updated>
  </entry>
</feed>
`

export const PAGES: ReadonlyMap<string, DemoPage> = new Map<string, DemoPage>([
  ['/', HOME],
  ['/about.html', article('About us', ['Example News has been printed since 1871.'])],
  ['/news/2026/harbour-bridge.html', BRIDGE],
  ['/news/2026/election-count.html', article('Count enters second night', ['Three wards have yet to report.'])],
  ['/news/2026/results.html', results()],
  ['/news/2026/withdrawn.html', article('Withdrawn', ['What a court has ordered to be taken down.'])],
  ['/archive/1912/regatta.html', article('The regatta of 1912', ['Eleven boats started; nine came home.'])],
  ['/premium/analysis/port-finances.html', article('Where the port’s money went', ['For subscribers.'])],
  ['/private/newsroom.html', article('Newsroom rota', ['Not for the public.'])],
  ['/comments/harbour-bridge.html', article('Comments', ['<div class="comments">About time.</div>'])],
  [
    '/old/1998.html',
    { type: HTML, body: '<title>Results of 1998</title>\n<p>A page from before heads were fashionable.\n' },
  ],
  ['/images/harbour.png', { type: 'image/png', body: Uint8Array.from(atob(PIXEL), (c) => c.charCodeAt(0)) }],
  ['/reports/budget-2026.pdf', { type: 'application/pdf', body: BUDGET }],
  ['/feed.xml', { type: 'application/atom+xml', body: FEED }],
  ['/health', { type: 'text/plain', body: 'ok\n' }],
])

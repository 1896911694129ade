/**
 * The pages of a small newspaper (pages.json) by path, for the demo and for tests that need an
 * origin.
 */
import pages from './pages.json' with { type: 'json' }

interface DemoPage {
  readonly type: string
  readonly body: string | Uint8Array<ArrayBuffer>
}

const HTML = 'text/html; charset=utf-8'

/**
 * A page as this newspaper's templates would write it: what is not a block of its own is a
 * paragraph.
 */
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

/** About a megabyte of results: what a rewriter must not choke on. */
function results(): string {
  const rows: string[] = []
  for (let ward = 1; rows.length * 55 < 1_000_000; ward++) {
    rows.push(
      `<tr><td>Ward ${ward}</td><td>${(ward * 7919) % 10_007}</td><td>${(ward * 104_729) % 9973}</td></tr>`,
    )
  }
  return `<table>\n${rows.join('\n')}\n</table>`
}

function pageOf({
  title,
  blocks,
  type = HTML,
  lines = [],
  base64,
}: (typeof pages)[number]): DemoPage {
  if (blocks !== undefined)
    return article(
      title,
      blocks.map((block) => (block === 'RESULTS' ? results() : block)),
    )
  const body =
    base64 === undefined
      ? `${lines.join('\n')}\n`
      : Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
  return { type, body }
}

export const PAGES: ReadonlyMap<string, DemoPage> = new Map(
  pages.map((page) => [page.path, pageOf(page)]),
)

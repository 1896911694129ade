import { describe, expect, test } from 'vitest'
import { BROWSER, CRAWLER } from '../support/edge/edge.ts'
import { html, inPieces, TAGGING, TAGS, textOf } from '../support/edge/tagged-pages.ts'

const MARK = 'the-acap:disallow-index'
const files = (select: string) => ({
  ...TAGGING,
  'site.toml': `hosts = ["news.test"]\n[[route]]\nmatch = "/tagged/"\nelements = [{ select = '${select}', class = "${MARK}" }]\n`,
})
const image = (kilobytes: number) =>
  `<img src="data:image/svg+xml,<svg a='>'>${'A'.repeat(kilobytes * 1024)}">`
const inKilobytes = (text: string) => inPieces(text.match(/[\s\S]{1,60000}/g)!)
const BEFORE = '<head></head><body><p class="c">a</p>'
const AFTER = '<p class="c">b</p><script>"<"</script></body>'
const MARKED = `<head>${TAGS}</head><body><p class="c ${MARK}">a</p>`

describe('a route with elements', () => {
  for (const userAgent of [BROWSER, CRAWLER]) {
    for (const [how, body] of [
      ['in one piece', (text: string) => text] as const,
      ['in many', inKilobytes] as const,
    ]) {
      test(`brings a page with a tag of megabytes whole (${how}, ${userAgent.slice(0, 10)})`, async () => {
        for (const select of ['.c', '[class=c]']) {
          const page = BEFORE + image(4096) + AFTER
          const text = await textOf(() => html(body(page)), { files: files(select), userAgent })
          expect(text === MARKED + image(4096) + AFTER.replace('"c"', `"c ${MARK}"`)).toBe(true)
        }
      })
    }
  }

  test('puts classes behind tags that are not that long, and behind much text and script', async () => {
    for (const long of [
      image(900),
      'a < b '.repeat(300_000),
      `<script>${'i<n;j>m;k="<";'.repeat(120_000)}</script>`,
    ]) {
      const text = await textOf(() => html(inKilobytes(BEFORE + long + AFTER)), {
        files: files('.c'),
      })
      expect(text === MARKED + long + AFTER.replace('"c"', `"c ${MARK}"`)).toBe(true)
    }
  })

  test('finds elements in any pieces', async () => {
    const page = `${BEFORE}<i title='>"' class=d data-a = ">">${AFTER}`
    for (const size of [1, 2, 3, 7, 1000]) {
      const pieces = page.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g'))!
      const text = await textOf(() => html(inPieces(pieces)), { files: files('.c') })
      expect(text).toBe(MARKED + page.slice(BEFORE.length).replace('"c"', `"c ${MARK}"`))
    }
  })

  test('ends in the middle of a tag where the page does', async () => {
    const text = await textOf(() => html(inPieces([BEFORE, '<i title="'])), { files: files('.c') })
    expect(text).toBe(`${MARKED}<i title="`)
  })

  test('puts classes on a page in a charset that nobody knows', async () => {
    const length = String(BEFORE.length + AFTER.length)
    const type = { 'content-type': 'text/html; charset=no-such-thing', 'content-length': length }
    const text = await textOf(() => html(BEFORE + AFTER, type), { files: files('.c') })
    expect(text).toBe(
      (BEFORE + AFTER).replace('<head>', `<head>${TAGS}`).replaceAll('"c"', `"c ${MARK}"`),
    )
  })

  test('breaks off where the origin breaks off', async () => {
    const broken = () => html(inPieces([BEFORE, 'x'], (c) => c.error(new Error('reset'))))
    await expect(textOf(broken, { files: files('.c') })).rejects.toThrow()
  })
})

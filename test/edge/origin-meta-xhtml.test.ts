import { describe, expect, test } from 'vitest'
import { CRAWLER } from '../support/edge/edge.ts'
import { html, inPieces, served } from '../support/edge/tagged-pages.ts'

describe('[E4] XHTML with declarations of its own', () => {
  const xhtml = (subset: string, head = '') =>
    `<?xml version="1.0"?><!DOCTYPE html PUBLIC "a>'b" 'c"' ${subset}><html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body/></html>`
  const statusOf = async (
    page: string,
    type = 'application/xhtml+xml',
    body = (): BodyInit => page,
  ) =>
    (await served(() => html(body(), { 'content-type': type }), { userAgent: CRAWLER })).response
      .status
  const META = '<meta name="robots" content="ACAP disallow-crawl"/>'

  test.each([
    [`[<!ENTITY m '${META}'>]`, '&m;'],
    ['[ <!ATTLIST meta name CDATA "robots" content CDATA "ACAP disallow-crawl"> ]', '<meta/>'],
    [`[<!-- don't ]> --><?a ]> ?><!ENTITY % p "<!ENTITY m '${META}'>"> %p; ]\n`, '&m;'],
  ])(
    'is withheld from crawlers, because they may find META that the edge does not see: %s',
    async (subset, head) => {
      const page = xhtml(subset, head)
      for (const type of ['application/xhtml+xml', 'text/xml'])
        expect(await statusOf(page, type)).toBe(503)
      expect(await statusOf(page, 'text/xml', () => inPieces([...page]))).toBe(503)
      const reader = await served(() => html(page, { 'content-type': 'application/xhtml+xml' }))
      expect(await reader.response.text()).toBe(page)
    },
  )

  test.each(['', '[]', '[ <!ELEMENT a (b)> <!NOTATION n SYSTEM "c"> <!-- ]> <!ENTITY -->]'])(
    'is read with `%s`',
    async (subset) => {
      expect(await statusOf(xhtml(subset))).toBe(200)
      expect(await statusOf(xhtml(subset, META))).toBe(403)
    },
  )

  test.each([1000, 5000])(
    'is read piece by piece, up to 64 KiB of it: %i comments',
    async (count) => {
      const [head, status] = count === 1000 ? [META, 403] : ['', 503]
      const page = xhtml(`[${'<!-- a --><?b?>'.repeat(count)}]`, head)
      for (const pieces of [[page], page.match(/[\s\S]{1,99}/g)!])
        expect(await statusOf(page, 'application/xhtml+xml', () => inPieces(pieces))).toBe(status)
    },
  )

  test('matters in no other XML', async () => {
    const svg = '<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]><svg xmlns="&ns;"/>'
    expect(await statusOf(svg, 'image/svg+xml')).toBe(200)
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { bundleOf } from '../support/bundle.ts'
import { folderOf, missing, pagesIn, startNginx } from '../support/debian.ts'
import { startWorker } from '../support/edge/workerd.ts'

const MANUAL = 'postgresql-doc-15'
const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

/** The example newspaper, in front of the manual. */
function examplePolicy() {
  const folder = 'policies/example-news'
  const files = ['robots.txt', 'site.toml', 'permissions/news.txt']
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
}

describe.skipIf(missing('the edge in front of nginx', 'nginx-light', MANUAL))(
  'the edge in front of nginx',
  () => {
    let edge: string
    beforeAll(async () => {
      const nginx = await startNginx(folderOf(MANUAL), 'charset utf-8;')
      const worker = await startWorker({
        policies: await bundleOf({ 'example-news': examplePolicy() }),
        vars: { ORIGIN_URL: nginx.url },
      })
      edge = worker.url
      return () => {
        worker.stop()
        nginx.stop()
      }
    })

    test('gives readers every page as the origin has it, except for the tags early in head', async () => {
      const folder = folderOf(MANUAL)
      const pages = pagesIn(folder)
      let tagged = 0
      for (const page of pages) {
        const response = await fetch(`${edge}/${page}`, { headers: BROWSER })
        const got = await response.text()
        const [tags = ''] = /(?:<META name="[^"]*" content="[^"]*">)+/.exec(got) ?? []
        if (tags !== '') tagged++
        expect(got.replace(tags, ''), page).toBe(readFileSync(join(folder, page), 'utf8'))
        // First in the head, or behind the charset declaration that stands there (E6).
        expect(got.slice(0, got.indexOf(tags)), page).toMatch(
          /<head>\s*(?:<meta [^>]*charset=[^>]*>)?$/i,
        )
      }
      console.log(`${pages.length} pages of ${MANUAL} compared, ${tagged} with tags`)
      expect(tagged).toBe(pages.length)
    })
  },
)

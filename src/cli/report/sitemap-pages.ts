/**
 * Files of sitemaps (https://www.sitemaps.org/protocol.html), plain or gzipped → the URLs in them. An index names other
 * files: these are not fetched.
 */
import { gunzipSync } from 'node:zlib'
import type { SitemapPage } from '../../analysis/report/page-coverage.ts'
import { UsageError } from '../exit-codes.ts'
import { readNamed } from '../input/read-file.ts'

/** A sitemap may have 50 MB. */
const MOST_BYTES = 50 << 20

/** The URLs of all files. @throws UsageError for a file without any */
export function pagesIn(files: readonly string[]): readonly SitemapPage[] {
  return files.flatMap((file) => {
    const bytes = readNamed(file, MOST_BYTES)
    const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? unzipped(bytes, file) : bytes).toString()
    if (text.includes('<sitemapindex'))
      throw new UsageError(`\`${file}\` is an index of sitemaps`, 'name the sitemaps in it')
    const pages = [...text.matchAll(/<loc>\s*([^<]*?)\s*<\/loc>/g)].flatMap(([, written]) => pageIn(written!))
    if (pages.length === 0) throw new UsageError(`\`${file}\` names no page`, 'a sitemap has `<loc>` elements')
    return pages
  })
}

function unzipped(bytes: Buffer, file: string): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES })
  } catch (fault) {
    throw new UsageError(`\`${file}\` cannot be decompressed: ${(fault as Error).message}`)
  }
}

function pageIn(written: string): readonly SitemapPage[] {
  const text = written.replaceAll('&amp;', '&').replaceAll('&apos;', "'")
  if (!URL.canParse(text)) return []
  const { host, pathname, search } = new URL(text)
  return [{ host, target: pathname + search }]
}

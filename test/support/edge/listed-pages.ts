/**
 * The pages that ACAP_PAGES lists, one path a line, for tests in the Workers runtime, which sees no files: `GET /i` gives
 * the page of line i, and 404 behind the last.
 */
import { readFileSync } from 'node:fs'

const { ACAP_PAGES } = process.env
const paths = ACAP_PAGES === undefined ? [] : readFileSync(ACAP_PAGES, 'utf8').trim().split('\n')

export function listedPage(request: { readonly url: string }): Response {
  const path = paths[Number(new URL(request.url).pathname.slice(1))]
  return path === undefined ? new Response(null, { status: 404 }) : new Response(readFileSync(path))
}

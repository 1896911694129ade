/**
 * The page's start: what `acap serve` knows is fetched, then the explorer is set going. Without it, it opens empty.
 */
import type { KnownCrawler } from '../../bundle/program.ts'
import { readAddress } from '../address.ts'
import { EMPTY_DRAFT } from '../draft.ts'
import { draftOf, registryOf, type SentSite } from '../site-data.ts'
import { Explorer } from './explorer.ts'

async function fetched<T>(path: string): Promise<T> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return (await response.json()) as T
}

const [sites, crawlers] = await Promise.all([
  fetched<readonly SentSite[]>('sites.json'),
  fetched<readonly KnownCrawler[]>('crawlers.json'),
])
new Explorer([...sites.map(draftOf), EMPTY_DRAFT], registryOf(crawlers)).open(readAddress(location.hash))

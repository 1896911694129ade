/**
 * The lists of addresses that operators publish and the package knows → a table in Markdown.
 */
import LISTS from '../../src/crawlers/data/address-lists.json' with { type: 'json' }
import { markdownTable } from './toml-reference.ts'

/** A row for each list: whose it is, which names it proves, where it is. */
export function addressListTable(): string {
  const rows = LISTS.map(({ operator, proves, url }) => [
    operator,
    proves.map((name) => `\`${name}\``).join(', '),
    url,
  ])
  return markdownTable(['operator', 'names', 'list'], rows)
}

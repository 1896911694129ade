/**
 * The lists of addresses that operators publish and the package knows → a table in Markdown.
 */
import { ADDRESS_LISTS } from '../../src/crawlers/address-lists.ts'
import { markdownTable } from './toml-reference.ts'

/** A row for each list: whose it is, which names it proves, where it is. */
export function addressListTable(): string {
  const rows = ADDRESS_LISTS.map(({ operator, proves, url }) => [
    operator,
    proves.map((name) => `\`${name}\``).join(', '),
    url,
  ])
  return markdownTable(['operator', 'names', 'list'], rows)
}

/**
 * User-Agent headers that no list of crawlers may take for a crawler's (I3, I5): those of people's clients, by kind, and those
 * of feed readers, podcast clients, federated servers, fetchers of previews and citations, and monitors, by the source or
 * page of their operator that writes them. Hosts and versions are examples. Offline code alone reads this table.
 */
import data from './data/reader-headers.json' with { type: 'json' }

/** Browsers, in-app browsers, televisions, consoles, text browsers, mail and chat clients. */
export const READER_HEADERS: readonly string[] = Object.values(data.clients).flat()

/** By source. */
export const READER_SOFTWARE: Readonly<Record<string, readonly string[]>> = data.software

/**
 * User-Agent headers that no list of crawlers may take for a crawler's (I3, I5): of people's clients, and of feed readers,
 * previews, monitors and others, by the source or page that writes them. Hosts and versions are examples. Offline only.
 */
import data from './lists/reader-headers.json' with { type: 'json' }

/** Browsers, in-app browsers, televisions, consoles, text browsers, mail and chat clients. */
export const READER_HEADERS: readonly string[] = Object.values(data.clients).flat()

export const READER_SOFTWARE: Readonly<Record<string, readonly string[]>> = data.software

/**
 * Real User-Agent headers of people's clients, feed readers, previews and monitors, each with its
 * source: crawler lists are tested against them (I3, I5). Hosts and versions are examples. Not used
 * by the edge.
 */
import data from './lists/reader-headers.json' with { type: 'json' }

/** Browsers, in-app browsers, televisions, consoles, text browsers, mail and chat clients. */
export const READER_HEADERS: readonly string[] = Object.values(data.clients).flat()

export const READER_SOFTWARE: Readonly<Record<string, readonly string[]>> = data.software

/** Validates host names that authors write, for sites, forms and commands. */

const HOST = /^(?:[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\])(?::\d+)?$/

/**
 * Whether a text is a host name or address, with or without a port: `www.example.com`,
 * `[2001:db8::1]:8443`.
 */
export function isHostName(written: string): boolean {
  return HOST.test(written)
}

/**
 * Whether requests can use the host as written: `1.2.3.999` is invalid, and `127.1` becomes
 * `127.0.0.1`.
 */
export function isRequested(written: string): boolean {
  const url = `https://${written}`
  return URL.canParse(url) && new URL(url).hostname === written.replace(/:\d+$/, '').toLowerCase()
}

/** The host in a text, which may be a page's address; null for none. */
export function hostIn(text: string): string | null {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (/^[\\/]/.test(text) || !URL.canParse(address)) return null
  const { host, pathname, username } = new URL(address)
  // Browsers keep a final dot, but the hosts of sites have none.
  const name = host.replace(/\.(?=:|$)/, '')
  return pathname === '/' && username === '' && isHostName(name) && isRequested(name) ? name : null
}

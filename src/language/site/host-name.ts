/** A host as an author writes it → whether requests can come for it. The one reader of host names: sites, forms and commands. */

const HOST = /^(?:[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\])(?::\d+)?$/

/** A host name or an address with its port, if it has one: `www.example.com`, `[2001:db8::1]:8443`. */
export function isHostName(written: string): boolean {
  return HOST.test(written)
}

/** Whether a URL can name the host as it is written: `1.2.3.999` is no address, and `127.1` is sent as `127.0.0.1`. */
export function isRequested(written: string): boolean {
  const url = `https://${written}`
  return URL.canParse(url) && new URL(url).hostname === written.replace(/:\d+$/, '').toLowerCase()
}

/** The host that somebody names by itself or by the address of a page; null where it is none. */
export function hostIn(text: string): string | null {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (/^[\\/]/.test(text) || !URL.canParse(address)) return null
  const { host, pathname, username } = new URL(address)
  // Browsers keep the dot of the root, which hosts of a site do not have.
  const name = host.replace(/\.(?=:|$)/, '')
  return pathname === '/' && username === '' && isHostName(name) && isRequested(name) ? name : null
}

/**
 * What proxies forward of a request → the URL that its client asked for (E3).
 */
import { cutUrl, requestUrl } from '../../words/resolved-url.ts'
import type { Forwarded, LightRequest } from '../platform.ts'

/** A resolved URL with the scheme that trusted proxies forward. */
export function withScheme(url: string, { scheme }: Forwarded): string {
  if (scheme === null || url.startsWith(`${scheme}:`)) return url
  return requestUrl(scheme + url.slice(url.indexOf(':'))) ?? url
}

/** A resolved URL at the host that trusted proxies forward; null where they forward none. */
export function forwardedUrl(url: string, { host }: Forwarded): string | null {
  const { home, target } = cutUrl(url)
  return host === null ? null : requestUrl(home.slice(0, home.indexOf('//') + 2) + host + target)
}

/** A Request of the standard stays as the server made it: an app gets it. */
export function requestAt(request: Request | LightRequest, url: string): Request {
  return 'altered' in request && url !== request.url ? request.altered({ url }) : request
}

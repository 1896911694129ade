/**
 * A request + what is changed in it → the request that the origin gets.
 */

/** What of a request is changed. */
export interface RequestChange {
  readonly method?: string
  readonly headers?: Headers
}

/** A request of a platform that has a lighter one than the standard's: it alone knows how to be altered. */
export interface LightRequest extends Request {
  altered(change: RequestChange): LightRequest
}

/** The request with these changes. */
export function alteredRequest(request: Request | LightRequest, change: RequestChange): Request {
  return 'altered' in request ? request.altered(change) : new Request(request, change)
}

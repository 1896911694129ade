/**
 * I1, I3: a crawler name that stands in the User-Agent of browsers, so that their readers are taken for crawlers.
 */
import { matchesUserAgent } from '../../grammar/name-token.ts'
import { foldCase } from '../../grammar/path-form.ts'
import { finding } from '../findings/diagnostic.ts'
import { fieldValue, valueSpan } from '../text/tree.ts'
import { type Check, linesWith } from './context.ts'

/** What Edge (and with it Chrome), Firefox and Safari send, in lower case. */
const BROWSERS = [
  'mozilla/5.0 (windows nt 10.0; win64; x64) applewebkit/537.36 (khtml, like gecko) chrome/142.0.0.0 safari/537.36 edg/142.0.0.0',
  'mozilla/5.0 (x11; linux x86_64; rv:145.0) gecko/20100101 firefox/145.0',
  'mozilla/5.0 (iphone; cpu iphone os 18_7 like mac os x) applewebkit/605.1.15 (khtml, like gecko) version/26.1 mobile/15e148 safari/604.1',
]

export const browserName: Check = function* (context) {
  for (const { tree, line } of linesWith(context, 'crawler', 'token')) {
    const name = fieldValue(tree, line)
    const isBrowsers = BROWSERS.some((userAgent) => matchesUserAgent(foldCase(name), userAgent))
    if (isBrowsers) yield finding(valueSpan(tree, line), 'browser-name', [name])
  }
}

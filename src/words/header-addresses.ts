/**
 * Finds URLs and mail addresses in a User-Agent header, so that crawler names inside them are
 * ignored (I1).
 */

const DOMAIN = String.raw`(?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,10}[a-z]{2,24}`
/**
 * Matches a URL or mail address. Groups hold its scheme, or the mailbox characters already passed.
 */
export const ADDRESS = new RegExp(
  `(?:${[
    '//(?<=([a-z]*:|)//)',
    String.raw`\+(?=${DOMAIN}(?:[:/?#\s();,">]|$))`,
    String.raw`@(?=${DOMAIN}(?![a-z0-9_]))(?<=([\w.+-]*)@)`,
    // A mailbox may contain `www.`: `x.www.@y.de`.
    String.raw`(?<!\w)www\.(?:(?=[\w.+-]*@${DOMAIN}(?![a-z0-9_]))(?<=([\w.+-]*)www\.)|)`,
  ].join('|')})[^\0- ),;">]*`,
  'g',
)

/** Where the URLs and mail addresses of a User-Agent header are, in lower case: crawler names are not looked for in them (I1). */

const DOMAIN = String.raw`(?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,10}[a-z]{2,24}`
/** What shows a URL or a mail address, and the rest of it. Its scheme, or what is before it of its mailbox, is in a group. */
export const ADDRESS = new RegExp(
  `(?:${[
    '//(?<=([a-z]*:|)//)',
    String.raw`\+(?=${DOMAIN}(?:[:/?#\s();,">]|$))`,
    String.raw`@(?=${DOMAIN}(?![a-z0-9_]))(?<=([\w.+-]*)@)`,
    // A mailbox may hold it: `x.www.@y.de`.
    String.raw`(?<!\w)www\.(?:(?=[\w.+-]*@${DOMAIN}(?![a-z0-9_]))(?<=([\w.+-]*)www\.)|)`,
  ].join('|')})[^\0- ),;">]*`,
  'g',
)

/**
 * Who runs a crawler, for people. The registry knows many operators only by the host in their crawler's header; this
 * names those whose host is their brand. Nothing is decided by it.
 */

const NAMES: Readonly<Record<string, string>> = {
  'ahrefs.com': 'Ahrefs',
  'amazon.com': 'Amazon',
  'apple.com': 'Apple',
  'archive.org': 'Internet Archive',
  'awario.com': 'Awario',
  'baidu.com': 'Baidu',
  'bing.com': 'Microsoft',
  'bl.uk': 'British Library',
  'cloudflare.com': 'Cloudflare',
  'coccoc.com': 'Cốc Cốc',
  'commoncrawl.org': 'Common Crawl Foundation',
  'dataforseo.com': 'DataForSEO',
  'duckduckgo.com': 'DuckDuckGo',
  'facebook.com': 'Meta',
  'feedburner.com': 'Google',
  'feedly.com': 'Feedly',
  'flipboard.com': 'Flipboard',
  'google.com': 'Google',
  'haosou.com': '360',
  'linkedin.com': 'LinkedIn',
  'mail.ru': 'Mail.ru',
  'majestic12.co.uk': 'Majestic',
  'mj12bot.com': 'Majestic',
  'mojeek.com': 'Mojeek',
  'msn.com': 'Microsoft',
  'naver.com': 'Naver',
  'opensiteexplorer.org': 'Moz',
  'pingdom.com': 'Pingdom',
  'pinterest.com': 'Pinterest',
  'qwant.com': 'Qwant',
  'semrush.com': 'Semrush',
  'seznam.cz': 'Seznam',
  'slack.com': 'Slack',
  'sogou.com': 'Sogou',
  'statuscake.com': 'StatusCake',
  'turnitin.com': 'Turnitin',
  'twitter.com': 'X',
  'uptime.com': 'Uptime.com',
  'uptimerobot.com': 'UptimeRobot',
  'yahoo.com': 'Yahoo',
  'yandex.com': 'Yandex',
}

/** The operator's name; null where only a host is known that says no name. */
export function operatorName(operator: string | null): string | null {
  if (operator === null || !isHost(operator)) return operator
  const domains = operator.split('.').map((_, i, labels) => labels.slice(i).join('.'))
  const known = domains.find((domain) => Object.hasOwn(NAMES, domain))
  return known === undefined ? null : NAMES[known]!
}

/** Names may have a dot, as You.com; hosts are lower case. */
function isHost(operator: string): boolean {
  return /^[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(operator)
}

/**
 * Crawlers whose headers name them by an address alone (I3), mostly behind a browser's header. Each address is the operator's
 * own page about the crawler, or its mailbox; the sample headers are those of crawler-user-agents.
 *
 * Left out: monitors and previews, which are readers where no policy names them (I5).
 */

/** In lower case, without a scheme, `www.` or `+`. An address that goes on with a path is the same crawler's. */
export const CRAWLER_ADDRESSES: readonly string[] = [
  'cognitiveseo.com/bot.html',
  'collection@infegy.com',
  'csirt.cz/cs/dns-crawler',
  'deadlinkchecker.com',
  'developers.cloudflare.com/security-center',
  'europarchive.org',
  'integromedb.org/crawler',
  'loc.gov/programs/web-archiving',
  'mirrorweb.com',
  'nitropack.io',
  'scraping@nytimes.com',
  'seewithkids.com/bot',
  'sitebulb.com',
  'spider.com',
  'tweetedtimes.com',
  'whatis.contentkingapp.com',
]

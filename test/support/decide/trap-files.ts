/**
 * Invented robots.txt files, each with a trap that real files set: names that readers send, names inside URLs, rows of words.
 */
import type { Surveyed } from './name-survey.ts'

const closedTo = (...names: readonly string[]) =>
  names.map((name) => `User-agent: ${name}\nDisallow: /\n`).join('\n')

export const TRAP_FILES: readonly Surveyed[] = [
  {
    site: 'whole-headers.test',
    robots: closedTo(
      'Mozilla/4.0 (compatible; BullsEye; Windows 95)',
      'Mozilla/5.0 (compatible; Ezooms/1.0; ezooms.bot@gmail.com)',
      'Mozilla/5.0(compatible; +http://example.test/bot)',
      'Opera/9.80 (Windows NT 6.1)',
      'DoCoMo/2.0',
    ),
  },
  {
    site: 'numbers-and-letters.test',
    robots: closedTo('1', '008', 'x', 'p', 'Y! J-ASR', 'P.Arthur', '200PleaseBot'),
  },
  {
    site: 'words-of-browsers.test',
    robots: closedTo(
      'Safari',
      'Chrome',
      'Silk',
      'es',
      'ng',
      'Google',
      'Yahoo',
      'Baidu',
      'naver',
      'Aol',
      'CFNetwork',
      'libwww',
      'Lynx',
    ),
  },
  {
    site: 'apps.test',
    robots: closedTo(
      'Pinterest',
      'WhatsApp',
      'Flipboard',
      'coccoc',
      'Instagram',
      'Slack',
      'discord',
      'Line',
    ),
  },
  {
    site: 'words-in-urls.test',
    robots: closedTo(
      'bot',
      'google',
      'www',
      'robot',
      'yahoo',
      'the',
      'http',
      'com',
      'html',
      'webmasters',
      'crawler',
      'site',
    ),
  },
  {
    site: 'names-of-devices.test',
    robots: closedTo(
      'spider',
      'Zeus',
      'Titan',
      'Black Hole',
      'Vortex',
      'Mercury',
      'cosmos',
      'Helix',
      'snap.com',
      'mon.itor.us',
      'Butterfly',
    ),
  },
  {
    site: 'rows-of-words.test',
    robots: closedTo(
      'The Knowledge AI',
      'Web Downloader',
      'BOT for JCE',
      'Microsoft URL Control',
      'Yahoo! Slurp',
      'Webster Pro',
      'MS Search 6.0 Robot',
      'Mail.Ru',
    ),
  },
  {
    site: 'urls-as-names.test',
    robots: closedTo(
      'http://www.almaden.ibm.com/cs/crawler',
      'Microsoft.URL.Control',
      'URI::Fetch',
    ),
  },
  { site: 'families.test', robots: `${closedTo('Yandex')}\nUser-agent: *\nDisallow: /private/\n` },
]

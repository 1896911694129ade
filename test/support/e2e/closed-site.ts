/** A site that is closed to one crawler, and requests to it. */
import { SERVER_KINDS } from '../doors/servers.ts'

export const PAGE = 'the closed page'
export const CRAWLER = 'ClosedOne/1.0'
export const FILES = {
  'robots.txt': 'User-agent: ClosedOne\nUser-agent: *\nDisallow: /closed/\n',
  'site.toml': 'hosts = ["news.test", "*"]\n',
}
export const ASKING = SERVER_KINDS.filter(({ authorize }) => authorize !== null)

export const lines = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i))
export const header = (more: readonly string[], userAgent: string, target = '/closed/a') =>
  [
    `GET ${target} HTTP/1.1`,
    'Host: news.test',
    `User-Agent: ${userAgent}`,
    'Connection: close',
    ...more,
    '',
    '',
  ].join('\r\n')

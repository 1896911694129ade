/**
 * Host headers × request lines for a page that is closed to a crawler, as octets on the wire: what a server in front of a gate
 * passes on, and what it answers itself. Each host can come with each line.
 */

/** The lines of a header that name a host; the text is Latin-1, one character for each octet. */
export interface HostLines {
  readonly about: string
  readonly lines: readonly string[]
}

const one = (host: string): HostLines => ({ about: host, lines: [`Host: ${host}`] })
const LONG = 'a'.repeat(60)

/** Hosts that are the site's: however a server reads them, they are `news.test`. */
const OWN = `
news.test NEWS.TEST News.Test news.test. NEWS.TEST. news.test: news.test:0 news.test:80 news.test:080 news.test:00080
news.test:443 news.test:8080 news.test:65535 news.test.:80
`

/** Hosts that break the grammar. */
const BROKEN = `
news.test?x news.test?x= news.test?x:80 news.test:80?x news.test#x news.test/x news.test/ news.test/?x news.test\\x news.test\\ a@b
news.test@b user@news.test a:b@news.test @news.test news.test@ news.test:99999 news.test:65536 news.test:080x news.test:-1
news.test:+80 news.test:80:80 news.test:80/ :80 : :: ::1 1::2:3 [::1 ::1] [::1]x [::1]:x [::1]:99999 [news.test] [] []:80 [::g]
[fe80::1%25eth0] http://news.test http://news.test/ //news.test / ? # @ \\ % news.test% news.test%2 news.test%zz %zz <news.test> {news.test}
news.test| news.test^ news.test\` news.test" "news.test"
`

/** Hosts that no site has, and others that a URL parser knows better than the grammar. */
const OTHER = `
other.test localhost 127.0.0.1 127.1 0x7f.1 2130706433 256.1.1.1 example.1 1.2.3.4.5 [::1] [::1]:80 [::ffff:127.0.0.1] [v1.a] host.invalid *
*.test . .. news..test .news.test news.test.. - _ a_b.test xn--a news%2Etest n%65ws.test news.test%00 news.test%2f news.test%3fx news.test%40x
news.test,other.test news.test;x news.test=x news.test&x news.test+x news.test!x news.test$x news.test'x (news.test) ~news.test
`

const words = (text: string) => text.trim().split(/\s+/)

/** The hosts. */
export const HOSTS: readonly HostLines[] = [
  ...[...words(OWN), ...words(BROKEN), ...words(OTHER)].map(one),
  one('news test'),
  one('news.test x'),
  one('news.test, other.test'),
  one('news.test\tx'),
  one('n\u00c3\u00a9ws.test'),
  one('\u00ff'),
  one('news.test\u0001'),
  one('news.test\u007f'),
  { about: '5 labels of 60 letters', lines: [`Host: ${Array(5).fill(LONG).join('.')}`] },
  { about: '2,000 letters', lines: [`Host: ${'a'.repeat(2000)}`] },
  { about: 'an empty line', lines: ['Host:'] },
  { about: 'no line', lines: [] },
  { about: 'the same twice', lines: ['Host: news.test', 'Host: news.test'] },
  { about: 'news.test, then other.test', lines: ['Host: news.test', 'Host: other.test'] },
  { about: 'other.test, then news.test', lines: ['Host: other.test', 'Host: news.test'] },
  { about: 'news.test?x, then news.test', lines: ['Host: news.test?x', 'Host: news.test'] },
  { about: 'a blank before the colon', lines: ['Host : news.test'] },
  { about: 'a folded line', lines: ['Host: news.test', '\tx'] },
]

const CLOSED = '/closed/a'
const get = (target: string) => `GET ${target} HTTP/1.1`

/** The request lines: each is for what is closed, however an origin reads its path. */
export const REQUEST_LINES: readonly string[] = [
  ...words('GET HEAD POST PUT DELETE PATCH OPTIONS PROPFIND M-SEARCH FOO get G!T').map(
    (method) => `${method} ${CLOSED} HTTP/1.1`,
  ),
  `GET ${CLOSED} HTTP/1.0`,
  `POST ${CLOSED} HTTP/1.0`,
  `FOO ${CLOSED} HTTP/1.0`,
  ...words(`
    /closed/a?x /closed/a?x?y=/open /closed/a#x /open#/../closed/a /closed/[a] /closed/a|b /closed/a"b /closed/{a} /closed/a^b
    /closed/\u00c3\u00a9 /closed/\u00e9 /closed/% /closed/%zz /closed/a\\b /open\\..\\closed/a //closed/a ///closed//a /./closed/a
    /open/../closed/a /open/..%2fclosed/a /%63losed/a http://news.test/closed/a HTTP://NEWS.TEST/closed/a http://other.test/closed/a
    https://news.test/closed/a http://news.test:8080/closed/a http://a@b/closed/a closed/a
  `).map(get),
]

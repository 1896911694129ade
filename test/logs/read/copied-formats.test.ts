/** Formats as administrators copy them, and lines that are set out in columns. */
import { expect, it } from 'vitest'
import { ANY_FORMAT } from '../../../src/logs/read/log-reader.ts'
import { entryReader } from '../../support/logs/log-lines.ts'

const TIME = Date.parse('2026-11-21T06:39:41Z')
const AGENT = 'GPTBot/1.2'
const COMBINED = `192.0.2.7 - - [21/Nov/2026:06:39:41 +0000] "GET /a HTTP/1.1" 200 1 "-" "${AGENT}"`

it.each([
  [
    'a block of nginx',
    `log_format access escape=default "$remote_addr"
      "\\t$time_local"
      '\\t$request\\t$status'
      '\\t$http_user_agent';`,
    `192.0.2.7\t21/Nov/2026:06:39:41 +0000\tGET /a HTTP/1.1\t200\t${AGENT}`,
  ],
  [
    'its strings alone',
    `'$remote_addr - $remote_user [$time_local] '\n '"$request" $status "$http_user_agent"';`,
    `192.0.2.7 - - [21/Nov/2026:06:39:41 +0000] "GET /a HTTP/1.1" 200 "${AGENT}"`,
  ],
  [
    'one without strings',
    'log_format short $remote_addr|$msec|$request|$status|$http_user_agent;',
    `192.0.2.7|1795243181.000|GET /a HTTP/1.1|200|${AGENT}`,
  ],
  [
    'a line of Apache',
    String.raw`LogFormat "%h %l %u %t \"%r\" %>s %b \"%{Referer}i\" \"%{User-Agent}i\"" combined`,
    COMBINED,
  ],
  [
    'its CustomLog',
    String.raw`CustomLog logs/access.log "%h [%t] \"%r\" %>s \"%{User-Agent}i\""`,
    `192.0.2.7 [[21/Nov/2026:06:39:41 +0000]] "GET /a HTTP/1.1" 200 "${AGENT}"`,
  ],
  [
    'a time in several directives of Apache',
    '%h %A:%p [%{%Y-%m-%d %H:%M:%S}t.%{msec_frac}t %{%z}t] "%r" %>s "%{User-Agent}i"',
    `192.0.2.7 192.0.2.1:443 [2026-11-21 08:39:41.000 +0200] "GET /a HTTP/1.1" 200 "${AGENT}"`,
  ],
  [
    'a time of Common Log Format with a fraction',
    '%h [%{%d/%b/%Y:%T}t.%{usec_frac}t %{%z}t] "%r" %>s "%{User-Agent}i"',
    `192.0.2.7 [21/Nov/2026:08:39:41.000000 +0200] "GET /a HTTP/1.1" 200 "${AGENT}"`,
  ],
  [
    'a format and a line with a query behind the request',
    '$remote_addr [$time_local] "$request" $args $status "$http_user_agent"',
    `192.0.2.7 [21/Nov/2026:06:39:41 +0000] "GET /a HTTP/1.1" b=1&c=2 200 "${AGENT}"`,
  ],
  [
    'columns that several blanks set apart',
    null,
    COMBINED.replaceAll(/(?<=[-\]"]) (?=[["\d])/g, '   '),
  ],
])('%s', (_, format, line) => {
  expect(entryReader({ ...ANY_FORMAT, format })(line)).toMatchObject({
    ip: '192.0.2.7',
    time: TIME,
    target: '/a',
    status: 200,
    userAgent: AGENT,
  })
})

it('a host is read out of a URL, and the name that the client sent is preferred', () => {
  const read = entryReader({ ...ANY_FORMAT, format: '%v %V %h %t "%r" %>s "%{User-Agent}i"' })
  const line = `canonical.test https://www.x.test:8443/ ${COMBINED.replace('- - ', '').replace('1 "-" ', '')}`
  expect(read(line)?.host).toBe('www.x.test')
})

it.each([
  ['a query', 'b=1'],
  ['a number of four digits', '2000'],
])('a line is not read where its status is %s', (_, status) => {
  expect(entryReader()(COMBINED.replace('200', status))).toBeNull()
})

it('several blanks in a value stay', () => {
  const line = COMBINED.replace(AGENT, 'a  b').replace('] ', ']  ')
  expect(entryReader()(line)?.userAgent).toBe('a  b')
})

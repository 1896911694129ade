/** Requests of known traffic → lines as vendors describe them, which no test sends through the whole command. */
import { type LogFormat, local } from './known-formats.ts'
import { agentOf, type Request } from './known-traffic.ts'

const json = (value: unknown) => `${JSON.stringify(value)}\n`
const iso = (time: number) => new Date(time).toISOString()
const combined = ({ name, ip, time, path, status, referrer }: Request) =>
  `${ip} - - [${local(time)}] "GET ${path} HTTP/1.1" ${status} 100 "${referrer || '-'}" "${agentOf(name)}"`

/** https://learn.microsoft.com/iis/extensions/advanced-logging-module/advanced-logging-for-iis-custom-logging */
const ADVANCED =
  '#Software: IIS Advanced Logging Module\n#Fields:   date-local time-local   s-ip   cs-method cs-uri-stem cs-uri-query s-port c-ip cs(User-Agent) cs(Referer) cs(Host) sc-status sc-bytes\n'

export const VENDOR_FORMATS: Readonly<Record<string, LogFormat>> = {
  'nginx of nginx.org, with a forwarded address': {
    line: (request) => `${combined(request)} "192.0.2.99"\n`,
  },
  'nginx of nginx.org, without one': { line: (request) => `${combined(request)} "-"\n` },
  'NUL octets at the beginning': { line: (request) => `\0\0\0${combined(request)}\n` },
  'IIS Advanced Logging': {
    head: ADVANCED,
    line: ({ name, ip, time, path, status, referrer }) =>
      `${iso(time).slice(0, 10)} ${iso(time).slice(11, -1)}   "10.0.0.1" "GET" "${path}" - 443 "${ip}" "${agentOf(name)}" "${referrer || '-'}" "a.test" 	${status} 100\n`.replace(
        '\t',
        '',
      ),
  },
  'a W3C log with runs of spaces and a zone': {
    head: '#GMT-Offset: +0100\n#Fields:  c-ip  date-local  time-local  cs-method  cs-uri  sc-status  bytes  cs(User-Agent)\n',
    isBlind: true,
    line: ({ name, ip, time, path, status }) =>
      `${ip}      ${iso(time + 3_600_000).slice(0, 10)}     ${iso(time + 3_600_000).slice(11, 19)}      GET      ${path}    ${status}     100    "${agentOf(name)}"   \n`,
  },
  'Envoy’s default': {
    isBlind: true,
    line: ({ name, ip, time, path, status }) =>
      `[${iso(time)}] "GET ${path} HTTP/2" ${status} - 0 100 5 4 "${ip}" "${agentOf(name)}" "cc21d9b0" "a.test" "10.0.2.1:80"\n`,
  },
  Istio: {
    isBlind: true,
    line: ({ name, ip, time, path, status }) =>
      `[${iso(time)}] "GET ${path} HTTP/1.1" ${status} - via_upstream - "-" 0 100 5 4 "${ip}" "${agentOf(name)}" "cc21d9b0" "a.test" "10.0.2.1:80" inbound|80|| 127.0.0.6:1 10.0.2.1:80 10.0.2.2:3 - default\n`,
  },
  'Envoy as JSON, by Kubernetes': {
    isBlind: true,
    line: ({ name, ip, time, path, status }) =>
      `${iso(time)} stdout F ${json({
        ':authority': 'a.test',
        bytes_sent: 100,
        downstream_remote_address: `${ip}:59292`,
        duration: 11,
        method: 'GET',
        response_code: status,
        start_time: iso(time),
        'user-agent': agentOf(name),
        'x-envoy-origin-path': path,
      })}`,
  },
  'a classic load balancer of AWS': {
    isBlind: true,
    line: ({ name, ip, time, path, status }) =>
      `${iso(time)} my-loadbalancer ${ip}:2817 10.0.0.1:80 0.000086 0.001048 0.001337 ${status} ${status} 0 100 "GET https://a.test:443${path} HTTP/1.1" "${agentOf(name)}" DHE-RSA-AES128-SHA TLSv1.2\n`,
  },
  S3: {
    line: ({ name, ip, time, path, status, referrer }) =>
      `79a59df900b949e5 a.test [${local(time)}] ${ip} - 3E57427F3EXAMPLE WEBSITE.GET.OBJECT a "GET ${path} HTTP/1.1" ${status} - 100 100 7 6 "${referrer || '-'}" "${agentOf(name)}" - s9lzHYrFp76ZVxRcpX9 SigV4 ECDHE-RSA-AES128-GCM-SHA256 - a.test TLSv1.2 - -\n`,
  },
  'a load balancer of Google Cloud': {
    line: ({ name, ip, time, path, status, referrer }) =>
      json({
        httpRequest: {
          requestMethod: 'GET',
          requestUrl: `https://a.test${path}`,
          status,
          responseSize: '100',
          userAgent: agentOf(name),
          remoteIp: ip,
          referer: referrer,
          latency: '0.138s',
        },
        jsonPayload: { statusDetails: 'response_sent_by_backend' },
        receiveTimestamp: '2026-01-01T00:00:00Z',
        timestamp: iso(time),
      }),
  },
  'Azure Front Door': {
    isBlind: true,
    line: ({ name, ip, time, path, status }) =>
      json({
        time: iso(time),
        category: 'FrontDoorAccessLog',
        properties: {
          httpMethod: 'GET',
          requestUri: `https://a.test:443${path}`,
          responseBytes: '100',
          userAgent: agentOf(name),
          // From X-Forwarded-For, which the client may have written.
          clientIp: '192.0.2.99',
          socketIp: ip,
          timeTaken: '0.038',
          httpStatusCode: String(status),
          hostName: 'a.test',
        },
      }),
  },
  'Akamai DataStream': {
    line: ({ name, ip, time, path, status, referrer }) =>
      json({
        reqTimeSec: String(time / 1000),
        cliIP: ip,
        statusCode: String(status),
        reqHost: 'a.test',
        reqMethod: 'GET',
        reqPath: path,
        queryStr: '-',
        bytes: '100',
        UA: encodeURIComponent(agentOf(name)).replaceAll('%20', '+'),
        referer: referrer === '' ? '-' : referrer,
      }),
  },
  ECS: {
    line: ({ name, ip, time, path, status, referrer }) =>
      json({
        '@timestamp': iso(time),
        source: { address: ip, ip },
        http: {
          request: { method: 'GET', referrer },
          response: { status_code: status, body: { bytes: 100 } },
        },
        url: { original: `${path}`, path, domain: 'a.test' },
        user_agent: { original: agentOf(name) },
        event: { duration: 5_000_000 },
      }),
  },
  LTSV: {
    line: ({ name, ip, time, path, status, referrer }) =>
      `${[`time:[${local(time)}]`, `host:${ip}`, `req:GET ${path} HTTP/1.1`, `status:${status}`, 'size:100', `referer:${referrer || '-'}`, `ua:${agentOf(name)}`, 'vhost:a.test'].join('\t')}\n`,
  },
  'Nginx Proxy Manager': {
    line: ({ name, ip, time, path, status, referrer }) =>
      `[${local(time)}] - ${status} ${status} - GET https a.test "${path}" [Client ${ip}] [Length 100] [Gzip -] [Sent-to 10.0.0.9] "${agentOf(name)}" "${referrer || '-'}"\n`,
  },
  NPMplus: {
    line: ({ name, ip, time, path, status, referrer }) =>
      `[${local(time)}] a.test ${ip} 0.156 "GET ${path} HTTP/2.0" ${status} 100 440 ${referrer || '-'} ${agentOf(name)}\n`,
  },
  'Docker’s json-file': {
    line: (request) =>
      json({ log: `${combined(request)}\n`, stream: 'stdout', time: iso(request.time) }),
  },
  'docker compose logs, with colours': {
    line: (request) => `\x1b[36mweb-1  | \x1b[0m${combined(request)}\n`,
  },
  'docker compose logs --timestamps of Caddy': {
    line: ({ name, ip, time, path, status, referrer }) =>
      `caddy-1  | ${iso(time)} ${json({
        ts: time / 1000,
        logger: 'http.log.access.log0',
        request: {
          remote_addr: `${ip}:4711`,
          method: 'GET',
          host: 'a.test',
          uri: path,
          headers: { 'User-Agent': [agentOf(name)], Referer: [referrer] },
        },
        duration: 0.000_000_5,
        size: 100,
        status,
      })}`,
  },
  'kubectl logs --prefix': { line: (request) => `[pod/web-7d8/nginx] ${combined(request)}\n` },
  syslog: { line: (request) => `Nov 20 01:02:03 web1 nginx[2869]: ${combined(request)}\n` },
  'RFC 5424': {
    line: (request) =>
      `<190>1 ${iso(request.time)} web1 nginx 12 - [meta sequenceId="1"] ${combined(request)}\n`,
  },
  'journalctl -o json': { line: (request) => json({ MESSAGE: combined(request), _PID: '1' }) },
  'Google Cloud, of a container': {
    line: (request) => json({ textPayload: combined(request), timestamp: iso(request.time) }),
  },
  'a virtual host, an identity and a user': {
    line: (request) => `a.test:443 ${combined(request).replace(' - - ', ' 1j0vhgd jsmith ')}\n`,
  },
  'the address forwarded, first, as several proxies join it': {
    line: (request) => `192.0.2.99, ${combined(request)}\n`,
  },
}

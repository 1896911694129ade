/**
 * Requests of known traffic → lines of the formats that `acap report` reads.
 */
import { agentOf, type Request } from './known-traffic.ts'

/** How logs write a request; `head` is what comes first, `args` what the command has to be told. */
export interface LogFormat {
  readonly line: (request: Request) => string
  readonly head?: string
  readonly args?: readonly string[]
  /** Whether it has no referrers. */
  readonly isBlind?: boolean
}

const iso = (time: number) => new Date(time).toISOString().replace('.000', '')
export const local = (time: number) => {
  const [, day, clock] = /-(\d\d)T(.*)Z$/.exec(iso(time))!
  return `${day}/Nov/2026:${clock} +0000`
}
const combined = ({ name, ip, time, path, status, referrer }: Request) =>
  `${ip} - - [${local(time)}] "GET ${path} HTTP/1.1" ${status} 100 "${referrer || '-'}" "${agentOf(name)}"\n`
const json = (value: unknown) => `${JSON.stringify(value)}\n`

export const FORMATS: Readonly<Record<string, LogFormat>> = {
  Combined: { line: combined },
  'Combined behind a virtual host': { line: (request) => `a.test:443 ${combined(request)}` },
  'nginx as JSON': {
    line: ({ name, ip, time, path, status, referrer }) =>
      json({
        time_iso8601: iso(time),
        remote_addr: ip,
        request: `GET ${path} HTTP/2.0`,
        status: String(status),
        body_bytes_sent: '100',
        http_referer: referrer,
        http_user_agent: agentOf(name),
      }),
  },
  Caddy: {
    line: ({ name, ip, time, path, status, referrer }) =>
      json({
        ts: time / 1000,
        request: {
          client_ip: ip,
          method: 'GET',
          host: 'a.test',
          uri: path,
          headers: { 'User-Agent': [agentOf(name)], Referer: [referrer] },
        },
        size: 100,
        status,
      }),
  },
  Traefik: {
    line: ({ name, ip, time, path, status, referrer }) =>
      json({
        ClientHost: ip,
        DownstreamContentSize: 100,
        DownstreamStatus: status,
        RequestHost: 'a.test',
        RequestMethod: 'GET',
        RequestPath: path,
        StartUTC: iso(time),
        'request_User-Agent': agentOf(name),
        request_Referer: referrer,
      }),
  },
  Logpush: {
    line: ({ name, ip, time, path, status, referrer }) =>
      json({
        ClientIP: ip,
        ClientRequestHost: 'a.test',
        ClientRequestMethod: 'GET',
        ClientRequestURI: path,
        ClientRequestUserAgent: agentOf(name),
        ClientRequestReferer: referrer,
        EdgeStartTimestamp: time * 1e6,
        EdgeResponseStatus: status,
        EdgeResponseBytes: 100,
      }),
  },
  IIS: {
    head: '#Fields: date time c-ip cs-method cs-uri-stem cs(User-Agent) cs(Referer) sc-status sc-bytes\n',
    line: ({ name, ip, time, path, status, referrer }) =>
      `${iso(time).slice(0, -1).replace('T', ' ')} ${ip} GET ${path} ${agentOf(name).replaceAll(' ', '+')} ${referrer || '-'} ${status} 100\n`,
  },
  CloudFront: {
    head: '#Version: 1.0\n#Fields: date time sc-bytes c-ip cs-method x-host-header cs-uri-stem sc-status cs(Referer) cs(User-Agent)\n',
    line: ({ name, ip, time, path, status, referrer }) => {
      const [day, clock] = iso(time).slice(0, -1).split('T')
      return `${[day, clock, 100, ip, 'GET', 'a.test', path, status, referrer || '-', encodeURIComponent(agentOf(name))].join('\t')}\n`
    },
  },
  'a load balancer of AWS': {
    isBlind: true,
    line: ({ name, ip, time, path, status }) =>
      `https ${iso(time)} app/lb/1 ${ip}:4711 10.0.0.1:80 0.000 0.001 0.000 ${status} ${status} 34 100 "GET https://a.test:443${path} HTTP/1.1" "${agentOf(name)}" TLS - x\n`,
  },
  'a LogFormat of Apache': {
    args: ['--format', '%{msec}t %v %a "%r" %>s %B "%{Referer}i" "%{User-Agent}i"'],
    line: ({ name, ip, time, path, status, referrer }) =>
      `${time} a.test ${ip} "GET ${path} HTTP/1.1" ${status} 100 "${referrer || '-'}" "${agentOf(name)}"\n`,
  },
  'JSON with names of its own': {
    args: [
      'target=what',
      'userAgent=who',
      'time=when',
      'ip=where',
      'status=how',
      'bytes=much',
      'referrer=via',
    ].flatMap((map) => ['--map', map]),
    line: ({ name, ip, time, path, status, referrer }) =>
      json({
        what: path,
        who: agentOf(name),
        when: time / 1000,
        where: ip,
        how: status,
        much: 100,
        via: referrer,
      }),
  },
}

/** Requests as a log has them. */
export function logOf(
  all: readonly Request[],
  { line, head = '' }: LogFormat = FORMATS.Combined!,
): string {
  return head + all.map(line).join('')
}

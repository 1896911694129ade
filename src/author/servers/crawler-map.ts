/**
 * Writes a file by which nginx, Caddy and HAProxy tell crawlers from readers when the gate is down.
 * It uses the expressions of exports (identity/), which are exact for one site (I1, I3).
 */

import type { Bundle } from '../../program/program.ts'
import type { Row } from './expressions.ts'
import { crawlerRows, type Identify } from './identity/crawler-rows.ts'
import { SHAPES, type Shape } from './identity/header-parts.ts'
import { byShape, type HeaderTest, NamedHeaders } from './identity/named-headers.ts'
import { agentMap, caddyMap, caseless, shapeMap } from './printers/caddy.ts'

type Client = 'crawler' | 'reader'

type Programs = Pick<Bundle, 'sites' | 'registry'>

export interface ClientTest {
  readonly headers: HeaderTest
  /** Whom an absent header counts as. */
  readonly absent: Client
}

export const CRAWLER_MAPS: Readonly<Record<string, (test: ClientTest) => string>> = {
  // nginx matches no expression against an empty value.
  nginx: ({ headers, absent }) => [`"" ${absent};\n`, ...flatRows(headers).map(nginxLine)].join(''),
  caddy: caddyMaps,
  // Of headers in lower case.
  haproxy: ({ headers, absent }) =>
    [['^$', absent], ...flatRows(headers)].map((row) => `${row.join(' ')}\n`).join(''),
}

/**
 * Builds one test for several sites. Where their settings disagree, `disputed` decides. A name that
 * any policy has is a crawler.
 */
export function clientTest({ sites, registry }: Programs, disputed: Client): ClientTest {
  const identify: Identify = {
    libraries: settled(
      sites.map(({ config }) => config.identify.libraries),
      disputed,
    ),
    selfDeclared: settled(
      sites.map(({ config }) => config.identify.selfDeclared),
      disputed,
    ),
  }
  const named = sites.map((site) => new NamedHeaders(site))
  const headers = byShape((shape) => [
    ...named.flatMap((each) => each.rows(shape, true)),
    ...crawlerRows(registry, identify, shape),
  ])
  return { headers, absent: identify.libraries }
}

/** `crawler` if all sites say so, or if one does and `disputed` is `crawler`. */
function settled(clients: readonly string[], disputed: Client): Client {
  const isCrawler = (each: string) => each === 'crawler'
  const holds = disputed === 'crawler' ? clients.some(isCrawler) : clients.every(isCrawler)
  return clientOf(holds)
}

/**
 * One list of clients for all shapes, in which expressions look ahead for the shape that they count
 * in. RE2 cannot.
 */
export function flatRows(headers: HeaderTest): readonly Row<Client>[] {
  const guarded = (['device', 'browser'] as const).flatMap((shape): readonly Row[] => {
    const guard = `^${guardOf(shape)}`
    return [
      ...headers[shape].map(([expression, value]): Row => {
        return [`${guard}${anywhere(expression)}`, value]
      }),
      [guard, '0'],
    ]
  })
  return clientRows([...guarded, ...headers.plain])
}

function guardOf(shape: Shape): string {
  const ways = SHAPES.flatMap(([expression, own], i) => {
    if (own !== shape) return []
    const earlier = SHAPES.slice(0, i).filter(([, other]) => other !== shape)
    return [
      `${earlier.map(([each]) => `(?!${anywhere(each)})`).join('')}(?=${anywhere(expression)})`,
    ]
  })
  return `(?:${ways.join('|')})`
}

function anywhere(expression: string): string {
  return `${expression.startsWith('^') ? '' : '.*?'}(?:${expression})`
}

function clientOf(holds: boolean): Client {
  return holds ? 'crawler' : 'reader'
}

function clientRows(rows: readonly Row[]): readonly Row<Client>[] {
  return rows.map(([expression, value]) => [expression, clientOf(value === '1')])
}

function nginxLine([expression, client]: Row): string {
  return `"~*${expression}" ${client};\n`
}

/** Maps from the header to `{acap_client}`. */
function caddyMaps({ headers, absent }: ClientTest): string {
  // RE2 never tries again: no header is foul here.
  const shapes = Object.entries(headers).filter(([shape]) => shape !== 'foul')
  const ofShapes = shapes.map(([shape, rows]) => {
    const own = caseless(clientRows(rows))
    return caddyMap('{acap_agent}', `{acap_${shape}}`, [['^$', absent], ...own], 'reader')
  })
  // Only texts are mapped to placeholders.
  const byOne = shapes.map(([shape]) => `\t${shape} {acap_${shape}}\n`)
  return [
    agentMap('{acap_agent}'),
    shapeMap('{acap_agent}', '{acap_shape}', SHAPES),
    ...ofShapes,
    `map {acap_shape} {acap_client} {\n${byOne.join('')}}\n`,
  ].join('')
}

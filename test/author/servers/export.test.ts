/** The files are read back before they are written: a printer that opens something is found. */
import { describe, expect, test } from 'vitest'
import { exportSite } from '../../../src/author/servers/export.ts'
import type { PrintedFile } from '../../../src/author/servers/printers/printed.ts'
import { SERVER_DOORS } from '../../../src/author/servers/servers.ts'
import { readText } from '../../../src/language/site/read-site.ts'
import { knownCrawlers } from '../../../src/registry.ts'
import { siteOf } from '../../support/site-of.ts'

const registry = knownCrawlers()
const TEXT =
  'User-agent: *\nDisallow: /private/\nAllow: /private/open\n\nUser-agent: GPTBot\nDisallow: /\n'

function codesOf(server: string, alter: (text: string) => string, robots = TEXT) {
  const door = SERVER_DOORS[server]!
  const altered = {
    ...door,
    print: (...args: Parameters<typeof door.print>) =>
      door.print(...args).map((file): PrintedFile => ({ ...file, text: alter(file.text) })),
  }
  const { files, findings } = exportSite(
    { reading: readText(robots), site: siteOf(robots), registry, networks: [], now: 0 },
    altered,
    server,
    { id: '', prefix: '/etc/acap', about: () => ['a test'], tier: 'business' },
  )
  return { count: files.length, codes: findings.map(({ code }) => code) }
}

const MUTANTS: Readonly<Record<string, readonly (readonly [string, RegExp, string])[]>> = {
  nginx: [
    ['a path is open', /(private\/" )1;/, '$10;'],
    ['an Allow comes last', /("~\^\/private\/open" )0;/, '$11;'],
    ['a group refuses nobody', /(\$acap_who_0;)/, '0;'],
    ['a name has another end', /gptbot/g, 'gptbox'],
    ['robots.txt is no exception', /"~\^\/robots\[\.\]txt[^"]*" open;/, '"~^/robots" foul;'],
    ['readers are refused', /default 0;\n\t"" 1;/, 'default 1;\n\t"" 1;'],
    ['usual readers are refused', /"usual" 0;/g, '"usual" 1;'],
    ['everybody has a usual header', /~\*\^mozilla[^"]*/, '~*^.'],
    ['the condition asks something else', /if \(\$acap_refused\)/, 'if ($acap_refused_0)'],
  ],
  apache: [
    ['a path is open', /(private\/#" ACAP_CLOSED_0)=1/, '$1=0'],
    ['the condition asks something else', /<If "reqenv\('ACAP_REFUSED/, '<If "reqenv(\'ACAP_SHAPE'],
    ['a name has another end', /gptbot/g, 'gptbox'],
    ['robots.txt is no exception', /ACAP_FORM=open/, 'ACAP_FORM=foul'],
    ['everything is a form that is open', /ACAP_FORM=plain/, 'ACAP_FORM=exempt'],
    ['shapes have no rows', /ACAP_SHAPE=plain/, 'ACAP_SHAPE=other'],
  ],
  haproxy: [
    ['a path is open', /(private\/) 1/, '$1 0'],
    [
      'nobody is refused',
      /deny_status 403 if .*who_1.*\n/,
      'deny_status 403 if { var(txn.no) -m str 1 }\n',
    ],
    ['a name has another end', /gptbot/g, 'gptbox'],
    ['robots.txt is no exception', / open\n/, ' foul\n'],
    ['the agent is the target', /req\.fhdr\(User-Agent\),bytes\(0,1024\),lower/g, 'pathq'],
  ],
  caddy: [
    ['a path is open', /(private\/` )yes/, '$1no'],
    ['a clause is missing', / \|\| \{acap_form\} == "odd"/g, ' && {acap_form} == "odd"'],
    ['a name has another end', /gptbot/g, 'gptbox'],
    ['robots.txt is no exception', /` open\n/, '` foul\n'],
    ['readers are refused', /default no/g, 'default yes'],
  ],
  cloudflare: [
    ['a path is open', /\/private\/\*/g, '/privat/*'],
    ['an Allow is wider', /\/private\/open\*/g, '/private/*'],
    ['a name has another end', /gptbot/g, 'gptbox'],
    ['robots.txt is no exception', /(\\?")\/robots\.txt\\?" /g, ''],
    ['readers are refused', /http\.user_agent eq (\\?")\\?"/g, 'http.user_agent wildcard $1*$1'],
    ['what it says of a bot is an exception', / and not \(lower/g, ' and (lower'],
  ],
}

describe.each(Object.entries(MUTANTS))('%s', (server, mutants) => {
  test('is written as it is', () => {
    const { count, codes } = codesOf(server, (text) => text)
    expect(count).toBeGreaterThan(0)
    expect(codes).not.toContain('ACAP173')
  })

  test.each(mutants)('[ACAP173] is not written where %s', (_, from, to) => {
    let isAltered = false
    const { count, codes } = codesOf(server, (text) => {
      isAltered ||= from.test(text)
      return text.replace(from, to)
    })
    expect(isAltered).toBe(true)
    expect([count, codes.includes('ACAP173') || codes.includes('ACAP172')]).toEqual([count, true])
    expect(count === 0 || codes.filter((code) => code === 'ACAP172').length > 1).toBe(true)
  })
})

describe('a copied list', () => {
  const asWritten = (text: string) => text

  // Cloudflare's rules look for names alike in every header.
  test.each(Object.keys(SERVER_DOORS).filter((server) => server !== 'cloudflare'))(
    '[I1] %s: a name that is a number refuses no reader',
    (server) => {
      const robots = 'User-agent: 1\nDisallow: /\n'
      const { count, codes } = codesOf(server, asWritten, robots)
      expect(count).toBeGreaterThan(0)
      expect(codes).not.toContain('ACAP173')
    },
  )

  test('[P6] says where reserved characters close a path', () => {
    const robots = 'User-agent: *\nDisallow: /a/*%2B\nDisallow: /*design=\n'
    expect(codesOf('nginx', asWritten, robots).codes).toEqual(['ACAP172', 'ACAP175'])
    expect(codesOf('nginx', asWritten, robots.replace('*design', 'design')).codes).toEqual([
      'ACAP175',
    ])
  })
})

/** Files that we write are read back: the same decisions, or a line that says what was lost. Foreign bytes are read without a fault. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exportSite } from '../../../../src/author/servers/export.ts'
import { doorPlan } from '../../../../src/author/servers/plan.ts'
import { formOf } from '../../../../src/author/servers/read-plan.ts'
import { policyOfFile } from '../../../../src/author/servers/reading/policy-of-file.ts'
import { SERVER_DOORS } from '../../../../src/author/servers/servers.ts'
import { judge, siteContextOf } from '../../../../src/decide/judge.ts'
import { readText } from '../../../../src/language/site/read-site.ts'
import { knownCrawlers } from '../../../../src/registry.ts'
import { DoorRequests, patternsIn } from '../../../support/author/door-requests.ts'
import { runs } from '../../../support/runs.ts'
import { siteOf } from '../../../support/site-of.ts'

const registry = knownCrawlers()
const NAMES = ['unnamedbot', 'GPTBot', 'Googlebot', 'Googlebot-News']

function exported(server: string, text: string) {
  const { files } = exportSite(
    { reading: readText(text), site: siteOf(text), registry, networks: [], now: 0 },
    SERVER_DOORS[server]!,
    server,
    {
      id: '',
      prefix: '/etc/acap',
      about: () => [`Written by acap convert --to ${server} on 2026-11-28.`],
      tier: 'enterprise',
    },
  )
  return files
}

function readBack(server: string, text: string) {
  const files = exported(server, text)
  const beside = (path: string) => files.find(({ name }) => name === path)?.text ?? null
  return files.length === 0 ? null : policyOfFile(files[0]!.text, beside)
}

/** Requests that the policy and what was read back answer otherwise. */
function differences(text: string, other: string, targets: readonly string[]) {
  const [context, back] = [text, other].map((each) => siteContextOf(siteOf(each), registry, []))
  const plan = doorPlan(context!, registry, 0)
  const isClosed = (by: typeof context, target: string, userAgent: string) =>
    judge(by!, { target, userAgent, now: 0 }).outcome !== 'permitted'
  return targets
    .filter((target) => formOf(plan, target) === 'plain')
    .flatMap((target) => NAMES.map((name) => [name, target] as const))
    .filter(([name, target]) => isClosed(context, target, name) !== isClosed(back, target, name))
}

const NAMED =
  'User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n\nUser-agent: Googlebot\nDisallow: /private/\nAllow: /private/open\nDisallow: /*.pdf$\n'
const POLICY =
  'User-agent: *\nDisallow: /private/\nAllow: /private/open\nDisallow: /*.pdf$\n\nUser-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n\nUser-agent: Googlebot\nDisallow: /x\n'
const TARGETS = [
  '/',
  '/private/',
  '/private/open',
  '/private/opener',
  '/a.pdf',
  '/a.pdfx',
  '/x',
  '/y',
]

describe('what was written', () => {
  test.each([
    ...Object.keys(SERVER_DOORS).map((server) => [server, NAMED] as const),
    ['caddy', POLICY] as const,
    ['cloudflare', POLICY] as const,
  ])('for %s is read back (%j)', (server, text) => {
    const back = readBack(server, text)!
    expect(differences(text, back.text, TARGETS)).toEqual([])
    expect(back.unread).toEqual([])
    expect(back.notes.join('\n')).not.toContain('edited')
  })
})

describe('export → init --from', () => {
  test('gives the same decisions for generated policies, or says what was lost', () => {
    for (let seed = 1; seed <= runs(2, 1200); seed++) {
      const requests = new DoorRequests(seed)
      const text = requests.policy(seed % 3 === 0)
      const targets = requests.targets(patternsIn(text), 4)
      const server = Object.keys(SERVER_DOORS)[seed % 6]!
      const back = readBack(server, text)
      if (back === null) continue
      const isLost = back.notes.some((note) => note.startsWith('lost: these patterns'))
      if (!isLost) expect(differences(text, back.text, targets), `${server}\n${text}`).toEqual([])
    }
  })

  test('says that rules of Cloudflare without their text say less', () => {
    const [json, text] = exported('cloudflare', NAMED)
    const read = (beside: string | null) => policyOfFile(json!.text, () => beside)!
    expect(read(text!.text).text).toContain('User-agent: ccbot\nUser-agent: gptbot\nDisallow: /')
    expect(read(null).notes.join('\n')).toContain('lost: acap.txt')
  })

  test('calls no file edited because of what was lost', () => {
    const [file] = exported('caddy', 'ACAP-crawler: *\nACAP-disallow-crawl: /private/\n')
    const { notes } = policyOfFile(file!.text, () => null)!
    expect(notes.join('\n')).toContain('lost: these patterns match in any letter case: /private/')
    expect(notes.join('\n')).not.toContain('edited')
  })

  test('says where the expressions were edited', () => {
    const [file] = exported('caddy', NAMED)
    const edited = file!.text.replace(/^(?!#).*ccbot.*$/gm, (line) => {
      return line.replaceAll('ccbot', 'ccbox')
    })
    expect(edited).not.toBe(file!.text)
    const { notes } = policyOfFile(edited, () => null)!
    expect(notes.join('\n')).toContain('edited since it was written: the files would answer')
  })
})

describe('foreign bytes', () => {
  const WORDS =
    'if ( ) { } ; "~*a" map $http_user_agent $x set return 403 location ~ = RewriteCond %{HTTP_USER_AGENT} [NC,OR] RewriteRule - [F] <If </If> SetEnvIf User-Agent ! acl http-request deny @m header_regexp not path /a* respond { http.user_agent contains "x" and not in {"a" "b"} $HTTP["url"] =~ "\\b(" url.access-deny = ("") (?i)[a-z{2} \\ \\x \' " ` # \n \n \n'.split(
      ' ',
    )

  test('are read without a fault', () => {
    const text = fc.oneof(
      fc.array(fc.constantFrom(...WORDS), { maxLength: 40 }).map((words) => words.join(' ')),
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc
        .array(fc.constantFrom(...WORDS, 'GPTBot'), { maxLength: 40 })
        .map((words) => words.join('')),
    )
    const sign = fc.constantFrom(
      '',
      'RewriteEngine On\n',
      'if ($http_user_agent ~ x) {}\n',
      'http-request deny if TRUE\n',
      '@a path /\n',
      'http.user_agent contains ',
      '$HTTP["url"] ',
    )
    fc.assert(
      fc.property(sign, text, (first, rest) => {
        policyOfFile(first + rest, () => rest)
      }),
      {
        numRuns: runs(100, 20_000),
        examples: [
          ['RewriteEngine On\n', '__proto__'],
          ['', '$HTTP["constructor"] =~ "x" {\n'],
        ],
      },
    )
  })
})

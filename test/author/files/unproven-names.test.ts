import { describe, expect, test } from 'vitest'
import { loadSites } from '../../../src/author/files/load-site.ts'
import { checkedTogether, readFiles } from '../../../src/author/files/read-policies.ts'
import { folderWith } from '../../support/cli/acap.ts'

const LIST = '{ "prefixes": [{ "ipv4Prefix": "192.0.2.0/24" }] }'
const CLOSED = 'User-agent: *\nDisallow: /private/\n\n'

/** The names that `check` warns of, with what to do. */
function warned(files: Readonly<Record<string, string>>): readonly string[] {
  const folder = folderWith(files)
  const [site] = checkedTogether(
    loadSites(folder).map((each) => readFiles(each)),
    folder,
  )
  return site!.findings
    .filter(({ code }) => code === 'ACAP140')
    .map(({ message, help, line }) => {
      const names = /writes (.*) into a User-Agent header.* such as (`.*`)/.exec(message)!
      const advice = help!.includes('acap networks') ? 'fetch' : 'profile'
      return `${line} ${names[1]} ${names[2]} ${advice}`
    })
}

describe('[I4] a name that opens something and that nothing proves', () => {
  test.each([
    [
      'a group',
      `${CLOSED}User-agent: PartnerAI\nAllow: /\n`,
      ['4 `PartnerAI` `/private/` profile'],
    ],
    [
      'names of one group',
      `${CLOSED}User-agent: PartnerAI\nUser-agent: OtherAI\nDisallow:\n`,
      ['4 `PartnerAI` and `OtherAI` `/private/` profile'],
    ],
    [
      'one whose operator publishes its addresses',
      `${CLOSED}User-agent: Googlebot\nAllow: /\n`,
      ['4 `Googlebot` `/private/` fetch'],
    ],
    [
      'a record, also for another usage',
      'ACAP-crawler: *\nACAP-disallow-preserve: /a/\n\nACAP-crawler: LibraryBot\nACAP-allow-preserve: /a/\n',
      ['4 `LibraryBot` `/a/` profile'],
    ],
    ['one that opens nothing', `${CLOSED}User-agent: PartnerAI\nDisallow: /\n`, []],
    ['one that is as closed', `${CLOSED}User-agent: PartnerAI\nDisallow: /private/\n`, []],
    [
      'one that a comment silences',
      `${CLOSED}User-agent: PartnerAI # acap-ignore ACAP140 worth no forgery\nAllow: /\n`,
      [],
    ],
  ])('%s', (_, robots, expected) => {
    expect(warned({ 'a/robots.txt': robots })).toEqual(expected)
  })

  test('counts the category of the name as closed (I6)', () => {
    const site = 'hosts = ["a.test"]\n[categories.training]\ncrawl = false\n'
    const robots = 'User-agent: GPTBot\nAllow: /\n\nUser-agent: Googlebot\nAllow: /\n'
    expect(warned({ 'a/robots.txt': robots, 'a/site.toml': site })).toEqual([
      '1 `GPTBot` `/` fetch',
    ])
  })

  test('is none with a list, of its own name or of its operator, or with a key', () => {
    const robots = `${CLOSED}User-agent: Googlebot-Image\nAllow: /\n`
    const own = `${CLOSED}User-agent: PartnerAI\nAllow: /\n`
    for (const list of ['googlebot', 'google', 'googlebot-image'])
      expect(warned({ 'a/robots.txt': robots, [`.networks/${list}.json`]: LIST })).toEqual([])
    expect(warned({ 'a/robots.txt': own, '.networks/partnerai.json': LIST })).toEqual([])
    const profile = (text: string) => `hosts = ["a.test"]\n[crawlers.PartnerAI]\n${text}\n`
    for (const text of ['networks = ["p"]', 'signature-agents = ["https://p.example"]']) {
      const files = { 'a/robots.txt': own, 'a/site.toml': profile(text), '.networks/p.json': LIST }
      expect(warned(files)).toEqual([])
    }
  })
})

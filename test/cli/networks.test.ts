import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sourcesIn } from '../../src/author/files/policy-lists.ts'
import { ADDRESS_LISTS, type AddressList } from '../../src/crawlers/address-lists.ts'
import { acap, folderWith, PROGRAM } from '../support/cli/acap.ts'
import { runAcap } from '../support/cli/run-acap.ts'

const OLD =
  '{ "creationTime": "2026-01-01T00:00:00Z", "prefixes": [{ "ipv4Prefix": "192.0.2.0/24" }] }'
const NEW = OLD.replace('192.0.2.0', '198.51.100.0')

/** Path → what is there; everything else is not. */
async function published(lists: Readonly<Record<string, string>>): Promise<string> {
  const server = createServer(({ url }, response) => {
    const list = lists[url!]
    response.writeHead(list === undefined ? 404 : 200).end(list)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Runs beside the server, which answers in this process. */
async function networks(cwd: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [PROGRAM, 'networks', ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1' },
  })
  let out = ''
  child.stdout.on('data', (text) => (out += text))
  const [code] = await once(child, 'close')
  return { code, out }
}

describe('acap networks', () => {
  it('[I4] takes what is new, and keeps what is there where the new one cannot be had or read', async () => {
    const home = await published({
      '/a.json': NEW,
      '/b.json': OLD,
      '/broken.json': '{ "prefixes": [{ "ipv4Prefix": "x" }] }',
    })
    const sources = ['a', 'b', 'broken', 'gone'].map((name) => `${name} = "${home}/${name}.json"`)
    const lists = ['a', 'b', 'broken', 'gone'].map((name) => [
      `policies/.networks/${name}.json`,
      OLD,
    ])
    const cwd = folderWith({
      ...Object.fromEntries(lists),
      'policies/.networks/sources.toml': sources.join('\n'),
    })
    expect(await networks(cwd)).toEqual({
      code: 3,
      out: [
        'a: new',
        'b: unchanged',
        `broken: as it was; ${home}/broken.json: \`x\` is not an address prefix`,
        `gone: as it was; ${home}/gone.json: status 404`,
        '',
      ].join('\n'),
    })
    const read = (name: string) =>
      readFileSync(join(cwd, `policies/.networks/${name}.json`), 'utf8')
    expect(['a', 'b', 'broken', 'gone'].map(read)).toEqual([NEW, OLD, OLD, OLD])
  })

  it('[I4] of one site writes beside it, where lists are read', async () => {
    const home = await published({ '/a.json': NEW })
    const cwd = folderWith({
      'policies/a/robots.txt': '',
      'policies/a/site.toml': 'hosts = ["a.test"]\n',
      'policies/.networks/sources.toml': `a = "${home}/a.json"\n`,
    })
    expect(await networks(cwd, 'policies/a')).toEqual({ code: 0, out: 'a: new\n' })
    expect(readFileSync(join(cwd, 'policies/.networks/a.json'), 'utf8')).toBe(NEW)
  })

  it.each([
    ['a = "http://operator.test/list.json"', '`a` has no https URL'],
    ['"../a" = "https://operator.test/list.json"', '`../a` cannot name a file'],
    ['a = ', 'is not TOML'],
  ])('does not fetch %s', (sources, fault) => {
    const cwd = folderWith({ 'policies/.networks/sources.toml': sources })
    expect(acap(['networks'], { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining(fault),
    })
  })

  it('[I4] keeps what is there where the new list is too wide or has lost half of its ranges', async () => {
    const listOf = (...prefixes: string[]) =>
      JSON.stringify({
        ...JSON.parse(OLD),
        prefixes: prefixes.map((ipv4Prefix) => ({ ipv4Prefix })),
      })
    const had = listOf('192.0.2.0/28', '192.0.2.32/28', '192.0.2.64/28', '192.0.2.96/28')
    const home = await published({
      '/wide.json': listOf('0.0.0.0/1'),
      '/half.json': listOf('192.0.2.0/28', '192.0.2.64/28'),
      '/most.json': listOf('192.0.2.0/28', '192.0.2.64/28', '198.51.100.0/24'),
    })
    const names = ['wide', 'half', 'most']
    const cwd = folderWith({
      ...Object.fromEntries(names.map((name) => [`policies/.networks/${name}.json`, had])),
      'policies/.networks/sources.toml': names
        .map((name) => `${name} = "${home}/${name}.json"`)
        .join('\n'),
    })
    expect((await networks(cwd)).out.split('\n')).toEqual([
      `wide: as it was; ${home}/wide.json: a range is wider than /8 (IPv6: /19), so the list is refused`,
      `half: as it was; ${home}/half.json: the list has 2 of 4 ranges left; delete \`half.json\` to take it`,
      'most: new',
      '',
    ])
    const read = (name: string) =>
      readFileSync(join(cwd, `policies/.networks/${name}.json`), 'utf8')
    expect([read('wide'), read('half'), read('most') === had]).toEqual([had, had, false])
  })

  it('fetches every list that the registry knows where no configuration names others', async () => {
    const shipped = [...ADDRESS_LISTS]
    const home = await published(
      Object.fromEntries(shipped.slice(1).map(({ name }) => [`/${name}`, NEW])),
    )
    // The real addresses are not for a test to fetch.
    const lists = ADDRESS_LISTS as AddressList[]
    lists.splice(
      0,
      lists.length,
      ...shipped.map((list) => ({ ...list, url: `${home}/${list.name}` })),
    )
    onTestFinished(() => void lists.splice(0, lists.length, ...shipped))
    const folder = folderWith({ 'a/robots.txt': '' })
    const { code, out } = await runAcap(['networks', folder])
    const [missing, ...rest] = shipped.map(({ name }) => name)
    expect([code, out.split('\n')]).toEqual([
      3,
      [
        `${missing}: as it was; ${home}/${missing}: status 404`,
        ...rest.map((name) => `${name}: new`),
        '',
      ],
    ])
    const files = rest.map((name) => `${name}.json`).sort()
    expect(readdirSync(join(folder, '.networks')).sort()).toEqual(files)
    for (const file of files)
      expect(readFileSync(join(folder, '.networks', file), 'utf8')).toBe(NEW)
  })

  it('makes no folder of policies', () => {
    const { code, err } = acap(['networks', 'polices'], {
      cwd: folderWith({ 'policies/a/robots.txt': '' }),
    })
    expect([code, err]).toEqual([2, expect.stringContaining('`polices` does not exist')])
  })

  it.each([['crawlers', 'policies/.crawlers/sources.toml']])(
    'acap %s names the file that is missing, and a line that it takes',
    (name, file) => {
      const cwd = folderWith({ 'policies/a/robots.txt': '' })
      const { code, err } = acap([name], { cwd })
      expect([code, err]).toEqual([
        2,
        expect.stringContaining(`\`${file}\` does not exist: it names the lists to fetch`),
      ])
      const line = /^help: a line for each list: (.*)$/m.exec(err)![1]!
      const [source] = sourcesIn(dirname(join(folderWith({ [file]: `${line}\n` }), file)), '')
      expect(source).toMatchObject({ url: expect.stringMatching(/^https:/) })
    },
  )
})

it('[I4] explain says that a name is not checked where the list is too old to disprove it', () => {
  const cwd = folderWith({
    'policies/a/robots.txt': 'User-agent: GPTBot\n',
    'policies/.networks/gptbot.json': OLD,
  })
  const { out } = acap(['explain', 'a', '/x', '--as', 'GPTBot/1.0', '--from', '198.51.100.7'], {
    cwd,
  })
  expect(out).toContain(
    'claimed only: the list of its operator does not have this address, and is too old or faulty to disprove the name. The rules for any crawler apply, too',
  )
  const without = acap(['explain', 'a', '/x', '--as', 'GPTBot/1.0'], { cwd })
  expect(without.out).toContain('claimed only, not checked: the list of addresses is too old')
})

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readRelease } from '../../../src/program/release.ts'
import { folderWith } from '../../support/cli/acap.ts'
import { runAcap } from '../../support/cli/run-acap.ts'

const PLAIN = { env: {} }

/** A folder with two sites, and one for the store. */
function folders() {
  const policies = folderWith({
    'a/robots.txt': 'User-agent: *\nDisallow: /a/\n',
    'a/site.toml': 'hosts = ["a.test"]\n',
    'b/robots.txt': 'User-agent: *\nDisallow: /b/\n',
    'b/site.toml': 'hosts = ["b.test"]\n',
  })
  const parent = mkdtempSync(join(tmpdir(), 'acap-publish-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const to = join(parent, 'store')
  const publish = (...args: string[]) => runAcap(['publish', policies, '--to', to, ...args], PLAIN)
  return { policies, to, publish }
}

test('acap publish fills a folder, then uploads what changed, goes back and lists', async () => {
  const { policies, to, publish } = folders()
  const first = await publish()
  expect([first.code, first.err]).toEqual([0, ''])
  expect(first.out).toContain('2 of 2 sites changed: a, b\n4 values, ')
  expect(first.out).toContain('version 1 is in force\n')
  writeFileSync(join(policies, 'a/robots.txt'), 'User-agent: *\nDisallow: /changed/\n')
  expect((await publish('--dry-run')).out).toContain('version 2 would be in force')
  const second = await publish()
  expect(second.out).toContain('1 of 2 sites changed: a\n2 values, ')
  expect((await publish()).out).toContain('nothing was switched')
  const list = await publish('--list')
  expect(list.out).toMatch(/^ {5}2 {2}20\d\d-.* {2}in force\n {5}1 {2}20\d\d-.*\n$/)
  expect((await publish('--rollback', '--dry-run')).out).toMatch(
    /^would be: version 1 is in force again\n {5}1 /,
  )
  expect((await publish('--rollback')).out).toMatch(
    /^version 1 is in force again\n {5}1 .* in force\n {5}2 /,
  )
  expect((await publish('--rollback', '--version', '1')).err).toContain(
    'version 1 is in force already',
  )
  expect(readRelease(readFileSync(join(to, 'bundle')))!.current.version).toBe(1)
})

test('sites that a version no longer has are named', async () => {
  const { policies, publish } = folders()
  await publish()
  rmSync(join(policies, 'b'), { recursive: true })
  const { out } = await publish('--dry-run')
  expect(out).toContain('0 of 1 sites changed\n')
  expect(out).toContain('sites that are no longer there: b\n')
  expect(JSON.parse((await publish('--json')).out)).toMatchObject({ sites: [], removed: ['b'] })
})

test('a version is a number', async () => {
  const { publish } = folders()
  const { code, err } = await publish('--rollback', '--version', 'x')
  expect([code, err]).toEqual([
    2,
    'acap: `x` is not the number of a version\nhelp: acap publish --list\n',
  ])
})

test('a trial that ends is named, and what a rollout differs in', async () => {
  const { policies, publish } = folders()
  await publish()
  writeFileSync(join(policies, 'a/robots.txt'), 'User-agent: *\nDisallow: /changed/\n')
  await publish('--shadow')
  expect((await publish('--rollout', '10%')).out).toContain(
    '1 of 2 sites differ from version 1: a\nall values are there already\n',
  )
  expect((await publish('--rollback')).out).toMatch(
    /^ended the trial of version 2; version 1 is in force\n/,
  )
})

test('a half-written value is named and uploaded again', async () => {
  const { to, publish } = folders()
  const { uploaded } = JSON.parse((await publish('--json')).out) as { uploaded: string[] }
  for (const key of uploaded) {
    const whole = readFileSync(join(to, key))
    truncateSync(join(to, key), 100)
    const line = `missing or damaged: ${key}, of version 1\n`
    expect(await publish('--list')).toMatchObject({ code: 3, out: expect.stringContaining(line) })
    expect((await publish()).out).toContain(line)
    expect(readFileSync(join(to, key))).toEqual(whole)
    expect((await publish('--list')).code).toBe(0)
  }
  const whole = readFileSync(join(to, uploaded[0]!))
  whole[whole.length - 1]! ^= 1
  writeFileSync(join(to, uploaded[0]!), whole)
  expect((await publish()).out).toContain(`missing or damaged: ${uploaded[0]}, of version 1\n`)
})

test('no link in a store leads what is published out of it', async () => {
  const { policies, to, publish } = folders()
  const other = join(policies, 'a/robots.txt')
  const before = readFileSync(other, 'utf8')
  mkdirSync(join(to, 'versions'), { recursive: true })
  symlinkSync(other, join(to, 'versions/1'))
  expect(await publish()).toMatchObject({
    code: 2,
    err: expect.stringContaining('is a link that leaves'),
  })
  expect(readFileSync(other, 'utf8')).toBe(before)
  expect(existsSync(join(to, 'bundle'))).toBe(false)
})

test('a policy with an error is not published', async () => {
  const { policies, to, publish } = folders()
  writeFileSync(join(policies, 'a/site.toml'), 'hosts = ["a.test"]\nno-such-key = 1\n')
  expect((await publish()).code).toBe(1)
  expect(existsSync(to)).toBe(false)
})

test.each([
  [['--list', '--prune'], '--list and --prune cannot be used together'],
  [['--shadow', '--rollout', '10%'], '--shadow and --rollout cannot be used together'],
  [['--version', '3'], '--version needs --rollback'],
  [['--rollout', '0%'], '`0%` is not a share of hosts'],
  [['--rollout', 'some'], '`some` is not a share of hosts'],
  [['--list'], 'nothing was published to'],
  [['--rollback'], 'nothing was published to'],
  [['--shadow'], 'there is no version in force'],
])('%j is refused', async (args, message) => {
  const { code, err } = await folders().publish(...args)
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
})

test('a target that is no store is refused', async () => {
  const { policies } = folders()
  expect((await runAcap(['publish', policies], PLAIN)).err).toContain('missing --to')
  expect((await runAcap(['publish', policies, '--to', 'kv:'], PLAIN)).err).toContain(
    'names no binding',
  )
  for (const to of ['s3://bucket', 'https://store.test/']) {
    const { code, err } = await runAcap(['publish', policies, '--to', to], PLAIN)
    expect([code, err]).toEqual([2, expect.stringContaining('a folder, or kv:BINDING')])
  }
})

test('a version in the shadow is compared from the log, the edge’s own or that of wrangler tail', async () => {
  const line = (outcome: string, instead: string, url: string) =>
    JSON.stringify({ acap: 'shadow', version: 2, outcome, instead, url, userAgent: 'Bot/1 é' })
  const log = [
    line('prohibited', 'permitted', 'https://a.test/1'),
    line('permitted', 'permitted', 'https://a.test/2'),
    '{"acap":"request","outcome":"permitted"}',
    'a line that is no JSON, with the word shadow',
    JSON.stringify({ logs: [{ message: [line('prohibited', 'permitted', 'https://a.test/3')] }] }),
    line('reader', 'prohibited', 'https://a.test/4'),
  ].join('\n')
  const { code, out } = await runAcap(['publish', '--compare', '-'], { ...PLAIN, input: log })
  expect([code, out]).toEqual([
    0,
    `version 2: 4 requests, 3 decided otherwise
       2  permitted → prohibited
          https://a.test/1  Bot/1 é
          https://a.test/3  Bot/1 é
       1  prohibited → reader
          https://a.test/4  Bot/1 é
`,
  ])
})

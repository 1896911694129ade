/** `acap explain --batch`: the edge's whole answer for a stream of requests. */
import { describe, expect, it } from 'vitest'
import { runAcap } from '../support/cli/run-acap.ts'

const SITE = 'policies/example-news'
const READER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function explained(...lines: readonly unknown[]) {
  const input = lines.map((line) => JSON.stringify(line)).join('\n')
  const { code, out, err } = await runAcap(['explain', SITE, '--batch'], { input })
  return {
    code,
    err,
    answers: out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  }
}

describe('acap explain --batch', () => {
  it('says what the edge does with readers, exempt paths and other spellings, which decide does not', async () => {
    const { answers } = await explained(
      { url: '/private/newsroom.html', headers: { 'User-Agent': 'SearchBot1/1.0' } },
      { url: '/private/newsroom.html', headers: { 'User-Agent': READER } },
      { url: '/robots.txt', headers: { 'User-Agent': 'SearchBot1/1.0' } },
      { url: '//private%2Fnewsroom.html', headers: { 'User-Agent': 'SearchBot1/1.0' } },
      { url: '/private/newsroom.html' },
    )
    expect(answers.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['crawler', 'prohibited'],
      ['reader', 'permitted'],
      ['exempt', 'permitted'],
      ['crawler', 'prohibited'],
      ['crawler', 'prohibited'],
    ])
    expect(answers[0].decision.fields[0].text).toBe('ACAP-disallow-crawl: /private/')
  })

  it('gives each answer the id of its line', async () => {
    const { answers } = await explained({ id: 7, url: '/' }, { url: '/' }, { id: 'x', url: '/' })
    expect(answers.map(({ id }) => id)).toEqual([7, undefined, 'x'])
  })

  it('writes the object that --json prints, with the id of the line, in order', async () => {
    const asked = [
      ['/private/newsroom.html', 'SearchBot1/1.0', '192.0.2.1'],
      ['/', READER, '2001:db8::1'],
      ['/news/?b c', 'GPTBot/1.2', '203.0.113.9'],
    ] as const
    const now = '2026-01-15T12:00:00Z'
    const { code, answers } = await explained(
      ...asked.map(([url, agent, address], id) => {
        return { id, url, method: 'GET', headers: { 'user-agent': agent }, address, now }
      }),
    )
    const alone = await Promise.all(
      asked.map(async ([url, agent, address]) => {
        const options = ['--as', agent, '--from', address, '--at', now, '--json']
        return JSON.parse((await runAcap(['explain', SITE, url, ...options])).out)
      }),
    )
    expect(code).toBe(0)
    expect(answers).toEqual(alone.map((each, id) => ({ id, ...each })))
  })

  it('asks all sites where none is named', async () => {
    const input = '{"url": "https://elsewhere.test/", "headers": {}}'
    const { code, out } = await runAcap(['explain', '--batch'], { input })
    expect([code, JSON.parse(out).kind]).toEqual([0, 'unknown-host'])
  })

  it('passes hosts that no site names', async () => {
    const { answers } = await explained({ url: 'https://elsewhere.test/private/a' })
    expect(answers).toEqual([
      { site: null, kind: 'unknown-host', mode: 'off', outcome: 'permitted', decision: null },
    ])
  })

  it('names the lines that it does not understand, and goes on', async () => {
    const { code, answers, err } = await explained(
      { url: '/a', as: 'x' },
      { headers: { 'User-Agent': 'x' } },
      { url: '/a', address: '300.1.1.1' },
      { url: '/a' },
    )
    expect(code).toBe(2)
    expect(answers.map(({ error }) => error ?? 'answered')).toEqual([
      'line 1: `as` is not a member: id, url, method, headers, address, now, usage, purposes',
      'line 2: `url` is missing',
      'line 3: `300.1.1.1` is not an address',
      'answered',
    ])
    expect(err).toContain('3 of 4 lines were not understood, first line 1')
  })

  it('refuses options that the lines say', async () => {
    const { code, err } = await runAcap(['explain', SITE, '--batch', '--as', 'x'])
    expect([code, err]).toEqual([2, expect.stringContaining('--as is for one request')])
  })
})

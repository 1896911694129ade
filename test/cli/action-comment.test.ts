/**
 * The comment that the second workflow posts: of a report that somebody else's job wrote.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
// @ts-expect-error a script of the action, which has no types
import { commentOf, postReport } from '../../.github/comment/post-report.mjs'

const EVENT = {
  repository: { full_name: 'us/site' },
  workflow_run: {
    head_sha: 'abc',
    head_branch: 'patch',
    head_repository: { owner: { login: 'them' } },
  },
}

/** An API that has these pull requests and comments, and notes what is written. */
function api(pulls: readonly object[], comments: readonly object[]) {
  const calls: string[] = []
  const ask = async (method: string, path: string) => {
    calls.push(`${method} ${path.split('?', 1)[0]}`)
    return path.includes('/pulls?') ? pulls : comments
  }
  return { calls, ask }
}

describe('the comment', () => {
  it('closes its fence at its end alone, with any report', () => {
    const parts = fc.constantFrom(
      '`',
      '```',
      '~~~',
      '\n',
      '@everyone',
      '<script>',
      '<!-- acap-report -->',
      '\u001b[2J',
      'a',
    )
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 30 }), (words) => {
        const lines: string[] = commentOf(words.join('')).split('\n')
        const fence = lines[3]!.replace('text', '')
        expect(fence).toMatch(/^`{3,}$/)
        const closing = lines.findIndex((line, i) => i > 3 && line.trim().startsWith(fence))
        expect(closing).toBe(lines.length - 2)
        expect(lines.join('\n')).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/)
      }),
    )
  })

  it('is cut where GitHub would refuse it', () => {
    expect(commentOf('x'.repeat(1_000_000)).length).toBeLessThan(65_000)
  })
})

describe('posting', () => {
  const PULL = { number: 7, head: { sha: 'abc' } }

  it('adds one comment, and updates it afterwards', async () => {
    const first = api(
      [PULL],
      [{ id: 1, user: { type: 'User' }, body: '<!-- acap-report --> forged' }],
    )
    expect(await postReport('x', EVENT, first.ask)).toBe('posted to #7')
    expect(first.calls.at(-1)).toBe('POST /repos/us/site/issues/7/comments')
    const again = api([PULL], [{ id: 9, user: { type: 'Bot' }, body: '<!-- acap-report -->\nold' }])
    expect(await postReport('x', EVENT, again.ask)).toBe('updated in #7')
    expect(again.calls.at(-1)).toBe('PATCH /repos/us/site/issues/comments/9')
  })

  it('writes nothing where the pull request has moved on', async () => {
    const { calls, ask } = api([{ ...PULL, head: { sha: 'def' } }], [])
    expect(await postReport('x', EVENT, ask)).toContain('no open pull request')
    expect(calls).toEqual(['GET /repos/us/site/pulls'])
  })
})

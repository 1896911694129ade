/**
 * How much work formatting does where one field has very many qualifiers: looks at issues are counted.
 */
import { expect, it, vi } from 'vitest'
import { format } from '../../src/language/text/format.ts'
import { parse } from '../../src/language/text/tree.ts'

const counted = vi.hoisted(() => ({ looks: 0 }))

vi.mock(import('../../src/words/qualifier-issues.ts'), async (load) => {
  const grammar = await load()
  const judgeQualifiers: typeof grammar.judgeQualifiers = (...args) => {
    const reading = grammar.judgeQualifiers(...args)
    const watched = reading.issues.map(
      (issue) =>
        new Proxy(issue, {
          get: (target, member) => {
            counted.looks++
            return Reflect.get(target, member)
          },
        }),
    )
    return { ...reading, issues: watched }
  }
  return { ...grammar, judgeQualifiers }
})

it('[R9] looks at each issue of a long field a few times', () => {
  const field = `ACAP-allow-other: / ${'ref=http://x.test/ '.repeat(2_000)}`.trimEnd()
  expect(format(parse(`ACAP-crawler: *\n${field}\n`))).toContain(
    'usage-ref=http://x.test/ usage-ref=',
  )
  expect(counted.looks).toBeLessThan(2_000 * 20)
})

import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../../src/base/faults.ts'
import { askOn } from '../../src/cli/io.ts'

describe('a question at the terminal', () => {
  const asked = (typed: string) => {
    const input = new PassThrough()
    const answer = askOn(input, new PassThrough())('Which? ')
    input.write(typed)
    return answer
  }

  it('is answered by a line', async () => expect(await asked(' news \n')).toBe('news'))

  it.each([
    ['the end of the input', '\x04'],
    ['an interrupt', '\x03'],
  ])('is left by %s without a stack trace', async (_, typed) => {
    await expect(asked(typed)).rejects.toThrow(UsageError)
  })
})

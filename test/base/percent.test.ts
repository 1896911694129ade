import { expect, it } from 'vitest'
import { percent } from '../../src/base/text-table.ts'

it.each([
  [0, '0%'],
  [0.001, 'less than 1%'],
  [0.8, '80%'],
  [0.999, 'more than 99%'],
  [4 / 7 + 2 / 7 + 1 / 7, '100%'],
])('%d is %s', (share, text) => expect(percent(share)).toBe(text))

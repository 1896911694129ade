import { expect, test } from 'vitest'
import { grownRatios } from '../../bench/grown-ratios.ts'

const section = (ratio: string, faster: string) => `## A section

| answer | edge | ratio |
| --- | --- | --- |
| a page | 12 µs | ${ratio} |
| no ratio | 12 µs |  |

| rules | times faster |
| --- | --- |
| 100 | ${faster} |`

test('ratios that grew by a tenth are named, whichever way is worse', () => {
  expect(grownRatios(section('1.00', '20'), section('1.09', '19'))).toEqual([])
  expect(grownRatios(section('1.00', '20'), section('1.10', '18'))).toEqual([
    'answer a page, ratio (2): 1 → 1.1',
    'rules 100, times faster (1): 20 → 18',
  ])
  expect(grownRatios('', section('9', '1'))).toEqual([])
})

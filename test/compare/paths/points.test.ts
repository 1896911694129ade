/**
 * Where two policies are compared: of many places only the first are asked.
 */
import { expect, it } from 'vitest'
import { pointsOf } from '../../../src/compare/paths/points.ts'

it('[P3] asks of each pattern in another letter case before it asks where patterns meet', () => {
  const points = [...pointsOf(['/a*c', '/*b'])]
  const meeting = points.findIndex(({ target }) => target === '/a!wc!wb!w')
  const flipped = points.slice(0, meeting).filter(({ isFlipped }) => isFlipped)
  expect(flipped.map(({ target }) => target)).toEqual(['/Ac', '/B'])
})

/**
 * Which texts of robots.txt were in force in a window of time, to the millisecond.
 */
import { expect, it } from 'vitest'
import { policyCache } from '../../../src/author/files/load-programs.ts'
import {
  givenTexts,
  type RobotsVersion,
  servedTexts,
} from '../../../src/logs/report/robots-texts.ts'

const programOf = policyCache()
const textNamed = (name: string) => {
  return {
    name,
    hash: name,
    program: programOf(`User-agent: *\nDisallow: /${name}\n`),
    octets: null,
    until: Infinity,
  }
}
const [A, B] = [textNamed('a'), textNamed('b')]
const KNOWN = new Map([A, B].map((text) => [text.hash, text]))
const names = (versions: readonly RobotsVersion[]) =>
  versions.map(({ name, from, until }) => [name, from, until])

it.each([
  [99, 150, null],
  [100, 150, [A]],
  [150, 199, [A]],
  [150, 200, [A, B]],
  [199, 200, [A, B]],
  // From its first instant on, the next text alone is in force.
  [200, 200, [B]],
  [200, 300, [B]],
])('from %i to %i', (from, to, texts) => {
  const given = givenTexts([
    { ...B, from: 200 },
    { ...A, from: 100 },
  ])
  expect(given.between(from, to)).toEqual(texts?.map(({ program }) => program) ?? null)
})

const SERVED = [
  { time: 40, hash: 'b' },
  { time: 10, hash: 'a' },
  { time: 20, hash: 'a' },
]

it('both texts count between the last sight of one and the first of the next', () => {
  expect(names(servedTexts(SERVED, KNOWN).versions)).toEqual([
    ['a', 10, 40],
    ['b', 20, Number.POSITIVE_INFINITY],
  ])
})

it('a text that a store has in several releases behind each other is in force from the first', () => {
  const timed = [
    { ...A, from: 5, until: 15 },
    { ...A, from: 15, until: 50 },
  ]
  const { versions } = servedTexts([{ time: 20, hash: 'a' }], KNOWN, timed)
  expect(names(versions)).toEqual([['a', 5, Number.POSITIVE_INFINITY]])
})

it('a store says when one took the place of the other, if the log does not contradict it', () => {
  const timed = (at: number) => [
    { ...A, from: 5, until: 15 },
    { ...A, from: 15, until: at + 2 },
    { ...B, from: at, until: 100 },
  ]
  expect(names(servedTexts(SERVED, KNOWN, timed(30)).versions)).toEqual([
    ['a', 5, 32],
    ['b', 30, Number.POSITIVE_INFINITY],
  ])
  // The log saw the first text later than that, or the next one before.
  for (const at of [15, 41])
    expect(names(servedTexts(SERVED, KNOWN, timed(at)).versions)[1]![1]).toBe(20)
})

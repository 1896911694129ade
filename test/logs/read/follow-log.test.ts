/** A log that grows is read line by line, also where it is rotated, cut to nothing, or not there yet. */
import { appendFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { FollowedLog } from '../../../src/logs/read/follow-log.ts'
import { spoolPipe } from '../../../src/logs/read/spool-pipe.ts'
import { folderWith } from '../../support/cli/acap.ts'

function followed(text: string | null) {
  const path = join(folderWith(text === null ? {} : { log: text }), 'log')
  const lines: string[] = []
  const log = new FollowedLog(path, (line) => lines.push(line))
  const read = () => {
    while (log.read());
    return lines.splice(0)
  }
  return { path, read, log }
}

it('gives what is there, and then what comes, a line once it has ended', () => {
  const { path, read } = followed('a\nb\r\nc')
  expect(read()).toEqual(['a', 'b'])
  appendFileSync(path, 'd\ne\n')
  expect(read()).toEqual(['cd', 'e'])
  expect(read()).toEqual([])
})

it('reads the rest of a file that was rotated, and then the new one', () => {
  const { path, read } = followed('a\n')
  expect(read()).toEqual(['a'])
  appendFileSync(path, 'b\n')
  renameSync(path, `${path}.1`)
  appendFileSync(`${path}.1`, 'c\n')
  expect(read()).toEqual(['b', 'c'])
  writeFileSync(path, 'd\n')
  expect(read()).toEqual(['d'])
})

it('begins again where the file is cut to nothing', () => {
  const { path, read } = followed('a long line\nb\n')
  expect(read()).toEqual(['a long line', 'b'])
  truncateSync(path)
  appendFileSync(path, 'c\n')
  expect(read()).toEqual(['c'])
})

it('waits for a log that is not there yet, and gives more than it reads at once', () => {
  const { path, read, log } = followed(null)
  expect(read()).toEqual([])
  const lines = Array.from({ length: 200_000 }, (_, i) => `line ${i}`)
  writeFileSync(path, `${lines.join('\n')}\n`)
  expect(read()).toEqual(lines)
  log.close()
})

it('keeps no line without an end', () => {
  const { path, read } = followed('x'.repeat(3 << 20))
  expect(read()).toEqual([])
  appendFileSync(path, '\nb\n')
  expect(read()).toEqual(['', 'b'])
})

it('keeps two files of what comes through a pipe', async () => {
  const stdin = new PassThrough()
  const path = spoolPipe('-', { stdin }, 10)
  const lines: string[] = []
  const log = new FollowedLog(path, (line) => lines.push(line))
  for (const line of ['one', 'two', 'three', 'four', 'five']) {
    stdin.write(`${line}\n`)
    const last = () => {
      log.read()
      return lines.at(-1)
    }
    await expect.poll(last).toBe(line)
  }
  expect(lines).toEqual(['one', 'two', 'three', 'four', 'five'])
  log.close()
})

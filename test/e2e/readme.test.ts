/**
 * The questions that README.md asks, asked as they stand there; the answers must be the ones that it shows.
 * ACAP_WRITE_README=1 writes the real answers into it.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PACKAGE_ROOT } from '../../src/base/files/package-root.ts'
import { saySkipped } from '../support/debian.ts'
import { copyOfProject, type Served, startDevelopment, TO_START } from '../support/e2e/wrangler.ts'

const README = join(PACKAGE_ROOT, 'README.md')
const QUESTION = /^```console\n\$ (curl .*)\n([\s\S]*?)```$/gm
const hasCurl = spawnSync('curl', ['--version']).status === 0
if (!hasCurl) saySkipped('the questions of README.md need curl (apt install curl)')

const text = readFileSync(README, 'utf8')
const questions = [...text.matchAll(QUESTION)].map(([, line, answer]) => ({
  line: line!,
  answer: answer!,
}))

test('README.md asks five questions', () => expect(questions).toHaveLength(5))

describe.skipIf(!hasCurl)('the answer that README.md shows', () => {
  const { folder, remove } = copyOfProject()
  let served: Served | undefined
  beforeAll(async () => {
    served = await startDevelopment(folder)
  }, TO_START)
  afterAll(() => {
    if (process.env.ACAP_WRITE_README) writeFileSync(README, text.replace(QUESTION, answered))
    served?.stop()
    remove()
  })

  /** Runs a line in a shell, at the port at which the copy is served. */
  const ask = (line: string) => {
    const here = line.replace('curl ', `curl --connect-to ::127.0.0.1:${served!.port} `)
    return spawnSync('bash', ['-c', here], { encoding: 'utf8' }).stdout
  }

  const answered = (_: string, line: string) => `\`\`\`console\n$ ${line}\n${ask(line)}\`\`\``

  test.each(questions)('to $line', ({ line, answer }) => {
    expect(ask(line)).toBe(answer)
  })
})

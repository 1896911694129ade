/**
 * A tarball that npm packed → what is wrong with it: its size, its entries in the eyes of publint, its types in those of
 * arethetypeswrong.
 */
import { readFileSync } from 'node:fs'
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** A little more than the package is: what grows it should be seen. CodeMirror is 420 KB of it. */
const MOST_FILES = 446
const MOST_BYTES = 4_520_000

/** It is an ES module: `require` of one needs Node 20.19. Resolvers of before `exports` find nothing. */
const isExpected = (problem: Problem) =>
  problem.kind === 'CJSResolvesToESM' ||
  (problem.kind === 'NoResolution' && problem.resolutionKind === 'node10')

/** What keeps a tarball from being published; empty where nothing does. */
export async function packageFaults(path: string): Promise<string[]> {
  const tarball = new Uint8Array(readFileSync(path))
  const contents = createPackageFromTarballData(tarball)
  const files = contents.listFiles()
  const bytes = files.reduce((sum, file) => sum + Buffer.byteLength(contents.readFile(file)), 0)
  const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true })
  const checked = await checkPackage(contents)
  const problems = checked.types
    ? checked.problems.filter((each) => !isExpected(each))
    : ['it has no types']
  return [
    ...(files.length <= MOST_FILES ? [] : [`${files.length} files are more than ${MOST_FILES}`]),
    ...(bytes <= MOST_BYTES ? [] : [`${bytes} bytes are more than ${MOST_BYTES}`]),
    ...messages.map((message) => `publint: ${formatMessage(message, pkg as never)}`),
    ...problems.map((problem) => `arethetypeswrong: ${JSON.stringify(problem)}`),
  ]
}

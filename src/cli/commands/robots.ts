/** `acap robots`: a site → the robots.txt that the edge serves for it. */
import { programAt } from '../../bundle/program.ts'
import type { Run } from '../command.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import { compileSite } from '../input/load-programs.ts'
import { findSite } from '../input/load-site.ts'
import { readFiles } from '../input/read-policies.ts'
import { isStoppedByErrors, mentionFindings } from '../output/report-findings.ts'

export const robotsCommand: Run<'robots'> = ([name], options, io) => {
  const site = readFiles(findSite(name!))
  if (isStoppedByErrors([site], site.folder, io)) return EXIT.findings
  const decoder = new TextDecoder()
  const { files: served } = programAt(compileSite(site), Date.now())
  const files = served.map(({ path, text }) => ({ path, text: decoder.decode(text) }))
  if (options.json) io.json(files)
  else io.file(textOf(files, options.file ?? 'robots.txt'))
  mentionFindings([site], site.folder, io, () => false)
  return EXIT.ok
}

function textOf(files: readonly { readonly path: string; readonly text: string }[], wanted: string): string {
  const file = files.find(({ path }) => path === wanted)
  if (file !== undefined) return file.text
  throw new UsageError(`\`${wanted}\` is not served`, `served: ${files.map(({ path }) => path).join(', ')}`)
}

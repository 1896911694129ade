/** `acap robots`: prints the robots.txt that the edge serves for a site. */

import { compileSite } from '../../author/files/load-programs.ts'
import { findSite } from '../../author/files/load-site.ts'
import { mentionFindings, readSound } from '../../author/files/report-findings.ts'
import { EXIT, UsageError } from '../../base/faults.ts'
import { programAt } from '../../program/program.ts'
import type { Run } from '../command.ts'

export const robotsCommand: Run<'robots'> = ([given], options, io) => {
  const site = readSound(findSite(given!), io)
  const decoder = new TextDecoder()
  const { files: served } = programAt(compileSite(site), Date.now())
  const files = served.map(({ path, text }) => ({ path, text: decoder.decode(text) }))
  const name = options.file ?? 'robots.txt'
  const file = files.find(({ path }) => path === name)
  if (options.json) io.json(files)
  else if (file !== undefined) io.file(file.text)
  else
    throw new UsageError(
      `\`${name}\` is not served`,
      `served: ${files.map(({ path }) => path).join(', ')}`,
    )
  mentionFindings([site], site.folder, io)
  return EXIT.ok
}

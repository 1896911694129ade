/** `acap fmt`: formats robots.txt files; comments stay in place. */
import { join } from 'node:path'
import {
  DEFAULT_POLICIES,
  loadSites,
  policyBoundary,
  policyPath,
  readGiven,
} from '../../author/files/load-site.ts'
import { refuseForeignText } from '../../author/files/source-text.ts'
import { EXIT, UsageError } from '../../base/faults.ts'
import { writeFiles } from '../../base/files/write-files.ts'
import type { Io } from '../../base/io.ts'
import { readSite } from '../../language/site/read-site.ts'
import { format } from '../../language/text/format.ts'
import { parse } from '../../language/text/tree.ts'
import type { Run } from '../command.ts'

export const fmtCommand: Run<'fmt'> = async (paths, { check, json }, io) => {
  const places = paths.length > 0 ? paths.map(policyPath) : [DEFAULT_POLICIES]
  const sources = (await Promise.all(places.map((path) => sourcesAt(path, io)))).flat()
  const results = sources.map(formatted)
  const changed = results.filter((each) => each.changed)
  if (!check) {
    const files = changed.filter(({ file }) => file !== STDIN)
    writeFiles(
      files.map(({ file, text, bytes, boundary }) => ({
        path: file,
        content: text,
        before: bytes,
        boundary,
      })),
    )
  }
  if (json)
    io.json(
      results.map(({ file, changed, text }) => ({
        file,
        changed,
        ...(file === STDIN && !check && { text }),
      })),
    )
  else
    for (const { file, changed, text } of results) {
      if (file === STDIN && !check) io.file(text)
      else if (changed) io.out(`${file}\n`)
    }
  return check && changed.length > 0 ? EXIT.findings : EXIT.ok
}

/** The path that stands for standard input, whose canonical form is printed. */
const STDIN = '-'

interface Source {
  readonly file: string
  readonly bytes: Uint8Array
  readonly boundary: string | null
}

async function sourcesAt(path: string, io: Io): Promise<readonly Source[]> {
  const bytes = await readGiven(path, io)
  if (bytes !== null)
    return [{ file: path, bytes, boundary: path === STDIN ? null : policyBoundary(path) }]
  return loadSites(path).flatMap(({ site, folder, files, boundary }) => {
    const { trees } = readSite(site, files)
    const names = [...trees.keys()].filter((name) => files.has(name))
    return names.map((name) => ({ file: join(folder, name), bytes: files.get(name)!, boundary }))
  })
}

function formatted(source: Source) {
  const { file, bytes } = source
  refuseForeignText(bytes, file, 'acap fmt writes robots.txt files alone')
  const tree = parse(bytes, file)
  if (tree.source.raw !== null)
    throw new UsageError(`\`${file}\` is not UTF-8: octets would be lost`, 'save it as UTF-8')
  const text = format(tree)
  return { ...source, changed: !Buffer.from(text).equals(bytes), text }
}

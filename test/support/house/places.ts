/** Files of the source, and the places in them that a rule speaks of. */
import { lineAt, type Node, type SourceFile, sourceFiles, walk } from './source-files.ts'

export const source = sourceFiles('src')

export const tests = sourceFiles('test')

/** Everything that `find` sees in these files, as `path:line what`. */
export function places(
  files: readonly SourceFile[],
  find: (node: Node, inside: Node | null) => string | null,
): string[] {
  return files.flatMap((file) => {
    const found: string[] = []
    const look = (node: Node, inside: Node | null) => {
      const what = find(node, inside)
      if (what !== null) found.push(`${file.path}:${lineAt(file, node.start)} ${what}`)
    }
    for (const statement of file.body) walk(statement, look)
    return found
  })
}

/** Files of one or more folders of src. */
export function inFolders(...folders: string[]): SourceFile[] {
  return source.filter(({ path }) => folders.some((folder) => path.startsWith(`src/${folder}/`)))
}

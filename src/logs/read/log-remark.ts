/** Reads a W3C log's first line `#Remark: TEXT`, which pages show before the numbers. */
import { closeSync, openSync, readSync, statSync } from 'node:fs'

const LONGEST = 1024

/** Null where no log begins with one. What can be read only once is not looked into. */
export function remarkOf(paths: readonly string[]): string | null {
  for (const path of paths) {
    if (path === '-' || !statSync(path, { throwIfNoEntry: false })?.isFile()) continue
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(LONGEST)
      const text = bytes.toString('utf8', 0, readSync(file, bytes))
      const remark = /^#Remark: (.+)/.exec(text)
      if (remark !== null) return remark[1]!
    } finally {
      closeSync(file)
    }
  }
  return null
}

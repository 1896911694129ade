/**
 * A file below docs/ → a code block of a page, under a link to the file. Tests run the file; the page shows it.
 */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** What the block is, by the end of the file's name. */
const LANGUAGES: Readonly<Record<string, string>> = {
  conf: 'nginx',
  Caddyfile: 'caddyfile',
  cfg: 'haproxy',
  lua: 'lua',
  yaml: 'yaml',
  yml: 'yaml',
  service: 'ini',
  js: 'js',
}

/** The file of a path below docs/. */
export function includedFile(path: string): string {
  const language = LANGUAGES[path.slice(path.search(/[^./]*$/))]
  if (language === undefined) throw new Error(`docs/${path}: no language for this kind of file`)
  const text = readFileSync(join(import.meta.dirname, '..', path), 'utf8')
  return `[${basename(path)}](${path}):\n\n\`\`\`${language}\n${text}\`\`\``
}

/** Two policies, and what `acap diff` says of files. */
import { acap, folderWith } from './acap.ts'

export const OLD =
  'User-agent: *\nDisallow: /private/\n\nACAP-crawler: Bot\nACAP-allow-present-snippet: / max-length=20-words\n'
export const OPEN = OLD.replace('/private/', '/private/x')
export const site = (folder: string, name: string, robots: string) => ({
  [`${folder}/${name}/robots.txt`]: robots,
  [`${folder}/${name}/site.toml`]: `hosts = ["${name}.test"]\n`,
})

export const diff = (
  files: Readonly<Record<string, string | Uint8Array>>,
  ...args: readonly string[]
) => {
  const cwd = folderWith(files)
  return { cwd, ...acap(['diff', ...args], { cwd }) }
}

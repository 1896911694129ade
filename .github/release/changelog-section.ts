/**
 * CHANGELOG.md and a version → the file with what is unreleased as that version's section, and the section's text.
 */

const UNRELEASED = /^## Unreleased\n(.*?)(?=^## |$(?![\s\S]))/ms

/** @throws Error where nothing is unreleased. */
export function releasedChangelog(
  text: string,
  version: string,
  date: string,
): { changelog: string; notes: string } {
  const notes = UNRELEASED.exec(text)?.[1]?.trim() ?? ''
  if (notes === '') throw new Error('CHANGELOG.md has nothing below `## Unreleased`')
  const changelog = text.replace(
    UNRELEASED,
    () => `## Unreleased\n\n## ${version} - ${date}\n\n${notes}\n\n`,
  )
  return { changelog: `${changelog.trimEnd()}\n`, notes: `${notes}\n` }
}

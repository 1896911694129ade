/**
 * A site and a file of it → the name of the download, and what its author does with it.
 */

/** The last part of the path after the site's name: downloads of several sites lie in one folder. */
export function downloadName(site: string, path: string): string {
  const file = path.split('/').at(-1)!
  return site === '' ? file : `${site}-${file}`
}

/** What to do with a download; code between backticks. */
export function downloadHelp(site: string): string {
  const folder = site === '' ? 'a folder of its own in `policies`' : `the folder \`${site}\` of your policies`
  return `Put each download into ${folder}, under its name in the tab. Run \`npx --no-install acap check\`, then build or deploy. \`npx --no-install acap diff OLD NEW\` shows what changes between two folders.`
}

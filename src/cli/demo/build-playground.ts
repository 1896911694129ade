/**
 * `npm run build:playground`: writes the desk as static files to dist/playground, with the
 * example's policy and made-up log.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveDemoDesk } from './demo-desk.ts'

const BUILT = 'dist/explorer'
const PLACE = 'dist/playground'
/** Files to copy from the desk; the playground's own files are already there. */
const FILES = ['explorer.css', 'icon.svg']
/** What the server says elsewhere. */
const ANSWERS = ['sites.json', 'templates.json', 'report.json', 'crawlers.json', 'findings.json']
/** A host of static files sends no header of its own. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-playground'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"

for (const name of FILES) cpSync(join(BUILT, name), join(PLACE, name))
const page = readFileSync(join(BUILT, 'index.html'), 'utf8')
  .replace('<html lang="en">', '<html lang="en" data-alone>')
  .replace(
    '<meta charset="utf-8">',
    `<meta charset="utf-8">\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}">\n    <meta name="referrer" content="no-referrer">`,
  )
  .replace('nonce=""', 'nonce="playground"')
  .replace('src="main.js"', 'src="playground.js"')
  .replace('Nothing is written to disk until you save.', 'A playground: nothing leaves this page.')
writeFileSync(join(PLACE, 'index.html'), page)
const { home, close } = await serveDemoDesk(Date.now())
for (const name of ANSWERS)
  writeFileSync(join(PLACE, name), await (await fetch(home + name)).text())
close()

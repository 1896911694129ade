/**
 * The project that `acap init --worker` wrote → the text that says so, and what to type next.
 */
import { columns } from '../command.ts'

const ABOUT: Readonly<Record<string, string>> = {
  'wrangler.toml': 'the Worker; name your zone in `routes` before you deploy',
  'src/worker.ts': 'its code: the compiled policies in front of the site',
  'test/worker.test.mjs': 'asks the Worker as readers and crawlers do',
  '.github/workflows/policies.yml': 'checks every change, deploys what is merged',
  '.dev.vars.example': 'another origin for `npm start`',
  '.gitignore': 'what is built or installed',
}

const NEXT = [
  ['npm install', 'acap and wrangler'],
  ['npm test', 'findings, cases, and the Worker'],
  ['npm start', 'the Worker in front of your site, on localhost'],
  ['npm run deploy', 'once wrangler.toml names your zone'],
] as const

/** The oldest version of Node that wrangler runs in; acap itself runs in older ones. */
export const WRANGLER_NODE = '22.12'

/** The report; `source` is where the project gets acap from, `node` the version that runs. */
export function starterReport(files: readonly string[], source: string, node = process.versions.node): string {
  const about = files.map((file) => [file, ABOUT[file] ?? `acap-edge comes from ${source}`] as const)
  const note = /^file:(?!\.\.)/.test(source) || !source.startsWith('file:') ? '' : OUTSIDE
  return `Wrote, for a Worker\n${columns(about)}${note}\nNext, here\n${columns(NEXT)}${isOlder(node) ? tooOld(node) : ''}`
}

function isOlder(node: string): boolean {
  return node.localeCompare(WRANGLER_NODE, 'en', { numeric: true }) < 0
}

/** The package `node` is Node itself, for the scripts of one project. */
function tooOld(node: string): string {
  return `
Note
  \`npm start\` and \`npm run deploy\` need Node ${WRANGLER_NODE} or newer, because wrangler does; this is ${node}. Install one
  from https://nodejs.org/, or for this project alone: npm install --save-dev node@24
`
}

const OUTSIDE = `\nThat is a file outside this folder, which a workflow will not find: copy it here and name it in package.json.\n`

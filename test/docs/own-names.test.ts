/**
 * No text, message or generated file has a user run or install a package by a name that this project does not own: a stranger
 * could register `acap`, and would run on the user's machine. The installed command is `npx --no-install acap`.
 */
import { readFileSync } from 'node:fs'
import { expect, it, test } from 'vitest'
import { filesBelow, PACKAGE_ROOT } from '../../src/base/files/package-root.ts'

/** Commands of others that are meant. */
const OTHERS = new Set(['wrangler', 'vitest', 'node'])
const RUN =
  /\b(?:npx|bunx|(?:pnpm|yarn) dlx|npm (?:exec|create|init))((?: +-[-\w=]+)*) +([a-z@][\w@./-]*)/g
const INSTALL =
  /\b(?:npm (?:i|install|add)|(?:pnpm|yarn|bun|deno) add)(?: +-[-\w=]+)* +(?:npm:)?acap(?:-edge)?\b(?![-\w./]*\.tgz)/g

/** What would run or install a package of a stranger's. */
function strangers(text: string): string[] {
  const run = [...text.matchAll(RUN)].filter(([, options = '', name = '']) => {
    return !OTHERS.has(name) && !options.includes('--no-install')
  })
  return [...run, ...text.matchAll(INSTALL)].map(([command]) => command)
}

const FOLDERS = ['src', 'docs', '.github', '.ci', 'policies', 'template']
const FILES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'action.yml',
  'package.json',
  'wrangler.toml',
]

it('no text of the project runs or installs a package of a stranger', () => {
  const files = [
    ...FILES,
    ...FOLDERS.flatMap((folder) =>
      filesBelow(`${PACKAGE_ROOT}/${folder}`).map((path) => `${folder}/${path}`),
    ),
  ]
  expect(files.length).toBeGreaterThan(300)
  expect(
    files.flatMap((path) =>
      strangers(readFileSync(`${PACKAGE_ROOT}/${path}`, 'utf8')).map((each) => `${path}: ${each}`),
    ),
  ).toEqual([])
})

test.each([
  ['npx acap check', 1],
  ['npx --yes acap-edge init', 1],
  ['pnpm dlx acap', 1],
  ['npm create acap-site', 1],
  ['npm install acap-edge', 1],
  ['bun add acap-edge', 1],
  ['npx --no-install acap check', 0],
  ['npx wrangler dev', 0],
  ['npm install ./acap-edge-0.1.0.tgz', 0],
])('`%s` names %d packages of strangers', (text, count) => {
  expect(strangers(text)).toHaveLength(count)
})

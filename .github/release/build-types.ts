/**
 * src/ → the declarations in dist/lib: those that the entries of package.json lead to, and no others.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const LIBRARY = resolve('dist/lib')

function declarations(): string[] {
  if (!existsSync(LIBRARY)) return []
  const files = readdirSync(LIBRARY, { recursive: true, encoding: 'utf8' })
  return files.filter((path) => path.endsWith('.d.ts')).map((path) => join(LIBRARY, path))
}

const REFERENCE = /((?:from |import\()['"])(\.[^'"]*)\.ts(?=['"])/g

/** Data is bundled into the code, so the package has no such file; its keys are names. */
const DATA = /^import (\w+) from '\.[^']*\.json'.*$/gm

/** Where a comment names a rule, editors show the page that has it. */
const RULE = /^(\s*\/?\*.*?\()(?=[A-Z]\d{1,2}[-,)])/gm

/** Adds the declarations that one leads to, itself included. tsc names them as the source does; resolvers look for `.js`. */
function reach(file: string, known: Set<string>): void {
  if (known.has(file)) return
  known.add(file)
  const text = readFileSync(file, 'utf8')
  const declared = text.replace(DATA, 'declare const $1: Readonly<Record<string, unknown>>;')
  writeFileSync(file, declared.replace(REFERENCE, '$1$2.js').replace(RULE, '$1docs/semantics.md, '))
  for (const [, , path] of text.matchAll(REFERENCE))
    reach(resolve(dirname(file), `${path}.d.ts`), known)
}

for (const file of declarations()) rmSync(file)
execFileSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' })
const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
const entries = new Set(JSON.stringify(exports).match(/[^"]*\.d\.ts/g))
const wanted = new Set<string>()
for (const entry of entries) reach(resolve(entry), wanted)
for (const file of declarations()) if (!wanted.has(file)) rmSync(file)

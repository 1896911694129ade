/** The page's chunks have their hashes for names: removes those that nothing in the folder loads any more. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = 'dist/explorer'
const START = ['main.js', 'background-worker.js']

const textOf = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
const loaded = new Set(START)
for (const name of loaded)
  for (const [chunk] of textOf(name).matchAll(/chunk-[A-Z0-9]+\.js/g)) loaded.add(chunk)
for (const name of readdirSync(FOLDER))
  if (name.startsWith('chunk-') && !loaded.has(name)) rmSync(join(FOLDER, name))

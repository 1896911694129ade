/**
 * The files of src/crawlers/data → src/crawlers/records.ts, which imports each: a module cannot list a folder in a browser.
 */
import { readdirSync } from 'node:fs'

const FOLDER = `${import.meta.dirname}/../../src/crawlers/data`

export function crawlerRecords(): string {
  const names = readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ''))
  const imports = names.sort().map((name) => {
    return `import ${identifier(name)} from './data/${name}.json' with { type: 'json' }\n`
  })
  return `/** The record of each operator, in the order of their files. Generated from src/crawlers/data by \`npm run docs\`. */
${imports.join('')}import type { OperatorRecord } from './operator-record.ts'

export const RECORDS: readonly OperatorRecord[] = [
${names.map((name) => `  ${identifier(name)},\n`).join('')}]
`
}

function identifier(name: string): string {
  const camel = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  return /^\d/.test(camel) ? `_${camel}` : camel
}

/**
 * The files of src/crawlers/data → src/crawlers/records.ts, which imports each: a module cannot list a folder in a browser. And
 * what is made of them for entries that carry no records.
 */
import { readdirSync, readFileSync } from 'node:fs'
import type { OperatorRecord } from '../../src/crawlers/operator-record.ts'

const FOLDER = `${import.meta.dirname}/../../src/crawlers/data`

export function crawlerRecords(): string {
  const names = readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ''))
  const imports = names.sort().map((name) => {
    return `import ${identifier(name)} from './data/${name}.json' with { type: 'json' }\n`
  })
  return `/**
 * The record of each operator, in the order of their files. Generated from src/crawlers/data by
 * \`npm run docs\`.
 */
${imports.join('')}import type { OperatorRecord } from './operator-record.ts'

export const RECORDS: readonly OperatorRecord[] = [
${names.map((name) => `  ${identifier(name)},\n`).join('')}]
`
}

/** The families of product tokens alone: what the small engine of robots.txt needs of the records. */
export function tokenFamilies(): string {
  const records = readdirSync(FOLDER)
    .sort()
    .map((file) => JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as OperatorRecord)
  const families = records
    .flatMap(({ families: own = [] }) => own)
    .map(({ name, members, hyphenated = [] }) => [name, [...members, ...hyphenated].join(' ')])
  return `${JSON.stringify(Object.fromEntries(families), null, 2)}\n`
}

function identifier(name: string): string {
  const camel = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  return /^\d/.test(camel) ? `_${camel}` : camel
}

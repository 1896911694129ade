import type { Plugin } from 'esbuild'

/** The tables of crawlers are built in as values: an entry carries those that it uses, and no record of an operator. */
export const finishedTables: Plugin = {
  name: 'finished tables',
  setup({ onLoad }) {
    onLoad({ filter: /src\/crawlers\/tables\.ts$/ }, async ({ path }) => {
      const tables = Object.entries(await import(path))
      return {
        contents: tables
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
          .join(''),
      }
    })
  },
}

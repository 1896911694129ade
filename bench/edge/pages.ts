/**
 * The pages that the benchmarks of edge and gate ask for.
 */
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes a folder of pages of three sizes, and a picture. */
export function makePages(): string {
  const root = mkdtempSync(join(tmpdir(), 'acap-bench-'))
  chmodSync(root, 0o755)
  const head =
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>A page</title>\n</head>\n<body>\n'
  for (const folder of ['plain', 'tagged']) {
    mkdirSync(join(root, folder), { mode: 0o755 })
    for (const [name, size] of [
      ['1k', 1000],
      ['60k', 60_000],
      ['1m', 1_000_000],
    ] as const) {
      const rows = [
        '<p class="a">A paragraph with <a href="/plain/1k.html">a link</a> and some text.</p>\n',
      ]
      writeFileSync(
        join(root, folder, `${name}.html`),
        head + rows[0]!.repeat(Math.ceil((size - head.length) / rows[0]!.length)),
      )
    }
    writeFileSync(join(root, folder, '1k.png'), Buffer.alloc(1000, 7))
  }
  return root
}

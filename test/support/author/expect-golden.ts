/** A text beside its golden file, which `UPDATE_GOLDEN=1` writes again. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'

export function expectGolden(path: string, text: string): void {
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path, text)
  expect(text, `${path}; if this is as it should be, run with UPDATE_GOLDEN=1`).toBe(
    existsSync(path) ? readFileSync(path, 'utf8') : 'no such golden file',
  )
}

/**
 * The words that the page explains: those of docs/glossary.md, every usage and every category.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PACKAGE_ROOT } from '../../src/cli/package-root.ts'
import { GLOSSARY } from '../../src/explorer/words.ts'

it('the page explains its words as the glossary does', () => {
  const glossary = readFileSync(join(PACKAGE_ROOT, 'docs', 'glossary.md'), 'utf8')
  for (const [word, meaning] of GLOSSARY) expect(glossary).toContain(`| **${word}** | ${meaning} |`)
})

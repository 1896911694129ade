/**
 * What the documents show of wrangler: command lines as far as they go without an account, and configuration.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { commandsOf } from '../support/console-blocks.ts'
import { copyOfProject, wrangler } from '../support/e2e-wrangler.ts'
import { documents, partsOf, textOf } from '../support/markdown.ts'
import { someOf } from '../support/runs.ts'

const commands = documents().flatMap(commandsOf)
const rowsOf = (begins: RegExp) =>
  commands
    .filter(({ command }) => begins.test(command))
    .map(({ document, line, command }) => [`${document}:${line}`, command] as const)

describe('wrangler', () => {
  const { folder, remove } = copyOfProject()
  afterAll(remove)

  /** Words of a command line, quotes taken off. */
  const wordsOf = (command: string) =>
    [...command.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([word]) => word.replaceAll('"', '')).slice(2)

  test.each(someOf(rowsOf(/^npx wrangler /), 2))('%s: %s has these options', (_place, command) => {
    const words = wordsOf(command)
    const { code, text } = wrangler(
      folder,
      ...words.filter((word) => !word.startsWith('-')),
      '--help',
    )
    expect(code, text).toBe(0)
    for (const option of words.filter((word) => word.startsWith('--')))
      expect(text).toContain(option.split('=')[0])
  })

  test('takes the configuration that docs/deploy.md shows, and has a bundle put into its own KV', () => {
    const [routes = '', ...tables] = partsOf(textOf('docs/deploy.md')).flatMap((part) =>
      part.kind === 'fence' && part.path === 'wrangler.toml' ? [part.lines.join('\n')] : [],
    )
    const file = join(folder, 'wrangler.toml')
    writeFileSync(file, [routes, readFileSync(file, 'utf8'), ...tables].join('\n'))
    execFileSync(process.execPath, ['dist/acap.js', 'build'], { cwd: folder, stdio: 'pipe' })
    const put = rowsOf(/^npx wrangler kv key put /)[0]![1].replace('--remote', '--local')
    const stored = wrangler(folder, ...wordsOf(put))
    expect(stored.code, stored.text).toBe(0)
    const deployed = wrangler(folder, 'deploy', '--dry-run', '--env=')
    expect(deployed.code, deployed.text).toBe(0)
    expect(deployed.text).not.toContain('Unexpected fields')
    for (const name of ['POLICIES', 'DECISIONS']) expect(deployed.text).toContain(`env.${name}`)
  })
})

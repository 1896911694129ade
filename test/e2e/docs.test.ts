/**
 * What the documents show of Workers: one with an HTMLRewriter of its own; and of wrangler, command lines as far as they go
 * without an account, and configuration.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { bundleOf } from '../support/bundle.ts'
import { copyOfProject, wrangler } from '../support/e2e/wrangler.ts'
import { bundleWorker, freePort, startServices } from '../support/edge/workerd.ts'
import { commandsOf } from '../support/house/console-blocks.ts'
import { documents, partsOf, textOf } from '../support/house/markdown.ts'
import { startOrigin } from '../support/node-origin.ts'
import { someOf } from '../support/runs.ts'
import { POLICY, TAGS } from '../support/tagging-policy.ts'

const commands = documents().flatMap(commandsOf)
const rowsOf = (begins: RegExp) =>
  commands
    .filter(({ command }) => begins.test(command))
    .map(({ document, line, command }) => [`${document}:${line}`, command] as const)

test('docs/library.md has a Worker with an HTMLRewriter of its own, which puts terms on pages', async () => {
  const sample = partsOf(textOf('docs/library.md')).flatMap((part) =>
    part.kind === 'fence' && part.lines.some((line) => line.includes('termsOf('))
      ? [part.lines]
      : [],
  )
  const folder = mkdtempSync(join(tmpdir(), 'acap-sample-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const entry = join(folder, 'worker.ts')
  writeFileSync(entry, sample.map((lines) => lines.join('\n')).join('\n'))
  const origin = await startOrigin((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<html><head><title>a</title></head><body><img src=b>c</body></html>')
  })
  onTestFinished(origin.stop)
  const policies = await bundleOf({ site: POLICY }, { known: { TestBot: 'search' } })
  // Its class is what the configuration of test Workers names.
  const script = `${await bundleWorker(entry)}\nexport class Pacer {}`
  const port = await freePort()
  const worker = await startServices(
    { sample: { script, policies, port, fetchesOrigin: true } },
    { origin: new URL(origin.url).host },
  )
  onTestFinished(worker.stop)
  const ask = (path: string) =>
    fetch(worker.url + path, { headers: { 'user-agent': 'TestBot/1.0' } })
  const page = await ask('/a')
  expect(page.headers.get('link')).toContain('rel="describedby"')
  expect(await page.text()).toBe(`<html><head><title>a</title>${TAGS}</head><body>c</body></html>`)
  expect((await ask('/private/a')).status).toBe(403)
})

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

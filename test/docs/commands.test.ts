/**
 * Every command line in the documents is run: those of `acap` here, in a copy of what a checkout holds; those that need
 * the edge or wrangler under test/e2e/. A document's commands follow on each other.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { PROGRAM } from '../support/cli/acap.ts'
import { copyPolicies } from '../support/example-policies.ts'
import { commandsOf, fits, type ShownCommand } from '../support/house/console-blocks.ts'
import { documents, type Fence, partsOf, textOf } from '../support/house/markdown.ts'

const SCRIPTS: Readonly<Record<string, string>> = JSON.parse(
  readFileSync('package.json', 'utf8'),
).scripts

/** What is run elsewhere: by whom. */
const ELSEWHERE: readonly { readonly what: RegExp; readonly where: string }[] = [
  { what: /^README\.md: curl /, where: 'test/e2e/readme.test.ts' },
  { what: /^docs\/crawlers\.md: /, where: 'test/docs/crawlers.test.ts' },
  { what: /: npx --no-install acap audit /, where: 'test/cli/audit.test.ts' },
  { what: /: npx wrangler /, where: 'test/e2e/docs.test.ts' },
  { what: /: npx --no-install acap publish /, where: 'test/e2e/publish.test.ts, test/cli/store/' },
  { what: /: npx --no-install acap networks$/, where: 'test/cli/networks.test.ts' },
  { what: /: npx --no-install acap crawlers(?: --write)?$/, where: 'test/cli/crawlers.test.ts' },
  { what: /: npx vitest run /, where: 'this very run' },
  { what: /: npm (?:ci|test|start)\b/, where: '.ci/run, test/e2e/start.test.ts' },
]

const isElsewhere = ({ document, command }: ShownCommand) =>
  ELSEWHERE.some(({ what }) => what.test(`${document}: ${command}`))
const isAcap = (each: ShownCommand) =>
  /(?:^|\s)npx --no-install acap /.test(each.command) && !isElsewhere(each)

/** The line of the lists' ages, which is another one every day. */
const AGES = /^lists of crawlers: .*\n/m

/** A folder with the policies of the project and the files a document shows, where `npx --no-install acap` is this project's. */
class Sandbox {
  readonly folder = mkdtempSync(join(tmpdir(), 'acap-docs-'))
  readonly #bin = join(this.folder, '.bin')
  /** Files that the document shows, until the reader has come to them. */
  #ahead: readonly Fence[]

  constructor(document: string) {
    copyPolicies(join(this.folder, 'policies'))
    mkdirSync(this.#bin)
    writeFileSync(
      join(this.#bin, 'npx'),
      `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`,
    )
    chmodSync(join(this.#bin, 'npx'), 0o755)
    this.#ahead = partsOf(textOf(document)).filter((part) => part.kind === 'fence')
  }

  /** What a command prints, on both streams, and how it ends. */
  run({ command, line }: ShownCommand): { readonly code: number | null; readonly output: string } {
    for (const file of this.#ahead.filter((each) => each.line < line)) this.#write(file)
    this.#ahead = this.#ahead.filter((each) => each.line > line)
    const { status, stdout } = spawnSync('sh', ['-c', `{ ${command}\n} 2>&1`], {
      cwd: this.folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${this.#bin}:${process.env.PATH}`, NO_COLOR: '1', TZ: 'UTC' },
    })
    return { code: status, output: stdout.replace(AGES, '') }
  }

  #write({ path, lines }: Fence): void {
    // A name in capitals stands for the reader's own.
    if (path === null || path.includes('/SITE/')) return
    mkdirSync(dirname(join(this.folder, path)), { recursive: true })
    writeFileSync(join(this.folder, path), `${lines.join('\n')}\n`)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

const shown = documents().map((document) => [document, commandsOf(document)] as const)

describe.each(shown.filter(([, commands]) => commands.some(isAcap)))('%s', (document, commands) => {
  const sandbox = new Sandbox(document)
  afterAll(() => sandbox.remove())

  it.each(commands.filter(isAcap).map((each) => [each.line, each.command, each] as const))(
    'line %i: %s',
    (_line, _command, each) => {
      const { code, output } = sandbox.run(each)
      if (each.shown === null) expect(code, output).toBe(0)
      else if (!fits(output, each.shown)) expect(output).toBe(`${each.shown.join('\n')}\n`)
    },
  )
})

describe('all documents', () => {
  const all = shown.flatMap(([, commands]) => commands)

  it('show commands', () => {
    expect(all.filter(isAcap).length).toBeGreaterThan(3)
  })

  it('show no command that no test runs', () => {
    const others = all.filter((each) => !isAcap(each) && !isElsewhere(each))
    const unknown = others.filter(
      ({ command }) => SCRIPTS[/^npm run (\S+)$/.exec(command)?.[1] ?? ''] === undefined,
    )
    expect(unknown.map(({ document, line, command }) => `${document}:${line}: ${command}`)).toEqual(
      [],
    )
  })
})

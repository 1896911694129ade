/**
 * `template/`, which the button of README.md deploys, is what `acap init --worker` writes, and depends on this package.
 * `UPDATE_TEMPLATE=1 npx vitest run --project node test/cli/template.test.ts` writes it again.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { deployButton } from '../../docs/generate/deploy-button.ts'
import { filesBelow, PACKAGE_ROOT, packageVersion } from '../../src/base/files/package-root.ts'
import { acap } from '../support/cli/acap.ts'

const TEMPLATE = join(PACKAGE_ROOT, 'template')
/** Hidden files that are part of it. */
const HIDDEN = ['.dev.vars.example', '.github/workflows/policies.yml', '.gitignore']

function filesOf(folder: string): Readonly<Record<string, string>> {
  const paths = [...filesBelow(folder), ...HIDDEN]
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}

it('is what `acap init --worker` writes', () => {
  // Beside this package, so that the project depends on it by the same path.
  const folder = mkdtempSync(join(PACKAGE_ROOT, '.template-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  expect(acap(['init', '--worker'], { cwd: folder })).toMatchObject({ code: 0 })
  if (process.env.UPDATE_TEMPLATE) {
    rmSync(TEMPLATE, { recursive: true, force: true })
    mkdirSync(TEMPLATE)
    cpSync(folder, TEMPLATE, { recursive: true })
  }
  const { 'package.json': manifest, ...files } = filesOf(TEMPLATE)
  const { 'package.json': written, ...others } = filesOf(folder)
  expect(files).toEqual(others)
  // A release depends on itself as it is published: the button copies this folder alone.
  expect(manifest!.replace(`"^${packageVersion()}"`, '"file:.."')).toEqual(written)
  const { cloudflare } = JSON.parse(manifest!)
  expect(Object.keys(cloudflare.bindings)).toEqual(['PACE', 'ORIGIN_URL'])
})

it('has a button once the repository has an address', () => {
  expect(deployButton(null)).not.toContain('http')
  expect(deployButton('https://code.test/o/n')).toMatch(
    /\?url=https:\/\/code\.test\/o\/n\/tree\/main\/template\)$/,
  )
})

/** The package as npm would publish it, installed into a project of somebody else's, with programs that use it. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../../src/base/files/package-root.ts'
import {
  APP,
  BUNDLED,
  NODE,
  PLAIN,
  READER,
  REQUIRED,
  RESOLUTIONS,
  SERVER,
  STRICT,
} from './package-programs.ts'

const TSCONFIG = {
  compilerOptions: {
    module: 'nodenext',
    target: 'es2023',
    strict: true,
    exactOptionalPropertyTypes: true,
    lib: ['es2023'],
    types: [join(PACKAGE_ROOT, 'node_modules', '@cloudflare', 'workers-types')],
  },
}

/** Runs a program in the project; what it said is what the test shows where it fails. */
export function runIn(project: string, command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: project, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stdout}${stderr}`)
  return stdout
}

/** Installs packages into the project, and runs nothing of theirs. */
export function installIn(project: string, ...packages: readonly string[]): void {
  const quiet = ['--silent', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts']
  runIn(project, 'npm', 'install', ...quiet, ...packages)
}

/** The folder of a project that has the package. */
export function packageProject(): string {
  const project = mkdtempSync(join(tmpdir(), 'acap-project-'))
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', project], {
    cwd: PACKAGE_ROOT,
  })
  const [tarball] = readdirSync(project)
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ name: 'shop', private: true, type: 'module' }),
  )
  installIn(project, `./${tarball}`)
  for (const [name, text] of Object.entries({
    'app.ts': APP,
    'reader.ts': READER,
    'plain.ts': PLAIN,
    'bundled.ts': BUNDLED,
    'node.ts': NODE,
    'server.ts': SERVER,
    'required.cjs': REQUIRED,
  })) {
    writeFileSync(join(project, name), text)
  }
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ ...TSCONFIG, files: ['app.ts', 'reader.ts'] }),
  )
  writeFileSync(join(project, 'plain.json'), JSON.stringify({ ...STRICT, files: ['plain.ts'] }))
  writeFileSync(
    join(project, 'strict.json'),
    JSON.stringify({ ...STRICT, files: ['app.ts', 'bundled.ts'] }),
  )
  const bundler = { ...STRICT.compilerOptions, module: 'esnext', moduleResolution: 'bundler' }
  writeFileSync(
    join(project, 'bundler.json'),
    JSON.stringify({ compilerOptions: bundler, files: ['node.ts'] }),
  )
  const types = [join(PACKAGE_ROOT, 'node_modules', '@types', 'node')]
  for (const moduleResolution of RESOLUTIONS) {
    const module = moduleResolution === 'bundler' ? 'esnext' : moduleResolution
    const compilerOptions = { ...STRICT.compilerOptions, module, moduleResolution, types }
    writeFileSync(
      join(project, `server-${moduleResolution}.json`),
      JSON.stringify({ compilerOptions, files: ['server.ts'] }),
    )
  }
  return project
}

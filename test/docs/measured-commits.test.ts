/**
 * The commits that measurements in the documents name: each can be looked up in the history of this checkout.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow, PACKAGE_ROOT } from '../../src/base/files/package-root.ts'

const git = (...args: readonly string[]) =>
  execFileSync('git', args, { cwd: PACKAGE_ROOT, encoding: 'utf8' }).trim()

/** A checkout of a few commits, as CI's, knows no others. */
const hasHistory =
  existsSync(join(PACKAGE_ROOT, '.git')) && git('rev-parse', '--is-shallow-repository') === 'false'

test.runIf(hasHistory)(
  'is a commit before this one, wherever a document was measured on it',
  () => {
    const pages = filesBelow(join(PACKAGE_ROOT, 'docs')).filter((path) => path.endsWith('.md'))
    const named = pages.flatMap((page) => {
      const text = readFileSync(join(PACKAGE_ROOT, 'docs', page), 'utf8')
      return [...text.matchAll(/\d{4}-\d\d-\d\d, commit ([0-9a-f]{7,40})/g)].map(([, commit]) => ({
        page,
        commit: commit!,
      }))
    })
    expect(named).not.toEqual([])
    const isBefore = (commit: string) =>
      spawnSync('git', ['merge-base', '--is-ancestor', commit, 'HEAD'], { cwd: PACKAGE_ROOT })
        .status === 0
    const unknown = named.filter(({ commit }) => !isBefore(commit))
    expect(unknown).toEqual([])
  },
)

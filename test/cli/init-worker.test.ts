import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PACKAGE_ROOT } from '../../src/base/files/package-root.ts'
import { starterReport } from '../../src/cli/init/starter.ts'

describe('what acap init --worker says of Node', () => {
  it.each(['20.19.2', '22.11.0'])(
    'names what to type where Node %s is too old for wrangler',
    (node) => {
      const text = starterReport([], '1.0.0', node)
      expect(text).toContain(`need Node 22.12 or newer, because wrangler does; this is ${node}.`)
      expect(text).toContain('for this project alone: npm install --save-dev node@24\n')
    },
  )

  it.each(['22.12.0', '24.1.0', '100.0.0'])('is nothing where Node %s will do', (node) => {
    expect(starterReport([], '1.0.0', node)).not.toContain('Node ')
  })

  it('asks for no older Node than the wrangler of this package', () => {
    const wrangler = join(PACKAGE_ROOT, 'node_modules', 'wrangler', 'package.json')
    const least = JSON.parse(readFileSync(wrangler, 'utf8')).engines.node.replace('>=', '')
    expect(starterReport([], '1.0.0', '22.11.9')).toContain('need Node 22.12')
    expect(least.localeCompare('22.12.0', 'en', { numeric: true })).toBeLessThanOrEqual(0)
  })
})

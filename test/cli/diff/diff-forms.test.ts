import { describe, expect, it } from 'vitest'
import { acap } from '../../support/cli/acap.ts'
import { diff, OLD, OPEN, site } from '../../support/cli/diffed.ts'

describe('acap diff of folders, as Markdown and as JSON', () => {
  it('compares folders site by site, and bundles', () => {
    const files = {
      ...site('old', 'a', OLD),
      ...site('old', 'b', OLD),
      ...site('new', 'a', OLD),
      ...site('new', 'c', OLD),
    }
    const { cwd, code, out } = diff(files, 'old', 'new')
    expect(out).toBe(
      'a: nothing changes for any crawler\n\nb: the site was removed\n\nc: the site was added\n',
    )
    expect(code).toBe(1)
    acap(['build', 'old', '--out', 'old.bin'], { cwd })
    expect(acap(['diff', 'old.bin', 'old'], { cwd })).toMatchObject({ code: 0 })
  })

  it('is Markdown for a pull request, in which no path means anything else', () => {
    const odd = {
      'old.txt': 'User-agent: a|b_c\nDisallow: /|`x\n',
      'new.txt': 'User-agent: a_\nDisallow:\n',
    }
    const { out } = diff(odd, 'old.txt', 'new.txt', '--markdown')
    expect(out).toContain(
      '| who | may | for example | was | is |\n| --- | --- | --- | --- | --- |\n',
    )
    const rows = out.split('\n').filter((line) => /^\| (?!who|---)/.test(line))
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(6)
  })

  it('is JSON for scripts', () => {
    const { out } = diff({ 'old.txt': OLD, 'new.txt': OPEN }, 'old.txt', 'new.txt', '--json')
    const [{ comparison }] = JSON.parse(out).sites
    expect(comparison.changes[0]).toMatchObject({
      effect: 'opens',
      path: '/private/',
      now: { outcome: 'permitted' },
    })
    expect(comparison.sampled).toEqual([])
  })
})

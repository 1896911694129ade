/**
 * `acap verify` on a folder that a stranger made to do harm.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderWith } from '../../support/cli/acap.ts'
import { change, evidence, file, verify } from '../../support/logs/evidence-folder.ts'

describe('a hostile folder', () => {
  const secret = () => join(folderWith({ secret: '{"secret": "of mine"}\n' }), 'secret')

  it.each(['evidence.json', 'rows.ndjson', 'letter.md', '.txt'])(
    'is not followed out of it: %s is a link',
    (name) => {
      const { folder } = evidence()
      const path = file(folder, name)
      rmSync(path)
      symlinkSync(secret(), path)
      const { code, out, err } = verify(folder)
      expect(code).toBe(2)
      expect(err).toContain('is not a regular file')
      expect(out + err).not.toContain('of mine')
    },
  )

  it.each(['evidence.json', 'rows.ndjson', 'letter.md', '.txt'])(
    'does not hang it: %s is a pipe or a folder',
    (name) => {
      const { folder } = evidence()
      const path = file(folder, name)
      rmSync(path)
      execFileSync('mkfifo', [path])
      expect(verify(folder)).toMatchObject({
        code: 2,
        err: expect.stringContaining('is not a regular file'),
      })
      rmSync(path)
      mkdirSync(path)
      expect(verify(folder)).toMatchObject({
        code: 2,
        err: expect.stringContaining('is not a regular file'),
      })
      rmSync(path, { recursive: true })
      symlinkSync('/dev/zero', path)
      expect(verify(folder).code).toBe(2)
    },
  )

  it('is not read beyond bounds', () => {
    const { folder } = evidence()
    truncateSync(join(folder, 'rows.ndjson'), 513 << 20)
    expect(verify(folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining('larger than 512 MiB'),
    })
    const other = evidence().folder
    truncateSync(join(other, 'evidence.json'), 17 << 20)
    expect(verify(other)).toMatchObject({
      code: 2,
      err: expect.stringContaining('larger than 16 MiB'),
    })
  })

  it('has a text with more rules than a site may have', () => {
    const { folder } = evidence()
    const paths = Array.from({ length: 10_000 }, (_, i) => `/p${i}`).join(' ')
    const bomb = `ACAP-resource-set: all ${paths}\nACAP-crawler: *\n${'ACAP-disallow-index: the-acap:resource-set:all\n'.repeat(1000)}`
    const path = file(folder, '.txt')
    const [old, hash] = [readFileSync(path), Buffer.from(bomb)].map((bytes) =>
      createHash('sha256').update(bytes).digest('hex'),
    )
    const manifest = join(folder, 'evidence.json')
    const named = readFileSync(manifest, 'utf8').replaceAll(old!, hash!)
    writeFileSync(manifest, named)
    rmSync(path)
    writeFileSync(join(folder, `robots-${hash}.txt`), bomb)
    expect(verify(folder)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^acap: `robots-.*500,000 rules/),
    })
  })

  it.each([
    ['another file', /"robots-[\da-f]+\.txt":/, '"../../secret":'],
    ['no rows', '"rows.ndjson":', '"rows.txt":'],
    ['another shape', '"maxAge": 3600000', '"maxAge": "x"'],
    ['another member', '"version": 1,', '"version": 1, "run": "rm -rf /",'],
    ['a depth', '"version": 1,', `"version": 1, "x": ${'['.repeat(50_000)}${']'.repeat(50_000)},`],
    ['no JSON', '{', '<'],
  ])('has an evidence.json that is refused: %s', (_, from, to) => {
    const { folder } = evidence()
    change(join(folder, 'evidence.json'), from, to)
    expect(verify(folder)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('evidence.json'),
    })
  })

  it.each([
    ['no JSON', 'x'],
    ['a list', '[]'],
    ['a wrong time', '"time":"2026-02-31T99:00:00.000Z"'],
    ['another site', '"site":"__proto__"'],
    ['another crawler', '"crawler":"constructor"'],
    ['control characters', '"method":"\u001b[2J"'],
  ])('has rows that are named, and harm nothing: %s', (_, written) => {
    const { folder } = evidence()
    const rows = readFileSync(join(folder, 'rows.ndjson'), 'utf8').split('\n')
    const member = /^"(\w+)":/.exec(written)?.[1]
    rows[1] =
      member === undefined ? written : rows[1]!.replace(new RegExp(`"${member}":"[^"]*"`), written)
    writeFileSync(join(folder, 'rows.ndjson'), rows.join('\n'))
    const { code, out, err } = verify(folder)
    expect(code).toBe(1)
    expect(out).toContain('`rows.ndjson` is changed')
    expect(out + err).not.toContain('\u001b')
  })

  it('may have a name and a text that attack a terminal or a page', () => {
    const { folder } = evidence()
    change(
      join(folder, 'evidence.json'),
      '"operator": "OpenAI"',
      '"operator": "\\u001b[2J`](javascript:x)"',
    )
    const { code, out } = verify(folder)
    expect(code).toBe(1)
    expect(out).not.toContain('\u001b')
    writeFileSync(file(folder, '.txt'), Buffer.from([0, 1, 2, 0xff]))
    expect(verify(folder).out).toContain('.txt` is changed')
  })
})

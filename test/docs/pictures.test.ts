/**
 * The pictures of README.md and the tour, which `npm run pictures` draws: none is large, and each has its text.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PACKAGE_ROOT } from '../../src/base/files/package-root.ts'

const PLACE = join(PACKAGE_ROOT, 'docs', 'pictures')
const NAMES = readdirSync(PLACE)

it.each(NAMES)('%s has less than 200 KB', (name) => {
  expect(statSync(join(PLACE, name)).size).toBeLessThan(200_000)
})

describe.each([
  ['README.md', 'docs/pictures/'],
  ['docs/tour.md', 'pictures/'],
])('%s', (file, folder) => {
  const text = readFileSync(join(PACKAGE_ROOT, file), 'utf8')

  it('shows each, light and dark', () => {
    for (const name of NAMES) expect(text).toContain(`"${folder}${name}"`)
  })

  it('says in words what each shows', () => {
    const texts = [...text.matchAll(/<img alt="([^"]*)" src="([^"]*)"/g)]
    expect(texts.map(([, , source]) => source).sort()).toEqual([
      `${folder}crawlers-light.png`,
      `${folder}overview-light.png`,
    ])
    for (const [, alt] of texts) expect(alt!.length).toBeGreaterThan(80)
  })
})

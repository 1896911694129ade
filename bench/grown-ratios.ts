/**
 * Two editions of a section of docs/performance.md → the ratios that grew by a tenth or more: each
 * is explained there, or repaired. Rows are known by their first cell and its head, columns by
 * their heads.
 */

const RATIO = /ratio|times as long|growth|times one site/
/** What others cost beside ours: it is to grow. */
const INVERSE = /times faster/

export function grownRatios(before: string, after: string): readonly string[] {
  const old = new Map(ratiosIn(before).map((each) => [each.name, each]))
  return ratiosIn(after).flatMap(({ name, value, isInverse }) => {
    const was = old.get(name)?.value
    if (was === undefined) return []
    const hasGrown = isInverse ? value <= was / 1.1 : value >= was * 1.1
    return hasGrown ? [`${name}: ${was} → ${value}`] : []
  })
}

interface Ratio {
  readonly name: string
  readonly value: number
  readonly isInverse: boolean
}

function ratiosIn(section: string): readonly Ratio[] {
  let head: readonly string[] = []
  return section.split('\n').flatMap((line, i, lines) => {
    if (!line.startsWith('|')) return []
    const cells = line.split('|').slice(1, -1)
    if (lines[i + 1]?.startsWith('| ---')) head = cells
    else if (!line.startsWith('| ---')) return cells.flatMap((cell, at) => ratio(cell, at, cells))
    return []
  })

  function ratio(cell: string, at: number, [row = '']: readonly string[]): readonly Ratio[] {
    const column = head[at]?.trim() ?? ''
    const isInverse = INVERSE.test(column)
    const value = Number.parseFloat(cell)
    if (Number.isNaN(value) || !(isInverse || RATIO.test(column))) return []
    return [{ name: `${head[0]?.trim()} ${row.trim()}, ${column} (${at})`, value, isInverse }]
  }
}

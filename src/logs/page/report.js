// The script of a report: sorts and filters its table, and writes times in the reader's zone, too. The page says all of it
// without the script.

for (const time of document.querySelectorAll('time')) {
  const date = new Date(time.dateTime)
  if (date.getTimezoneOffset() === 0) continue
  const local = date.toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' })
  time.append(` (${local} here)`)
}

/** What a cell is sorted by, as a number where it is one. */
function sortValue(row, column) {
  const written = row.cells[column]?.dataset.value ?? ''
  const number = Number(written)
  return written === '' || Number.isNaN(number) ? written : number
}

function compare(a, b) {
  if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0
  return typeof a === 'number' ? -1 : 1
}

function sortBy(table, column, direction) {
  for (const body of table.tBodies) {
    const rows = [...body.rows].filter((row) => row.className !== 'group')
    rows.sort((a, b) => direction * compare(sortValue(a, column), sortValue(b, column)))
    body.append(...rows)
  }
}

for (const table of document.querySelectorAll('table.data')) {
  const heads = [...table.tHead.rows[0].cells]
  for (const [column, head] of heads.entries()) {
    if (head.dataset.sorts !== 'yes') continue
    const button = document.createElement('button')
    button.textContent = head.textContent
    head.replaceChildren(button)
    button.addEventListener('click', () => {
      // Numbers are looked at from the largest on.
      const first =
        typeof sortValue(table.tBodies[0].rows[table.tBodies[0].rows.length - 1], column) ===
        'number'
          ? -1
          : 1
      const isFirst = head.ariaSort === (first < 0 ? 'descending' : 'ascending')
      for (const each of heads) each.removeAttribute('aria-sort')
      const direction = isFirst ? -first : first
      head.setAttribute('aria-sort', direction < 0 ? 'descending' : 'ascending')
      sortBy(table, column, direction)
    })
  }
}

const OPERATORS = {
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '=': (a, b) => a === b,
}

/** A word of the filter → whether a row meets it: `proven>0` compares a column, other words are looked for. */
function conditionOf(word, heads) {
  const [, name, operator, number] = /^(.+?)(>=|<=|>|<|=)(\d+)$/.exec(word) ?? []
  const column =
    name === undefined ? -1 : heads.findIndex((head) => head.replaceAll(' ', '').startsWith(name))
  if (column < 0) return (row) => row.textContent.toLowerCase().includes(word)
  return (row) => {
    const value = sortValue(row, column)
    return typeof value === 'number' && OPERATORS[operator](value, Number(number))
  }
}

const filter = document.querySelector('#filter')
if (filter !== null) {
  filter.closest('form').hidden = false
  const table = document.querySelector('table.data')
  const found = document.querySelector('#found')
  const heads = [...table.tHead.rows[0].cells].map((head) => head.textContent.toLowerCase())
  filter.addEventListener('input', () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
    const conditions = words.map((word) => conditionOf(word, heads))
    const rows = [...table.querySelectorAll('tbody tr:not(.group)')]
    for (const row of rows) row.hidden = !conditions.every((meets) => meets(row))
    found.textContent =
      words.length === 0 ? '' : `${rows.filter((row) => !row.hidden).length} of ${rows.length}`
  })
}

const save = document.querySelector('#save')
if (save !== null) {
  save.hidden = false
  save.addEventListener('click', () => {
    const text = document.querySelector('script#report').textContent
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
    link.download = 'report.json'
    link.click()
  })
}

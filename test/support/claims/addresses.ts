/** The rules of a robots.txt → addresses on which they show: found by its lines, not by the program's reader. */

/** Addresses inside and beside each pattern; at most so many, spread over the file. */
export function addressesFor(text: string, most: number): readonly string[] {
  const patterns = [...text.matchAll(/^[^\n:#]*allow[^\n:]*:[ \t]*([^\s#]+)/gim)].map(
    ([, pattern]) => pattern!,
  )
  const found = new Set(['/', '/zz', '/zz/y.html', '/index.html?q=1'])
  const step = Math.max(1, Math.ceil((patterns.length * 5) / most))
  for (const [i, pattern] of patterns.entries()) {
    if (i % step !== 0 && patterns.length * 5 > most) continue
    const plain = (filler: string) => {
      const path = pattern.replace(/\$$/, '').replaceAll('*', filler)
      return path.startsWith('/') ? path : `/${path}`
    }
    const base = plain('q')
    const below = base.endsWith('/') ? `${base}x.html` : `${base}/x.html`
    const parent = base.slice(0, base.replace(/\/$/, '').lastIndexOf('/') + 1)
    for (const each of [base, plain(''), below, `${base}?k=v`, parent || '/']) found.add(each)
  }
  return [...found].filter((path) => URL.canParse(path, 'https://a.test') && !path.includes('#'))
}

/** The names that `User-agent` and `ACAP-crawler` lines have, in lower case, as tokens. */
export function namesIn(text: string): readonly string[] {
  const written = [...text.matchAll(/^[ \t]*(?:user-agent|acap-crawler)[ \t]*:[ \t]*([^\n#]*)/gim)]
  const tokens = written.map(([, name]) => /^[A-Za-z0-9_-]+/.exec(name!.trim())?.[0] ?? '')
  return [...new Set(tokens.map((token) => token.toLowerCase()).filter((token) => token !== ''))]
}

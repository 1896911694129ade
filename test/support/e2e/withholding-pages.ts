/** Pages whose own META withholds them, in the spellings that HTML knows. */
import fc from 'fast-check'

export const REFERENCES: Readonly<Record<string, string>> = {
  ' ': '&Tab;',
  o: '&#111;',
  a: '&#x61;',
  '-': '&#45;',
  r: '&#114;',
  w: '&#X77;',
}

/** An own META that withholds the page, in one of the spellings that HTML knows. */
export const withholding = fc
  .record({
    name: fc.constantFrom('robots', 'ROBOTS', 'searchbot1'),
    quote: fc.constantFrom('"', "'"),
    space: fc.constantFrom(' ', '\n', '\t', '  ', '/'),
    words: fc.array(fc.constantFrom(...Object.keys(REFERENCES)), { maxLength: 3 }),
    first: fc.boolean(),
    closed: fc.boolean(),
    upper: fc.boolean(),
  })
  .map(({ name, quote, space, words, first, closed, upper }) => {
    const content = [...'ACAP disallow-crawl']
      .map((c) => (words.includes(c) ? REFERENCES[c]! : c))
      .join('')
    const attributes = [`name=${quote}${name}${quote}`, `content=${quote}${content}${quote}`]
    const meta = `<meta${space}${(first ? attributes : attributes.reverse()).join(' ')}${closed ? ' /' : ''}>`
    return upper ? meta.replace(/^<meta/, '<META') : meta
  })

/** Where in a page it stands. */
export const PLACES: readonly ((meta: string) => string)[] = [
  (meta) => `<!doctype html><html><head>${meta}</head><body>secret`,
  (meta) => `<!doctype html><title>a</title>${meta}<p>secret`,
  (meta) => `<html><head><script>"<body>"</script>${meta}</head><body>secret`,
  (meta) => `<html><head><noscript>${meta}</noscript></head><body>secret`,
  (meta) => `<html><head><!--${'x'.repeat(70_000)}-->${meta}</head><body>secret`,
  (meta) => `<html><head></head>${meta}<body>secret`,
  (meta) => `<html><head><div></div>${meta}</head><body>secret`,
]

/**
 * How clients find the encoding of a page, for tests.
 */

/** The charset that the standard's prescan finds in the first 1,024 bytes (13.2.3.2), implemented again. */
export function prescanned(page: string): string | null {
  const text = page.slice(0, 1024)
  for (let i = 0; i < text.length; i++) {
    if (text.startsWith('<!--', i)) {
      const end = text.indexOf('-->', i + 2)
      if (end < 0) return null
      i = end + 2
      continue
    }
    const tag = /^<(?:(meta)[\t\n\f\r /]|\/?[a-z][^\t\n\f\r >]*)/i.exec(text.slice(i))
    if (tag === null) {
      if (!/^<[!/?]/.test(text.slice(i, i + 2))) continue
      const end = text.indexOf('>', i)
      if (end < 0) return null
      i = end
      continue
    }
    i += tag[0].length
    const seen = new Map<string, string>()
    for (;;) {
      const attribute =
        /^[\t\n\f\r /]*([^\t\n\f\r />][^\t\n\f\r /=>]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >"'][^\t\n\f\r >]*)?))?/.exec(
          text.slice(i),
        )
      if (attribute === null || attribute[0] === '') break
      i += attribute[0].length
      const name = attribute[1]!.toLowerCase()
      if (!seen.has(name)) seen.set(name, attribute[2] ?? attribute[3] ?? attribute[4] ?? '')
    }
    i += /^[\t\n\f\r /]*/.exec(text.slice(i))![0].length
    if (i >= text.length) return null
    if (tag[1] === undefined) continue
    const declared = seen.has('charset')
      ? seen.get('charset')!
      : seen.get('http-equiv')?.toLowerCase() === 'content-type'
        ? (/charset\s*=\s*["']?([^\s;"']*)/i.exec(seen.get('content') ?? '')?.[1] ?? '')
        : ''
    const found = encodingOf(declared)
    if (found !== null) return found
  }
  return null
}

/** The encoding of a label; null where no charset has it. */
function encodingOf(label: string): string | null {
  try {
    return label === '' ? null : new TextDecoder(label).encoding
  } catch {
    return null
  }
}

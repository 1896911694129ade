/**
 * A small XML parser: elements without prefixes, attributes and text. Entities are neither declared
 * nor fetched. Null if the text is malformed or too large.
 */

export interface XmlElement {
  /** Without its prefix. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** Its own text, without outer white space. */
  readonly text: string
}

const MOST_CHARACTERS = 1 << 20

const TOKEN =
  /<!--.*?-->|<!\[CDATA\[(.*?)\]\]>|<\?.*?\?>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/sy
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

interface OpenElement extends XmlElement {
  readonly tag: string
  readonly children: XmlElement[]
  text: string
}

export function readXml(text: string): XmlElement | null {
  if (text.length > MOST_CHARACTERS) return null
  const root: OpenElement = newElement('', '')
  const open = [root]
  TOKEN.lastIndex = text.startsWith('\ufeff') ? 1 : 0
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text)
    if (token === null) return null
    const [, data, end, tag, attributes = '', isEmpty, plain] = token
    const top = open.at(-1)!
    if (data !== undefined) top.text += data
    else if (plain !== undefined) top.text += decoded(plain)
    else if (tag !== undefined && end === '') {
      const element = newElement(tag, attributes)
      top.children.push(element)
      if (isEmpty === '') open.push(element)
    } else if (tag !== undefined && (open.length === 1 || open.pop()!.tag !== tag)) return null
  }
  const [only, ...others] = root.children
  const isWhole = open.length === 1 && others.length === 0 && root.text.trim() === ''
  return isWhole && only !== undefined ? trimmed(only) : null
}

function newElement(tag: string, written: string): OpenElement {
  const pairs = Array.from(written.matchAll(ATTRIBUTE), ([, name = '', a, b]) => [
    localName(name),
    decoded(a ?? b ?? ''),
  ])
  return {
    tag,
    name: localName(tag),
    attributes: Object.fromEntries(pairs),
    children: [],
    text: '',
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function trimmed({ name, attributes, children, text }: XmlElement): XmlElement {
  return { name, attributes, children: children.map(trimmed), text: text.trim() }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, ten, sixteen, name) => {
    if (name !== undefined) return NAMED[name] ?? whole
    const code = Number.parseInt(ten ?? sixteen, ten === undefined ? 16 : 10)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/**
 * Tracks whether the parser is in HTML or in SVG or MathML, where `<style>` and `<title>` contain
 * markup and `<![CDATA[` starts a section (HTML standard 13.2.6.5). It builds no tree: if only a
 * tree could tell, or parsers differ (`select`, framesets), the result is `unclear`.
 */
import { attributesOf } from './attributes.ts'

/** `sure`: HTML · `foreign`: SVG or MathML. */
type Certainty = 'sure' | 'foreign' | 'unclear'

/** Elements of SVG and MathML that contain HTML (integration points). */
const HOLD_HTML: Readonly<Record<string, ReadonlySet<string>>> = {
  svg: new Set(['foreignobject', 'desc', 'title']),
  math: new Set(['mi', 'mo', 'mn', 'ms', 'mtext']),
}

/** HTML elements that close surrounding SVG and MathML. */
const BREAK_OUT: ReadonlySet<string> = new Set(
  (
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
    'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var'
  ).split(' '),
)

const FONT_ATTRIBUTES: ReadonlySet<string> = new Set(['color', 'face', 'size'])

/** Deeper nesting is not tracked. */
const DEEPEST = 512

export class Namespaces {
  /** Open elements, from the outermost `svg` or `math`. */
  readonly #open: string[] = []
  /** Open HTML elements inside an integration point; null outside. */
  #html: string[] | null = null
  #isUnclear = false
  #isInSelect = false

  get certainty(): Certainty {
    if (this.#isUnclear || this.#isInSelect) return 'unclear'
    return this.#open.length > 0 && this.#html === null ? 'foreign' : 'sure'
  }

  /** Handles a start tag; returns how to interpret the tag itself. */
  open(
    name: string,
    isSelfClosing: boolean,
    text: string,
    nameEnd: number,
    end: number,
  ): Certainty {
    if (name === 'select') this.#isInSelect = true
    if (name === 'frameset' || (this.#isInSelect && name === 'template')) this.#isUnclear = true
    const { certainty } = this
    if (certainty === 'unclear') return certainty
    if (certainty === 'foreign') return this.#openForeign(name, isSelfClosing, text, nameEnd, end)
    const isRoot = name === 'svg' || name === 'math'
    if (this.#html !== null && isRoot) this.#isUnclear = true
    else if (isRoot && !isSelfClosing) this.#open.push(name)
    else if (this.#html !== null && !VOID.has(name)) this.#html.push(name)
    return certainty
  }

  #openForeign(
    name: string,
    isSelfClosing: boolean,
    text: string,
    nameEnd: number,
    end: number,
  ): Certainty {
    if (BREAK_OUT.has(name) || (name === 'font' && hasFontAttribute(text, nameEnd, end))) {
      this.#open.length = 0
      return 'sure'
    }
    if (isSelfClosing) return 'foreign'
    this.#open.push(name)
    if (this.#open.length > DEEPEST) this.#isUnclear = true
    if (name === 'annotation-xml') this.#isUnclear = true
    if (HOLD_HTML[this.#open[0]!]!.has(name)) this.#html = []
    return 'foreign'
  }

  close(name: string): void {
    if (name === 'select') this.#isInSelect = false
    if (this.#open.length === 0 || this.#isUnclear) return
    if (this.#html !== null) {
      this.#closeInHtml(name)
      return
    }
    const at = this.#open.lastIndexOf(name)
    if (at >= 0) this.#open.length = at
    else if (name === 'p' || name === 'br') this.#open.length = 0
    // It may close an HTML element outside, and everything in it.
    else this.#isUnclear = true
  }

  #closeInHtml(name: string): void {
    const html = this.#html!
    if (html.length > 0) {
      // Closing out of order follows rules that need a tree.
      if (html.pop() !== name) this.#isUnclear = true
    } else if (this.#open.at(-1) === name) {
      this.#open.pop()
      this.#html = null
    } else this.#isUnclear = true
  }
}

function hasFontAttribute(text: string, nameEnd: number, end: number): boolean {
  return attributesOf(text, nameEnd, end).some(({ name }) => FONT_ATTRIBUTES.has(name))
}

export const VOID: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
)

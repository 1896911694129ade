/** Reads what a live robots.txt declares to each agent, and the lines that an audit cites. */
import { engineOf, rulingFor } from '../../decide/decide.ts'
import { placementOf } from '../../decide/placement.ts'
import { CATALOG } from '../../language/findings/diagnostic.ts'
import { readText } from '../../language/site/read-site.ts'
import { fieldName, fieldText, fieldValue, parse, type Tree } from '../../language/text/tree.ts'
import { programAt, type SiteProgram } from '../../program/program.ts'
import type { AuditAgent } from './answers.ts'

interface Declared {
  /** Whether every crawler may fetch the page, with ACAP or without. */
  readonly isOpen: boolean
  /** Whether the page is closed for a crawler that reads the whole file. */
  readonly isClosedByAll: boolean
  /** Whether the page is closed also for a crawler that reads RFC 9309 alone. */
  readonly isClosedByRep: boolean
  /** The line that decided, as `Disallow: /x, line 3`; null where none did. */
  readonly line: string | null
}

const OPEN: Declared = { isOpen: true, isClosedByAll: false, isClosedByRep: false, line: null }

/** A field of the file with a pattern or a path. */
export interface DeclaredPattern {
  readonly prohibits: boolean
  readonly pattern: string
}

/** A group that lacks rules of `*`, in the words of `acap check`. */
interface ReplacingGroup {
  readonly names: readonly string[]
  readonly line: number
  readonly message: string
}

export class LiveRobots {
  readonly text: string
  readonly #program: SiteProgram
  readonly #tree: Tree
  readonly #now: number

  constructor(text: string, program: SiteProgram, now: number) {
    this.text = text
    this.#program = program
    this.#tree = parse(text)
    this.#now = now
  }

  /** Whether robots.txt opens a path to an agent. A reader is always allowed. */
  about({ name, kind }: AuditAgent, target: string): Declared {
    if (kind === 'reader' || this.#isExempt(target)) return OPEN
    const facts = { userAgent: name, target, now: this.#now, usage: 'crawl' as const }
    const whole = rulingFor(this.#program, facts)
    const rep = rulingFor(this.#program, { ...facts, dialect: 'rep' })
    const [field] = (rep.outcome === 'permitted' ? whole : rep).fields
    return {
      isOpen: whole.outcome === 'permitted' && rep.outcome === 'permitted',
      isClosedByAll: whole.outcome === 'prohibited',
      isClosedByRep: rep.outcome === 'prohibited',
      line: field === undefined ? null : `\`${field.text}\`, line ${field.line}`,
    }
  }

  /** Whether a path is served to everybody before any rule (P7). */
  #isExempt(target: string): boolean {
    const engine = engineOf(programAt(this.#program, this.#now))
    const { kind } = placementOf(engine, { method: 'GET', target })
    return kind === 'exempt' || kind === 'file'
  }

  /** The values of a field, by its name in lower case. */
  valuesOf(name: string): readonly string[] {
    return this.#fields().flatMap(({ name: own, value }) => (own === name ? [value] : []))
  }

  /**
   * What may decide about a place: rules with a pattern, the conventional ones first, take-downs,
   * and permission files.
   */
  patterns(): readonly DeclaredPattern[] {
    const placed = this.#fields().flatMap(({ name, value }) => {
      const pattern = value.split(/\s/)[0]!
      const prohibits = name === 'disallow' || name === 'acap-disallow-crawl'
      return pattern.startsWith('/') ? [{ name, prohibits, pattern }] : []
    })
    const isAcap = ({ name }: { readonly name: string }) => name.startsWith('acap-')
    return [...placed.filter((each) => !isAcap(each)), ...placed.filter(isAcap)]
  }

  /** The groups that replace the group of `*` and lack rules of it. */
  replacingGroups(): readonly ReplacingGroup[] {
    const { code } = CATALOG['replaced-rules']
    const found = readText(this.text).findings.filter((finding) => finding.code === code)
    return found.map(({ line, message }) => {
      const group = this.#tree.blocks.find(
        ({ kind, names }) => kind === 'group' && names.some(({ number }) => number === line),
      )
      const names = (group?.names ?? []).map((name) => fieldValue(this.#tree, name).toLowerCase())
      return { names, line, message }
    })
  }

  /** The first line that matches, quoted as it is written, with its number. */
  lineWith(fits: RegExp): string | null {
    const line = this.#tree.lines.find((each) => fits.test(fieldText(this.#tree, each)))
    return line === undefined ? null : `\`${fieldText(this.#tree, line)}\`, line ${line.number}`
  }

  #fields(): readonly { readonly name: string; readonly value: string }[] {
    return this.#tree.lines.map((line) => ({
      name: fieldName(this.#tree, line),
      value: fieldValue(this.#tree, line),
    }))
  }
}

/**
 * Patterns and globs → the nodes of one nondeterministic automaton, each with what may be read at it and which patterns
 * match there. pattern-automaton.ts reads paths with it.
 */
import type { GlobToken } from '../../grammar/glob.ts'

/** A place in patterns. */
interface Node {
  /** Edges that read one literal character. */
  readonly edges: Map<string, number>
  /** Edges that read a character of a set. */
  readonly sets: { readonly set: GlobToken; readonly to: number }[]
  /** The node behind a `*`, reached without reading; 0 for none. */
  star: number
  /** Behind a `*`: reads any character and stays. */
  readonly loops: boolean
  /** Numbers of the patterns that match from here on, and of those that match if the path ends here. */
  readonly lasting: number[]
  readonly ending: number[]
  /** Reads letters of either case. */
  readonly folds: boolean
  /** Whether a wanted pattern goes through it. */
  leads: boolean
}

/** Collects patterns by number. Beginnings that patterns share are the same nodes. */
export class PatternGraph {
  readonly nodes: Node[] = [newNode(false, false)]
  /** Where conventional patterns begin, and those of ACAP, which fold letter case. */
  readonly roots: readonly [number, number] = [this.#add(false, false), this.#add(false, true)]

  /** Adds a pattern in matching form, in lower case where it folds. */
  addPattern(number: number, pattern: string, folds: boolean, isWanted: boolean): void {
    const anchored = pattern.endsWith('$')
    let at = this.roots[folds ? 1 : 0]
    for (const character of anchored ? pattern.slice(0, -1) : pattern) {
      at = this.#step(at, character)
      if (isWanted) this.nodes[at]!.leads = true
    }
    const node = this.nodes[at]!
    if (anchored) node.ending.push(number)
    else node.lasting.push(number)
  }

  /** Adds a glob, which matches whole paths. */
  addGlob(number: number, sets: readonly GlobToken[]): void {
    let at = this.roots[0]
    for (const set of sets) {
      if (set.run) at = this.#behindStar(at)
      else {
        const to = this.#add(false, false)
        this.nodes[at]!.sets.push({ set, to })
        at = to
      }
    }
    this.nodes[at]!.ending.push(number)
  }

  #step(at: number, character: string): number {
    if (character === '*') return this.#behindStar(at)
    const { edges, folds } = this.nodes[at]!
    const known = edges.get(character)
    if (known !== undefined) return known
    const made = this.#add(false, folds)
    edges.set(character, made)
    return made
  }

  #behindStar(at: number): number {
    const node = this.nodes[at]!
    if (node.star === 0) node.star = this.#add(true, node.folds)
    return node.star
  }

  #add(loops: boolean, folds: boolean): number {
    return this.nodes.push(newNode(loops, folds)) - 1
  }
}

function newNode(loops: boolean, folds: boolean): Node {
  return { edges: new Map(), sets: [], star: 0, loops, lasting: [], ending: [], folds, leads: false }
}

/** Whether nothing that is read after a node makes a difference. */
export function isSpent({ edges, sets, loops, ending }: Node): boolean {
  return edges.size === 0 && sets.length === 0 && !loops && ending.length === 0
}

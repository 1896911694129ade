/** `acap check --fix`: tries every edit, applies those that change no decision, and lists them. */
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { sameField } from '../../author/cases/run-cases.ts'
import { decideAlike } from '../../author/compare/site-changes.ts'
import { compileSite } from '../../author/files/load-programs.ts'
import {
  loadSite,
  loadSites,
  policyBoundary,
  readPolicyFile,
} from '../../author/files/load-site.ts'
import { type ReadSite, readFiles } from '../../author/files/read-policies.ts'
import { UsageError } from '../../base/faults.ts'
import { writeFiles } from '../../base/files/write-files.ts'
import { type Edit, edited, editsFor } from '../../language/findings/edits.ts'
import { fieldText, parse, type Tree } from '../../language/text/tree.ts'
import type { SiteProgram } from '../../program/program.ts'

export interface FixPlan {
  /** Edits after which every crawler gets the answers that it gets now. */
  readonly safe: readonly Edit[]
  readonly others: readonly Edit[]
  /**
   * The new texts of the files that the safe edits change, by their path inside the site's folder.
   */
  readonly texts: ReadonlyMap<string, string>
}

/** How many edits are tried one by one. Further ones are left to the author. */
const MOST_TRIED = 40

/** Plans the fixes of one site. A line with an error decides nothing, before and after. */
export function planFixes(site: ReadSite): FixPlan {
  const { findings, trees } = site.reading
  const proposed = editsFor(findings, trees)
  const safe = safeEdits(site, proposed)
  const others = proposed
    .filter((edit) => !safe.includes(edit))
    .slice(0, MOST_TRIED)
    .filter((edit) => areRemedies(site, readWith(site, [edit]), [edit]))
  return { safe, others, texts: textsWith(site, safe) }
}

function safeEdits(site: ReadSite, proposed: readonly Edit[]): readonly Edit[] {
  const before = compileSite(site)
  const isSafe = (edits: readonly Edit[]) => changesNothing(site, before, edits)
  if (proposed.length === 0 || isSafe(proposed)) return proposed
  const alone = proposed.slice(0, MOST_TRIED).filter((edit) => isSafe([edit]))
  return isSafe(alone) ? alone : []
}

/** Whether the findings are gone, no error is new, and every answer is the same. */
function changesNothing(site: ReadSite, before: SiteProgram, edits: readonly Edit[]): boolean {
  const after = readWith(site, edits)
  if (!areRemedies(site, after, edits) || errorsIn(after) > errorsIn(site)) return false
  return decideAlike(before, compileSite(after), Date.now())
}

function errorsIn({ findings }: ReadSite): number {
  return findings.filter(({ severity }) => severity === 'error').length
}

function areRemedies(before: ReadSite, after: ReadSite, edits: readonly Edit[]): boolean {
  const codes = edits.map(({ finding }) => finding.code)
  const count = ({ reading }: ReadSite, code: string) =>
    reading.findings.filter((each) => each.code === code).length
  return [...new Set(codes)].every((code) => {
    return count(after, code) <= count(before, code) - codes.filter((each) => each === code).length
  })
}

function readWith(site: ReadSite, edits: readonly Edit[]): ReadSite {
  const texts = textsWith(site, edits)
  const files = [...site.files].map(([path, octets]) => {
    const text = texts.get(path)
    return [path, text === undefined ? octets : new TextEncoder().encode(text)] as const
  })
  return readFiles({ ...site, files: new Map(files) })
}

function textsWith(
  { files, reading }: ReadSite,
  edits: readonly Edit[],
): ReadonlyMap<string, string> {
  const byFile = [...new Set(edits.map(({ file }) => file))].map((path) => {
    return [reading.trees.get(path)!, edits.filter(({ file }) => file === path)] as const
  })
  const texts = byFile.map(([tree, own]) => [tree.source.file, edited(tree, own)] as const)
  const cases = files.get(CASES_FILE)
  const changed = byFile.flatMap(([tree, own]) => changedFields(tree, own))
  if (cases === undefined || changed.length === 0) return new Map(texts)
  return new Map([...texts, [CASES_FILE, withCitations(new TextDecoder().decode(cases), changed)]])
}

function changedFields(
  tree: Tree,
  edits: readonly Edit[],
): readonly (readonly [before: string, after: string])[] {
  const rewritten = edits.filter(({ after: line }) => line !== null && !line.includes('\n'))
  const after = parse(edited(tree, rewritten))
  return tree.lines
    .map((line, i) => [fieldText(tree, line), fieldText(after, after.lines[i]!)] as const)
    .filter(([old, now]) => old !== now)
}

function withCitations(cases: string, changed: ReturnType<typeof changedFields>): string {
  return cases.replace(CITATION, (whole, key: string, basic?: string, literal?: string) => {
    const cited = basic === undefined ? literal! : basic.replace(/\\(["\\])/g, '$1')
    const now = changed.find(([old]) => sameField(old, cited))?.[1]
    return now === undefined ? whole : `${key}${JSON.stringify(now)}`
  })
}

const CASES_FILE = 'cases.toml'
const CITATION = /^([ \t]*field[ \t]*=[ \t]*)(?:"((?:\\.|[^"\\\n])*)"|'([^'\n]*)')/gm

export function fixFiles(path: string): string {
  if (path === '-') throw new UsageError('--fix changes files, and `-` is none')
  const all = statSync(path).isDirectory() ? loadSites(path) : null
  if (all !== null) return all.map((files) => fixSite(readFiles(files))).join('')
  if (existsSync(join(dirname(path), 'site.toml')))
    return fixSite(readFiles(loadSite(dirname(path))))
  const files = new Map([['robots.txt', readPolicyFile(path)]])
  const boundary = policyBoundary(path)
  return fixSite(readFiles({ site: '', folder: dirname(path), files, boundary }), basename(path))
}

function fixSite(site: ReadSite, name = 'robots.txt'): string {
  const { safe, others, texts } = planFixes(site)
  const pathOf = (file: string) => join(site.folder, file === 'robots.txt' ? name : file)
  const files = Array.from(texts, ([file, content]) => {
    return { path: pathOf(file), content, before: site.files.get(file)!, boundary: site.boundary }
  })
  writeFiles(files)
  const fixed = safe.map((edit) => `fixed ${describePlace(edit, pathOf)}\n${difference(edit)}`)
  const left = others.map(
    (edit) => `${describePlace(edit, pathOf)}: ${edit.finding.message}\n${difference(edit)}`,
  )
  const head =
    left.length === 0 ? [] : ['Not fixed, because decisions would change. Choose for yourself:\n']
  const parts = [...fixed, ...head, ...left]
  return parts.length === 0 ? '' : `${parts.join('')}\n`
}

function describePlace({ file, finding }: Edit, pathOf: (file: string) => string): string {
  return `${pathOf(file)}:${finding.line}`
}

function difference({ before, after }: Edit): string {
  return `  -${before}\n${after === null ? '' : `  +${after}\n`}`
}

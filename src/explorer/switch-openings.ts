/**
 * What a switch opens → the ways in which the files may say it: what closes it goes, or a permission comes. Whether one of
 * them says that and nothing else is for switch-proof.ts to show.
 */
import { crawlersToCompare } from '../compare/crawlers.ts'
import type { DecidingField } from '../engine/decision.ts'
import { patternForm } from '../grammar/path-form.ts'
import type { Draft, Meaning } from './draft.ts'
import { withLine } from './fixes.ts'
import type { Switch } from './switch.ts'
import { addressedName, withFile } from './switch-closings.ts'
import { appendLines, blocksFor, insertLine, lastRule } from './switch-lines.ts'
import { answer, type Meant } from './switch-proof.ts'
import { dropRouteField, openCategory } from './switch-toml.ts'

/** So many lines may close the same. */
const MOST_LINES = 12

type Read = (draft: Draft) => Meaning

/** The drafts, each made when it is asked for. */
export function* openings(was: Meaning, set: Switch, meant: Meant, read: Read): Generator<Draft> {
  for (const isKept of [false, true]) {
    let meaning = was
    for (let lines = 0; lines < MOST_LINES; lines++) {
      const field = closingField(meaning, meant)
      const draft = field === null ? null : without(meaning, field, meant, isKept)
      if (draft === null) break
      meaning = read(draft)
      yield draft
    }
  }
  yield* permissions(was, set, meant)
}

/** What closes the path to somebody who is meant. */
function closingField({ program }: Meaning, { isMeant, names, path, usage }: Meant): DecidingField | null {
  const kinds = crawlersToCompare(program, program, null).filter((kind) => kind.names.every(isMeant))
  for (const userAgent of [...kinds.map((kind) => kind.userAgent), ...names]) {
    const { outcome, fields } = answer(program, { userAgent, target: path, usage, now: 0 })
    if (outcome === 'prohibited' && fields[0] !== undefined) return fields[0]
  }
  return null
}

/** The files without what a field says; with a permission in its place where its group would be left without rules (R4). */
function without({ draft, reading }: Meaning, field: DecidingField, meant: Meant, isKept: boolean): Draft | null {
  const { source, line, text } = field
  if (source === 'route') return changedToml(draft, (toml) => dropRouteField(toml, meant.path, text))
  const category = reading.categories.find((each) => source === 'site.toml' && each.at.line === line)
  if (category !== undefined)
    return changedToml(draft, (toml) => openCategory(toml, category.category, category.usage, meant.path))
  const value = /:\s*(\S+)/.exec(text)?.[1]
  if (line === undefined || value === undefined || patternForm(value) !== meant.path) return null
  const permission = text.replace(/^(acap-)?disallow/i, (_, acap = '') => `${acap}${acap === '' ? 'Allow' : 'allow'}`)
  return withLine(draft, source, line, isKept ? permission : null)
}

function changedToml(draft: Draft, change: (text: string) => string | null): Draft | null {
  const text = change(draft.files.get('site.toml') ?? '')
  return text === null ? null : withFile(draft, 'site.toml', () => text)
}

/** A permission beside what closes more: in the own group, in the own record, in both; in a record of its own. */
function* permissions({ draft, reading }: Meaning, { who }: Switch, { path, usage }: Meant): Generator<Draft> {
  const tree = reading.trees.get('robots.txt')!
  const name = addressedName(who)
  if (who.kind === 'category') return
  const [group] = usage === 'crawl' ? blocksFor(tree, 'group', (each) => each === name) : []
  const [record] = blocksFor(tree, 'record', (each) => each === name)
  const inGroup = group && ([lastRule(group), `Allow: ${path}`] as const)
  const inRecord = record && ([lastRule(record), `ACAP-allow-${usage}: ${path}`] as const)
  for (const lines of [[inGroup], [inRecord], [inGroup, inRecord]]) {
    const known = lines.filter((each) => each !== undefined).sort(([a], [b]) => b - a)
    if (known.length === lines.length)
      yield withFile(draft, 'robots.txt', (text) =>
        known.reduce((is, [behind, line]) => insertLine(is, behind, line), text),
      )
  }
  const own = [`ACAP-crawler: ${who.kind === 'crawler' ? who.name : '*'}`, `ACAP-allow-${usage}: ${path}`]
  yield withFile(draft, 'robots.txt', (text) => appendLines(text, own))
}

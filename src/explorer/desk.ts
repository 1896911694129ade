/**
 * The page's questions about drafts → their answers as plain data: all that takes longer than a keystroke may. A worker asks
 * it, so that typing never waits. Knows no DOM.
 */
import { siteReport } from '../author/summary/site-report.ts'
import { timeText } from '../base/calendar.ts'
import { placeNotes } from '../decide/read-place.ts'
import type { Registry } from '../program/program.ts'
import { PEOPLES_USES, type PeoplesUse } from '../words/uses.ts'
import { accountOf } from './account.ts'
import { changesOf } from './changes.ts'
import { usesOf } from './crawler-uses.ts'
import { type Draft, errorsOf, fixesOf, type Meaning, readDraft } from './draft.ts'
import { hasSameFiles } from './drafts.ts'
import { changedLines } from './edit-lines.ts'
import { withLocalTimes } from './local-times.ts'
import { pageNotice } from './page-notice.ts'
import type { PolicyPicture } from './policy-picture.ts'
import { contactIn, RECIPES } from './recipe-forms.ts'
import { cellOf, type EditedPolicy, membersOf, rowsOf } from './rows.ts'
import { answerCell, type CellAnswer } from './shown-crawlers.ts'
import { type Switch, setSwitch, stateOf } from './switch.ts'
import { ROWS, switchInWords, usesIn, whoInWords } from './switch-words.ts'
import {
  firstQuestion,
  readQuestion,
  runAuthorsCases,
  suggestions,
  type WhatIf,
} from './what-if.ts'
import { count, modeRemarks } from './words.ts'

/** A policy as it is written, and as it is on disk; null where the author has changed nothing. */
export interface Drafts {
  readonly now: Draft
  readonly was: Draft | null
}

/** Drafts at the place and time of the form. */
type Supposed = Drafts & { readonly whatIf: WhatIf }
type About<T> = Readonly<T & { draft: Draft }>

/** Rows that are shown at once. */
const MOST_ROWS = 150

const FINER = 'The two fields above lead to a switch for that folder or crawler alone.'

export class Desk {
  readonly #registry: Registry
  /** Of the draft as it is written, and of the one on disk. */
  #latest: readonly Meaning[] = []

  constructor(registry: Registry) {
    this.#registry = registry
  }

  read(draft: Draft) {
    const now = Date.now()
    const meaning = this.#remember(readDraft(draft, this.#registry, now))
    const fixes = fixesOf(meaning, now)
    return {
      errors: errorsOf(meaning),
      remark: modeRemarks(meaning.program.config.mode)[0],
      findings: meaning.findings.map((finding) => ({ ...finding, repaired: fixes.get(finding) })),
      cases: runAuthorsCases(meaning, now),
      first: firstQuestion(meaning),
      suggestions: suggestions(meaning),
      contact: contactIn(meaning.program.config),
    }
  }

  /** `open`: the folded rows whose crawlers follow. */
  table({
    wanted,
    open,
    ...supposed
  }: Supposed & { readonly wanted: string; readonly open: ReadonlySet<string> }) {
    const { whatIf } = supposed
    const { then, question, clock } = this.#suppose(supposed)
    const { config } = then.now.program
    const rows = rowsOf(then, whatIf.userAgent, question, wanted)
    const shown = rows.flatMap((row) => {
      const isOpen = row.summary === null ? null : open.has(row.id)
      const members = isOpen ? membersOf(then, row, question) : []
      return [{ ...row, isOpen }, ...members.map((member) => ({ ...member, isOpen: null }))]
    })
    const left = shown.length - MOST_ROWS
    const hasNamed = rows.some(({ crawlers: [first] }) => first!.isName)
    const none = hasNamed ? '' : `No known crawler has “${wanted}” in its name: it is any other.`
    return {
      rows: shown.slice(0, MOST_ROWS),
      leftOut: left > 0 ? `${count(left, 'row')} more: filter by name` : none,
      notes: [...placeNotes(whatIf.url, question, config), ...clock],
      notice: pageNotice(then.now, question.target),
      files: then.now.generated.files,
    }
  }

  explain({ crawler, usage, ...supposed }: Supposed & Pick<CellAnswer, 'crawler' | 'usage'>) {
    const { then, question } = this.#suppose(supposed)
    const answer = answerCell(then.now, crawler, usage, question)
    return { ...cellOf(then.was, answer, question), account: accountOf(then.now, answer, question) }
  }

  states({
    draft,
    path,
    sets,
  }: About<{ path: string; sets: readonly Omit<Switch, 'opens' | 'path'>[] }>) {
    return sets.map((set) => stateOf(this.#meaningOf(draft), { ...set, path }, Date.now()))
  }

  /** What kinds of crawlers, those of a log and those that the policy names may do with the site. */
  picture({ draft, names }: About<{ names: readonly string[] }>): PolicyPicture {
    const now = Date.now()
    const meaning = this.#meaningOf(draft)
    const root = { url: '/', userAgent: '', at: '' }
    const question = readQuestion(root, meaning.program.config, now)
    const kinds = ROWS.map((who) => {
      const own = usesIn(who)
      const state = (use: PeoplesUse) =>
        own.includes(use) ? stateOf(meaning, { who, use, path: '/' }, now) : null
      return { kind: whoInWords(who), states: PEOPLES_USES.map(state) }
    })
    return { kinds, uses: usesOf(meaning.at(now), names, question) }
  }

  /** The files as a switch changes them, or why it leaves them. */
  press({ draft, set }: About<{ set: Switch }>) {
    const result = setSwitch(this.#meaningOf(draft), set, this.#registry, Date.now())
    if ('draft' in result) return written(draft, result.draft, switchInWords(set))
    const words = `The files say something finer than this switch, so they stay as they are. ${result.finer} ${FINER}`
    return written(draft, null, words)
  }

  /** The files as a form changes them, or why it leaves them. */
  fill({
    draft,
    recipe,
    values,
  }: About<{ recipe: string; values: Readonly<Record<string, string>> }>) {
    const was = this.#meaningOf(draft)
    if (errorsOf(was) > 0) return written(draft, null, 'The policy has errors. Correct them first.')
    const { write, done, also } = RECIPES.find(({ title }) => title === recipe)!
    const result = write(was, values)
    if (typeof result === 'string') return written(draft, null, result)
    if (changedLines(draft, result).length === 0)
      return written(draft, null, 'The files say it already.')
    const said = done.replace(/\{(\w+)\}/g, (_, name: string) =>
      (values[name] ?? '').replace(/^([\d-]{10})T/, '$1 '),
    )
    const more = also === undefined ? '' : ` ${also(result, values)}`
    return written(
      draft,
      result,
      `${said}${more} Not saved yet: Save keeps it, Undo takes it back.`,
    )
  }

  changes({ was, now }: { readonly was: Draft; readonly now: Draft }) {
    return changesOf(was, now, this.#registry, Date.now())
  }

  /** What the author's changes change; no report where errors keep the policy from being built. */
  summary({ was, now }: Drafts) {
    const at = Date.now()
    const meaning = readDraft(now, this.#registry, at)
    const report = errorsOf(meaning) > 0 ? null : siteReport(meaning, this.#registry, at)
    return { changes: was && this.changes({ was, now }), report }
  }

  #meaningOf(draft: Draft): Meaning {
    const known = this.#latest.find(
      (each) => each.draft.site === draft.site && hasSameFiles(each.draft, draft),
    )
    return this.#remember(known ?? readDraft(draft, this.#registry, Date.now()))
  }

  #remember(meaning: Meaning): Meaning {
    this.#latest = [meaning, ...this.#latest.filter((each) => each !== meaning)].slice(0, 2)
    return meaning
  }

  /** The policies at the time of the form; `clock` is that time where the page has another. */
  #suppose({ now, was, whatIf }: Supposed) {
    const meaning = this.#meaningOf(now)
    const question = readQuestion(whatIf, meaning.program.config, Date.now())
    const clock = timeText(question.now)
    const isElsewhere = whatIf.at !== '' && withLocalTimes(clock) !== clock
    const before = was && this.#meaningOf(was)
    const then: EditedPolicy = {
      now: meaning.at(question.now),
      was: before?.at(question.now) ?? null,
    }
    return { then, question, clock: isElsewhere ? [clock] : [] }
  }
}

function written(was: Draft, draft: Draft | null, words: string) {
  return { draft, words, lines: changedLines(was, draft ?? was) }
}

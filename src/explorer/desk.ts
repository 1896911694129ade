/**
 * Answers all questions of the page that take longer than a keystroke may. It runs in a worker, so
 * that typing never waits. Each method is one kind of question; its argument and its answer are
 * plain data. Knows no DOM.
 */
import { siteReport } from '../author/summary/site-report.ts'
import { timeText } from '../base/calendar.ts'
import { placeNotes } from '../decide/read-place.ts'
import { summarise } from '../language/findings/render.ts'
import type { Registry } from '../program/program.ts'
import { PEOPLES_USES, type PeoplesUse } from '../words/uses.ts'
import { accountOf } from './account.ts'
import { changesOf } from './changes.ts'
import { closingQuestion, type Visits } from './closed-search.ts'
import { usesOf } from './crawler-uses.ts'
import type { DeskAnswers } from './desk-answers.ts'
import { DeskLog } from './desk-log.ts'
import { type Draft, errorsOf, fixesOf, type Meaning, readDraft } from './draft.ts'
import { hasSameFiles } from './drafts.ts'
import { foldersOf } from './folders.ts'
import { withLocalTimes } from './local-times.ts'
import { pageNotice } from './page-notice.ts'
import { changedBy, type PolicyChange } from './policy-change.ts'
import { previewOf } from './preview.ts'
import { contactIn } from './recipe-forms.ts'
import { cellOf, type EditedPolicy, membersOf, rowsOf } from './rows.ts'
import { servedParts } from './served-parts.ts'
import { answerCell, type CellAnswer, shownCrawlers } from './shown-crawlers.ts'
import { changedLines, lineChanges } from './site-files.ts'
import { type Switch, stateOf } from './switch.ts'
import { ROWS, usesIn, whoInWords } from './switch-words.ts'
import { NOTHING_CHECKED, triedInWords } from './tried-requests.ts'
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
type CellSupposed = Supposed & Pick<CellAnswer, 'crawler' | 'usage'>
type About<T> = Readonly<T & { draft: Draft }>

/** Rows that are shown at once. */
const MOST_ROWS = 150

export class Desk {
  readonly #registry: Registry
  /** Of the draft as it is written, and of the one on disk. */
  #latest: readonly Meaning[] = []
  readonly #log = new DeskLog()

  constructor(registry: Registry) {
    this.#registry = registry
  }

  read(draft: Draft): DeskAnswers['read'] {
    const now = Date.now()
    const meaning = this.#remember(readDraft(draft, this.#registry, now))
    const fixes = fixesOf(meaning, now)
    return {
      errors: errorsOf(meaning),
      summary: summarise(meaning.findings),
      remark: modeRemarks(meaning.program.config.mode)[0],
      findings: meaning.findings.map((finding) => ({ ...finding, repaired: fixes.get(finding) })),
      cases: runAuthorsCases(meaning, now),
      first: firstQuestion(meaning),
      suggestions: suggestions(meaning),
      contact: contactIn(meaning.program.config),
    }
  }

  /** The crawlers whose names an author may write. */
  names(draft: Draft): DeskAnswers['names'] {
    const { first, named, known } = shownCrawlers(this.#meaningOf(draft), '')
    const all = [...first, ...named, ...known].filter(({ isName }) => isName)
    return all.map(({ label, category }) => ({ name: label, category }))
  }

  /** `open`: the folded rows whose crawlers follow. */
  table({
    wanted,
    open,
    ...supposed
  }: Supposed & {
    readonly wanted: string
    readonly open: ReadonlySet<string>
  }): DeskAnswers['table'] {
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

  /**
   * What crawlers read at the place and time of the form, and what of it is new since another
   * version, if there is one.
   */
  async served({
    now,
    before,
    whatIf,
  }: {
    readonly now: Draft
    readonly before: Draft | null
    readonly whatIf: WhatIf
  }): Promise<DeskAnswers['served']> {
    const at = Date.now()
    const partsOf = (draft: Draft) => {
      const meaning = readDraft(draft, this.#registry, at)
      const question = readQuestion(whatIf, meaning.program.config, at)
      return servedParts(meaning.at(question.now), this.#registry, question)
    }
    const [is, was] = await Promise.all([now, before ?? now].map(partsOf))
    return is!.map((each) => {
      const old = was!.find(({ title }) => title === each.title)
      return { ...each, changed: lineChanges(old?.text ?? '', each.text) }
    })
  }

  explain({ crawler, usage, ...supposed }: CellSupposed): DeskAnswers['explain'] {
    const { then, question } = this.#suppose(supposed)
    const answer = answerCell(then.now, crawler, usage, question)
    const unsigned = answerCell(then.now, crawler, usage, { ...question, isSigned: false })
    return {
      ...cellOf(then.was, answer, question),
      account: accountOf(then.now, answer, question),
      unsigned: question.isSigned ? unsigned.standing : null,
    }
  }

  /** What the edge answers; it is loaded when it is asked. */
  async headers({ crawler, usage, ...supposed }: CellSupposed): Promise<DeskAnswers['headers']> {
    const { then, question } = this.#suppose(supposed)
    const answer = answerCell(then.now, crawler, usage, question)
    const { edgeHeaders } = await import('./edge-headers.ts')
    return edgeHeaders(then.now, this.#registry, answer, question)
  }

  states({
    draft,
    path,
    sets,
  }: About<{
    path: string
    sets: readonly Omit<Switch, 'opens' | 'path'>[]
  }>): DeskAnswers['states'] {
    const meaning = this.#meaningOf(draft)
    const now = Date.now()
    return sets.map((set) => stateOf(meaning, { ...set, path }, now) ?? 'open')
  }

  /**
   * What kinds of crawlers, those of a log and those that the policy names may do with the site.
   */
  picture({ draft, names }: About<{ names: readonly string[] }>): DeskAnswers['picture'] {
    const now = Date.now()
    const meaning = this.#meaningOf(draft)
    const root = { url: '/', userAgent: '', at: '' }
    const question = readQuestion(root, meaning.program.config, now)
    const kinds = ROWS.map((who) => {
      const own = usesIn(who)
      const stateFor = (use: PeoplesUse) => stateOf(meaning, { who, use, path: '/' }, now) ?? 'open'
      const states = PEOPLES_USES.map((use) => (own.includes(use) ? stateFor(use) : null))
      return { kind: whoInWords(who), states }
    })
    const refusesForged = meaning.program.config.identify.failed === 'refuse'
    return { kinds, uses: usesOf(meaning.at(now), names, question), refusesForged }
  }

  /** The files as a control changes them, or why it leaves them. */
  change({ draft, change }: About<{ change: PolicyChange }>): DeskAnswers['change'] {
    const was = this.#meaningOf(draft)
    const { draft: is, words } = changedBy(was, change, this.#registry, Date.now())
    if (is === null || change.kind === 'switch') return written(draft, is, words)
    if (changedLines(draft, is).length === 0)
      return written(draft, null, 'The files say it already.')
    const tried = change.kind === 'forged' ? ` ${this.#log.onForged(was, this.#meaningOf(is))}` : ''
    return written(draft, is, `${words}${tried} Not saved yet: Save keeps it, Undo takes it back.`)
  }

  /**
   * What a control would do: what opens and closes, which cases fail, how many requests would have
   * been others.
   */
  preview({ draft, change }: About<{ change: PolicyChange }>): DeskAnswers['preview'] {
    const was = this.#meaningOf(draft)
    const now = Date.now()
    const changed = changedBy(was, change, this.#registry, now)
    const is = readDraft(changed.draft ?? draft, this.#registry, now)
    const { tried, ...preview } = previewOf(was, is, now, this.#log.traffic)
    const isVain = change.kind === 'forged' && this.#log.isUnchecked
    const words = isVain ? NOTHING_CHECKED : triedInWords(tried)
    return { words: changed.words, ...preview, tried: words }
  }

  /** Takes over what crawlers asked a site for lately. */
  learn(site: string): Promise<true> {
    return this.#log.learn(site)
  }

  /** The mode, and what the policy would have refused lately. */
  refused(draft: Draft): DeskAnswers['refused'] {
    const meaning = this.#meaningOf(draft)
    const { mode, identify } = meaning.program.config
    const refusesForged = identify.failed === 'refuse'
    return { mode, refusesForged, ...this.#log.refused(meaning) }
  }

  folders(draft: Draft): DeskAnswers['folders'] {
    return foldersOf(this.#meaningOf(draft), this.#log.targets(), Date.now())
  }

  changes({ was, now }: { readonly was: Draft; readonly now: Draft }): DeskAnswers['changes'] {
    return changesOf(was, now, this.#registry, Date.now())
  }

  /** The question where a change closes the site to those by whom readers come. */
  closing({
    was,
    now,
    visits,
  }: {
    readonly was: Draft
    readonly now: Draft
    readonly visits: Visits
  }): DeskAnswers['closing'] {
    const [before, after] = [this.#meaningOf(was), this.#meaningOf(now)]
    return { question: closingQuestion(before, after, visits, Date.now()) }
  }

  /** How many requests of the log the author's changes would have changed; empty without a log. */
  tried({ was, now }: { readonly was: Draft; readonly now: Draft }): string {
    return this.#log.tried(this.#meaningOf(was), this.#meaningOf(now))
  }

  /** What the author's changes change; no report where errors keep the policy from being built. */
  summary({ was, now }: Drafts): DeskAnswers['summary'] {
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

function written(was: Draft, draft: Draft | null, words: string): DeskAnswers['change'] {
  return { draft, words, lines: changedLines(was, draft ?? was) }
}

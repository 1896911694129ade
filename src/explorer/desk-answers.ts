/** The answers of the desk by kind of question: plain data, which a worker can send to the page. */
import type { SiteReport } from '../author/summary/site-report.ts'
import type { Finding } from '../language/findings/diagnostic.ts'
import type { Mode } from '../words/site-config.ts'
import type { Account } from './account.ts'
import type { Changes } from './changes.ts'
import type { CompletedCrawler } from './completions.ts'
import type { Draft } from './draft.ts'
import type { Folder } from './folders.ts'
import type { PageNotice } from './page-notice.ts'
import type { PolicyPicture } from './policy-picture.ts'
import type { Preview } from './preview.ts'
import type { CrawlerRow, ShownCell } from './rows.ts'
import type { CellStanding } from './shown-crawlers.ts'
import type { RunCases, WhatIf } from './what-if.ts'

export interface DeskAnswers {
  readonly read: PolicyAnswer
  readonly names: readonly CompletedCrawler[]
  readonly table: TableAnswer
  readonly served: readonly ServedAnswer[]
  readonly explain: CellExplanation
  readonly headers: readonly string[]
  readonly states: readonly ('open' | 'closed' | 'some')[]
  readonly picture: PolicyPicture
  readonly change: WrittenChange
  readonly preview: PreviewAnswer
  readonly learn: true
  readonly refused: RefusedAnswer
  readonly folders: Folder
  readonly changes: Changes
  readonly closing: { readonly question: string | null }
  readonly tried: string
  readonly summary: SummaryAnswer
}

/** What a policy means, as far as it is shown while the author types. */
interface PolicyAnswer {
  readonly errors: number
  readonly summary: string
  /** That nothing is refused; undefined where the mode enforces. */
  readonly remark: string | undefined
  /** `repaired`: the line in place of the finding's; null removes it, undefined: no repair. */
  readonly findings: readonly (Finding & { readonly repaired: string | null | undefined })[]
  readonly cases: RunCases
  readonly first: WhatIf
  readonly suggestions: { readonly urls: readonly string[]; readonly agents: readonly string[] }
  readonly contact: Readonly<Record<'contact' | 'terms' | 'license', string>>
}

interface TableAnswer {
  /** `isOpen`: whether the crawlers of a folded row follow; null for a single crawler. */
  readonly rows: readonly (CrawlerRow & { readonly isOpen: boolean | null })[]
  readonly leftOut: string
  readonly notes: readonly string[]
  readonly notice: PageNotice
  readonly files: readonly { readonly path: string; readonly text: string }[]
}

/** A text that crawlers read, and the lines of it that are new. */
interface ServedAnswer {
  readonly title: string
  readonly text: string
  readonly changed: readonly string[]
}

interface CellExplanation extends ShownCell {
  readonly account: Account
  /** How it stands without the signature; null where none is supposed. */
  readonly unsigned: CellStanding | null
}

/** `draft`: null where the files stay as they are. */
interface WrittenChange {
  readonly draft: Draft | null
  readonly words: string
  readonly lines: readonly string[]
}

interface PreviewAnswer extends Omit<Preview, 'tried'> {
  readonly words: string
  readonly tried: string
}

interface RefusedAnswer {
  readonly mode: Mode
  readonly refusesForged: boolean
  readonly tried: string
  readonly remark: string
}

/** `report`: null where errors keep the policy from being built. */
interface SummaryAnswer {
  readonly changes: Changes | null
  readonly report: SiteReport | null
}

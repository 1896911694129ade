/** Writes what `acap init` did: the files, notes on them, and what to type next. */
import { join } from 'node:path'
import { EXAMPLE_HOST, type Hosts, placeholdersIn } from '../../author/files/presets.ts'
import type { AddedRule } from '../../author/files/source-text.ts'
import type { FilePlace } from '../../author/servers/reading/condition.ts'
import { printableLine, shellWord } from '../../base/printable.ts'
import { type ColumnRows, columns } from '../command.ts'
import type { FixPlan } from '../fix/plan-fixes.ts'
import type { KeptLine } from './draft-site.ts'

export interface BegunSite {
  /** Its name in other commands. */
  readonly site: string
  readonly folder: string
  readonly hosts: Hosts
  readonly texts: ReadonlyMap<string, string>
  /** What the new files mean otherwise than the old one did, in sentences. */
  readonly changes: readonly string[]
  /** Lines of a server's file that are not in the policy. */
  readonly unread: readonly FilePlace[]
  readonly kept: readonly KeptLine[]
  readonly additions: readonly AddedRule[]
}

const ABOUT: Readonly<Record<string, string>> = {
  'robots.txt': 'what crawlers may do, in the language of robots.txt and ACAP',
  'site.toml': 'hosts, the origin, refusals, routes; it only observes until `mode` says "enforce"',
  'cases.toml': 'what you expect of the policy',
}

export function namesInOrder(files: ReadonlyMap<string, unknown>): readonly string[] {
  return Object.keys(ABOUT).filter((name) => files.has(name))
}

const MOST_UNREAD = 20

function unreadRows(unread: readonly FilePlace[]): ColumnRows {
  const rows = unread.slice(0, MOST_UNREAD).map(({ line, text }) => {
    return [`line ${line}: ${printableLine(text)}`, ''] as const
  })
  const left = unread.length - rows.length
  return left > 0 ? [...rows, [`and ${left} more (--json has all of them)`, '']] : rows
}

/**
 * The whole report; `findings` says how many findings of each severity there are, `fixes` what
 * could be repaired.
 */
export function initReport(begun: BegunSite, findings: string, fixes: FixPlan): string {
  const { site, folder, hosts, texts, changes, unread, kept, additions } = begun
  const robots = join(folder, 'robots.txt')
  const written = namesInOrder(texts).map(
    (file) => [join(folder, file), ABOUT[file] ?? ''] as const,
  )
  const sections: readonly (readonly [string, ColumnRows])[] = [
    [`Wrote${hosts[0] === EXAMPLE_HOST ? '' : `, for ${hosts.join(', ')}`}`, written],
    ['Note', changes.map((change) => [printableLine(change), ''])],
    ['Lines that are not in the policy', unreadRows(unread)],
    [
      'Lines that would stop the build were kept, each with a comment `# acap-ignore`',
      kept.flatMap(({ line, codes, text, faults }) => [
        [`${robots}:${line}  ${printableLine(text)}`, ''] as const,
        ...faults.map(
          (fault, i) =>
            [`  ${printableLine(fault)}; npx --no-install acap explain ${codes[i]}`, ''] as const,
        ),
      ]),
    ],
    [
      `Some paths were not UTF-8. They are kept for clients that send them so. Browsers send UTF-8: add to ${robots}`,
      additions.map(({ line, rule, path }) => [rule, `behind line ${line}, for ${path}`]),
    ],
    [`Change, in ${join(folder, 'site.toml')}`, placeholdersIn(texts.get('site.toml')!)],
    [
      'Lines that are perhaps misspelt were kept. To repair them would change decisions',
      fixes.others.map(({ finding, before, after }) => [
        `${robots}:${finding.line}`,
        `${before} → ${after ?? 'nothing'}`,
      ]),
    ],
    ['Next', nextSteps(site, folder, findings, fixes.safe.length)],
  ]
  return sections
    .filter(([, rows]) => rows.length > 0)
    .map(([title, rows]) => `${title}\n${columns(rows).replace(/ +$/gm, '')}`)
    .join('\n')
}

function nextSteps(site: string, folder: string, findings: string, repairs: number): ColumnRows {
  const fix = [
    `npx --no-install acap check --fix ${shellWord(folder)}`,
    `makes ${repairs} repair${repairs === 1 ? '' : 's'} that change${repairs === 1 ? 's' : ''} no decision`,
  ] as const
  return [
    [`npx --no-install acap check ${shellWord(folder)}`, findings],
    ...(repairs === 0 ? [] : [fix]),
    [`npx --no-install acap test ${shellWord(folder)}`, 'runs the cases'],
    [
      `npx --no-install acap explain ${shellWord(site)} / --as Googlebot`,
      'says what a crawler gets, and why',
    ],
  ]
}

/** Lines → conventional groups (R4). It reads no values, and knows no records. */
import type { Line } from './lines.ts'

/** A conventional group: its User-agent lines and its fields. */
export interface GroupNode {
  readonly kind: 'group'
  readonly names: Line[]
  /** With how many of its User-agent lines stand before each (R4). */
  readonly fields: { readonly line: Line; readonly namesSeen: number }[]
}

/** Takes the lines of groups in file order, and adds each group to `groups` as it opens. */
export class GroupRuns {
  private readonly groups: { push(group: GroupNode): void }
  private latest: GroupNode | null = null
  /** Whether another name line extends the latest group, rather than opening one. */
  private isRun = false

  constructor(groups: { push(group: GroupNode): void }) {
    this.groups = groups
  }

  takeName(line: Line): GroupNode {
    if (this.latest === null || !this.isRun) {
      this.latest = { kind: 'group', names: [], fields: [] }
      this.groups.push(this.latest)
    }
    this.latest.names.push(line)
    this.isRun = true
    return this.latest
  }

  /** A rule closes the run of names above it. */
  takeRule(line: Line): void {
    this.isRun = false
    this.takeSetting(line)
  }

  /** Any other field of a group closes nothing. */
  takeSetting(line: Line): void {
    this.latest?.fields.push({ line, namesSeen: this.latest.names.length })
  }
}

/** C3: the groups as a crawler reads them to which every ACAP line is an unknown line. */
export function groupsIn(lines: readonly Line[]): readonly GroupNode[] {
  const groups: GroupNode[] = []
  const runs = new GroupRuns(groups)
  for (const line of lines) {
    if (line.field?.dialect !== 'conventional') continue
    const { owner } = line.field
    if (owner === 'group-name') runs.takeName(line)
    else if (owner === 'rule') runs.takeRule(line)
    else if (owner !== 'file') runs.takeSetting(line)
  }
  return groups
}

/** Groups lines into conventional groups (R4), without reading values. Records are in owners.ts. */
import type { Line } from './lines.ts'

/** A conventional group: its User-agent lines and its fields. */
export interface GroupNode {
  readonly kind: 'group'
  readonly names: Line[]
  /** Each field with the number of User-agent lines above it (R4). */
  readonly fields: { readonly line: Line; readonly namesSeen: number }[]
}

/** Receives the lines of groups in file order, and adds each group to `groups` when it opens. */
export class GroupRuns {
  private readonly groups: { push(group: GroupNode): void }
  private latest: GroupNode | null = null
  /** Whether another name line extends the latest group instead of opening one. */
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

  /** A rule ends the run of names above it. */
  takeRule(line: Line): void {
    this.isRun = false
    this.takeSetting(line)
  }

  /** Other fields of a group end nothing. */
  takeSetting(line: Line): void {
    this.latest?.fields.push({ line, namesSeen: this.latest.names.length })
  }
}

/** The groups for a crawler to which all ACAP lines are unknown (C3). */
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

/** Lines → groups and records: one pass assigns each line to its owner (R4, R5, R7). It reads no values. */
import type { Line } from './lines.ts'

/** A conventional group: its User-agent lines and its fields. */
export interface GroupNode {
  readonly kind: 'group'
  readonly names: Line[]
  /** With how many of its User-agent lines stand before each (R4). */
  readonly fields: { readonly line: Line; readonly namesSeen: number }[]
}

/** A run of ACAP-usage-purpose lines and the fields behind it (R7). */
export interface SubRecordNode {
  readonly purposes: Line[]
  readonly fields: Line[]
}

/** An ACAP record: its ACAP-crawler lines, its own fields and its sub-records. */
export interface RecordNode {
  readonly kind: 'record'
  readonly names: Line[]
  /** Permissions, prohibitions, action requests wherever they stand, and references. */
  readonly fields: Line[]
  readonly subRecords: SubRecordNode[]
}

export type Block = GroupNode | RecordNode

/** A field that R5 ignores, because of what is open where it stands. */
export interface Misplaced {
  readonly line: Line
  /** What is open; null before the first group or record. */
  readonly inside: Block | null
}

export interface Ownership {
  /** Groups and records in the order in which they open. */
  readonly blocks: readonly Block[]
  readonly misplaced: readonly Misplaced[]
}

/** Assigns the lines of a file to their owners. For `rep` every ACAP line is an unknown line (C3). */
export function assignOwners(lines: readonly Line[], dialect: 'acap' | 'rep'): Ownership {
  const owners = new Owners()
  for (const line of lines) {
    if (line.field === null || (dialect === 'rep' && line.field.dialect === 'acap')) continue
    owners.take(line, line.field.owner)
  }
  return owners
}

type FieldOwner = NonNullable<Line['field']>['owner']

class Owners implements Ownership {
  readonly blocks: Block[] = []
  readonly misplaced: Misplaced[] = []
  private open: Block | null = null
  private group: GroupNode | null = null
  private record: RecordNode | null = null
  /** Whether another name line extends the latest group or record, rather than opening one. */
  private groupRun = false
  private recordRun = false
  private purposeRun = false

  take(line: Line, owner: FieldOwner): void {
    const { open } = this
    if (owner === 'group-name') this.takeUserAgent(line)
    else if (owner === 'record-name') this.takeCrawler(line)
    else if (owner === 'file-or-group')
      this.group?.fields.push({ line, namesSeen: this.group.names.length })
    else if (open?.kind === 'record' && owner === 'record') this.takeRecordField(line, open)
    else if (open?.kind === 'group' && (owner === 'rule' || owner === 'group')) {
      if (owner === 'rule') this.groupRun = false
      open.fields.push({ line, namesSeen: open.names.length })
    } else if (owner !== 'file') this.misplaced.push({ line, inside: open })
  }

  private takeUserAgent(line: Line): void {
    if (this.group === null || !this.groupRun) {
      this.group = { kind: 'group', names: [], fields: [] }
      this.blocks.push(this.group)
    }
    this.group.names.push(line)
    this.groupRun = true
    this.recordRun = false
    this.open = this.group
  }

  private takeCrawler(line: Line): void {
    if (this.record === null || !this.recordRun) {
      this.record = { kind: 'record', names: [], fields: [], subRecords: [] }
      this.blocks.push(this.record)
    }
    this.record.names.push(line)
    this.recordRun = true
    this.purposeRun = false
    this.open = this.record
  }

  private takeRecordField(line: Line, record: RecordNode): void {
    this.recordRun = false
    const value = line.field?.value
    const latest = record.subRecords.at(-1)
    if (value === 'purpose') {
      if (latest !== undefined && this.purposeRun) latest.purposes.push(line)
      else record.subRecords.push({ purposes: [line], fields: [] })
      this.purposeRun = true
    } else if (latest !== undefined && (value === 'permission' || value === 'prohibition')) {
      latest.fields.push(line)
      this.purposeRun = false
    } else record.fields.push(line)
  }
}

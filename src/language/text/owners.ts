/** Assigns each line to its group or record in one pass (R4, R5, R7), without reading values. */
import { type GroupNode, GroupRuns } from './group-runs.ts'
import type { Line } from './lines.ts'

/** A run of ACAP-usage-purpose lines with the fields after it (R7). */
export interface SubRecordNode {
  readonly purposes: Line[]
  readonly fields: Line[]
}

/** An ACAP record: its ACAP-crawler lines, own fields and sub-records. */
export interface RecordNode {
  readonly kind: 'record'
  readonly names: Line[]
  /** Permissions, prohibitions, references, and action requests anywhere in the record. */
  readonly fields: Line[]
  readonly subRecords: SubRecordNode[]
}

/** A group or a record. */
export type Block = GroupNode | RecordNode

/** A field that R5 ignores, because of the open block. */
export interface Misplaced {
  readonly line: Line
  /** The open block; null before the first group or record. */
  readonly inside: Block | null
}

export interface Ownership {
  /** Groups and records in the order in which they open. */
  readonly blocks: readonly Block[]
  readonly misplaced: readonly Misplaced[]
}

/** Assigns the lines of a file to their owners. */
export function assignOwners(lines: readonly Line[]): Ownership {
  const owners = new Owners()
  for (const line of lines) if (line.field !== null) owners.take(line, line.field.owner)
  return owners
}

type FieldOwner = NonNullable<Line['field']>['owner']

class Owners implements Ownership {
  readonly blocks: Block[] = []
  readonly misplaced: Misplaced[] = []
  private readonly groups = new GroupRuns(this.blocks)
  private open: Block | null = null
  private record: RecordNode | null = null
  /** Whether another name line extends the latest record instead of opening one. */
  private recordRun = false
  private purposeRun = false

  take(line: Line, owner: FieldOwner): void {
    const { open } = this
    if (owner === 'group-name') {
      this.open = this.groups.takeName(line)
      this.recordRun = false
    } else if (owner === 'record-name') this.takeCrawler(line)
    else if (owner === 'file-or-group') this.groups.takeSetting(line)
    else if (open?.kind === 'record' && owner === 'record') this.takeRecordField(line, open)
    else if (open?.kind === 'group' && owner === 'rule') this.groups.takeRule(line)
    else if (open?.kind === 'group' && owner === 'group') this.groups.takeSetting(line)
    else if (owner !== 'file') this.misplaced.push({ line, inside: open })
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

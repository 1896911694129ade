/** The result of interpreting printed files. */
import type { PrintedFile } from '../printers/printed.ts'

export interface DoorRequest {
  readonly target: string
  /** Empty for an absent header. */
  readonly userAgent: string
  readonly address: string
}

export interface ReadDoor {
  /** The expressions that it asks about a target, as they are written. */
  readonly targets: readonly string[]
  /** Those of what is open to everybody, besides the forms of the plan. */
  readonly exempt?: readonly string[]
  /** Whether it closes the target to each group that closes anything, by a test that is none of these expressions. */
  readonly isFoul?: (target: string) => boolean
  readonly refuses: (request: DoorRequest) => boolean
}

export type DoorReader = (files: readonly PrintedFile[]) => ReadDoor
